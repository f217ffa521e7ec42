"""Perhaps doing, are you spy?: what lies on the table before the first turn (rulebook, prepare)."""

from collections.abc import Sequence

from companion.games.gamushara_gang.moves import Options, Rule
from companion.games.guide import Item
from companion.games.refusals import N_

CHARACTERS, PERSONALITIES, CHANCE_CARDS = 14, 5, 18
MARKERS = 3  # a player


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """By the number of seats; whether a player may do without a partner depends on the rules for points."""
    return (
        Item(1, N_("turn player card, for whoever begins")),
        Item(CHANCE_CARDS, N_("chance cards, shuffled, in the middle; no blank ones")),
        Item(CHARACTERS, N_("characters around them, the active side up")),
        Item(seats, N_("attribute cards, one each, and %(markers)s markers, three each"), {"markers": seats * MARKERS}),
        Item(seats, N_("personalities, shuffled, drawn from the turn player's left: look at yours in secret")),
        *_personalities_left(PERSONALITIES - seats),
        Item(seats, N_("roles, shuffled, drawn in the same order: look at yours in secret")),
        Item(seats, _partners(options.points)),
        Item(CHARACTERS - 2 * seats, N_("left of the roles: away, unseen")),
    )


def _personalities_left(count: int) -> tuple[Item, ...]:
    """Five players hold all five."""
    return (Item(count, N_("left of the personalities: away, unseen")),) if count else ()


def _partners(rules: Sequence[Rule]) -> str:
    """Where who has no partner receives everything doubled, this is the moment to say so [9]."""
    if 3 in rules:
        return N_("partners, from the same pile: unseen, under your attribute card. For double points: take none")
    return N_("partners, from the same pile: unseen, under your attribute card")
