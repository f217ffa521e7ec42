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
        Item(1, N_("turn player card, before whoever begins")),
        Item(CHANCE_CARDS, N_("chance cards, shuffled, face down in the middle; the three blank ones stay in the box")),
        Item(CHARACTERS, N_("characters around them, the active side up")),
        Item(seats, N_("attribute cards: one before each of you")),
        Item(seats * MARKERS, N_("markers: three for each")),
        Item(
            seats,
            N_(
                "personalities of five, shuffled: one each from the turn player's left, the turn player last; look "
                "at yours in secret"
            ),
        ),
        *_away(PERSONALITIES - seats, N_("left over of the personalities: away, unseen")),
        Item(seats, N_("roles of fourteen, shuffled and drawn in the same order; look at yours in secret")),
        *_partners(seats, CHARACTERS - 2 * seats, options.points),
    )


def _partners(seats: int, left: int, rules: Sequence[Rule]) -> tuple[Item, Item]:
    """And the roles `left` over. Where who has no partner receives everything doubled, this is the moment [9]."""
    if 3 in rules:
        return (
            Item(
                seats,
                N_(
                    "partners, drawn from the same pile: nobody looks; yours goes face down under your attribute card. "
                    "Who wants double points takes none and says so"
                ),
            ),
            Item(left, N_("left over of the roles, and one more for each who took no partner: away, unseen")),
        )
    return (
        Item(
            seats,
            N_("partners, drawn from the same pile: nobody looks; yours goes face down under your attribute card"),
        ),
        Item(left, N_("left over of the roles: away, unseen")),
    )


def _away(count: int, text: str) -> tuple[Item, ...]:
    """What is left over, if anything is."""
    return (Item(count, text),) if count else ()
