"""Final Deathweek: what lies on the table before the first day (rulebook, setup)."""

from typing import Any

from companion.games.final_deathweek.moves import LAST_DAY
from companion.games.guide import Item
from companion.games.refusals import N_

EVENTS, KILLERS, COUNTERS = 36, 20, 20
SOLID, IN_HAND = 1, 2  # killers a player


def laying_out(seats: int, options: Any) -> tuple[Item, ...]:
    """By the number of seats; the house settings of `options` change nothing of it."""
    events = LAST_DAY * seats
    return (
        Item(
            seats * SOLID,
            N_("killers: one face up before each of you, the solid killer. All of one colour: deal again"),
        ),
        Item(KILLERS - seats * SOLID, N_("other killers, shuffled, face down beside the leader")),
        Item(events, N_("events, face up: seven rows of %(seats)s, a row for each day"), {"seats": seats}),
        Item(EVENTS - events, N_("events left over: back into the box, unseen")),
        Item(seats, N_("Break cards: one face up before each of you")),
        Item(COUNTERS, N_("death counters within reach of all")),
        Item(
            seats * IN_HAND,
            N_("killers each morning: the leader deals two to each, backs towards their owner; %(left)s are left"),
            {"left": KILLERS - seats * (SOLID + IN_HAND)},
        ),
    )
