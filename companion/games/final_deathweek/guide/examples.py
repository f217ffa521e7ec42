"""Final Deathweek: the weeks that its worked examples replay."""

from collections.abc import Sequence
from typing import Any

DIED = -1
Day = Sequence[tuple[int, int]]  # by seat: the number of the event, and the counters that it brought, or DIED


def week(*days: Day) -> tuple[dict[str, Any], ...]:
    """Outcomes of these days, seat by seat: what a table says that compares by itself."""
    return tuple(_outcome(seat, *outcome) for day in days for seat, outcome in enumerate(day))


def _outcome(seat: int, number: int, matched: int) -> dict[str, Any]:
    came_of_it = {"died": True} if matched == DIED else {"matched": matched}
    return {"move": "outcome", "seat": seat, "number": number, **came_of_it}


# Two chains that break, on days 3 and 6, beside one that never does.
ZIGZAG = week(
    ((3, 1), (1, 0)),
    ((7, 0), (2, 0)),
    ((5, 0), (3, 0)),
    ((2, 1), (4, 0)),
    ((2, 0), (5, 0)),
    ((9, 0), (6, 0)),
    ((9, 0), (7, 0)),
)

# Six days of which the second player has four counters; on the seventh the first dies of an event.
LAST_DAY = week(
    ((1, 0), (1, 2), (4, 0)),
    ((2, 0), (2, 2), (4, 0)),
    ((3, 0), (3, 0), (4, 0)),
    ((4, 0), (4, 0), (4, 0)),
    ((5, 0), (5, 0), (4, 0)),
    ((6, 0), (6, 0), (4, 0)),
    ((7, DIED), (7, 1), (4, 0)),
)

# Three killers of one colour against an event of three.
ONE_COLOUR: tuple[dict[str, Any], ...] = (
    {"move": "solid", "seat": 0, "color": "red"},
    {"move": "solid", "seat": 1, "color": "blue"},
    {"move": "take", "seat": 1, "colors": [], "number": 9},
    {"move": "take", "seat": 0, "colors": ["red", "yellow", "black"], "number": 4},
    {"move": "killers", "seat": 1, "colors": ["green", "black"]},
    {"move": "killers", "seat": 0, "colors": ["red", "red"]},
)

# A Break on the second day, after two counters on the first.
BREAK: tuple[dict[str, Any], ...] = (
    *week(((4, 2), (8, 0))),
    {"move": "break", "seat": 0},
    *week(((1, 0), (9, 0)))[1:],
)
