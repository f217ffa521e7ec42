"""Tables that chance hardly ever comes to: moves as JSON, and the move that is refused there, if one is."""

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.table.fold import append, open_table
from companion.table.model import Table
from companion.table.moves import move, options_for
from tests.support.states.people import STYLES
from tests.support.states.state import State


class Refusal(NamedTuple):
    """A table of four, its options and moves, and what is refused after them with which code."""

    options: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    refused: dict[str, Any]
    code: str


# The spy was found among those who are out, and the last survivor says that it was the spy.
SECOND_SPY = Refusal(
    {"points": [5]},
    (
        {"move": "execute", "character": "3"},
        {"move": "out", "seat": 2, "spy": False},
        {"move": "turn"},
        {"move": "execute", "character": "4"},
        {"move": "out", "seat": 3, "spy": False},
        {"move": "turn"},
        {"move": "execute", "character": "5"},
        {"move": "out", "seat": 0, "spy": True},
    ),
    {"move": "personality", "seat": 1, "spy": True},
    "one-spy",
)
# What chance seldom tries of a disease, and of the dead.
LOOMONIA = {"move": "contract", "seat": 0, "disease": "Loomonia", "color": "blue", "skulls": 2, "outbreak": True}
DEAD = (LOOMONIA, {"move": "adjust", "seat": 0, "track": "skulls", "by": 8, "why": "a bet"})
REVIVED = (*DEAD, {"move": "revive", "seat": 0, "cured": ["Loomonia"]})
OF_DISEASES = (
    Refusal({}, (), LOOMONIA | {"color": "wild", "from": 1}, "wild-stolen"),
    Refusal({}, DEAD, {"move": "revive", "seat": 0}, "still-deadly"),
    Refusal({}, DEAD, {"move": "revive", "seat": 1}, "alive"),
    Refusal({}, REVIVED, {"move": "revive", "seat": 0}, "alive"),
)
REFUSALS = {"gamushara-gang": (SECOND_SPY,), "death-wish": OF_DISEASES}
# What stands alone on a scoreboard, with as many words as are taken.
LONGEST = "Whoever sits to the left of the host swaps two diseases, and discards afflicters"
SPOTLIT = {
    "death-wish": (
        (LOOMONIA, {"move": "outbreak", "seat": 0, "kept": False, "text": LONGEST}),
        ({"move": "farewell", "seat": 2, "text": LONGEST},),
    )
}


def by_hand(slug: str) -> list[State]:
    """The states of these tables."""
    refused = (
        State(f"{slug}: refuses {one.code}", _played(slug, one.options, one.moves), one.refused["seat"], one.refused)
        for one in REFUSALS.get(slug, ())
    )
    spotlit = (State(f"{slug}: shows {moves[-1]['move']}", _played(slug, {}, moves)) for moves in SPOTLIT.get(slug, ()))
    return [*refused, *spotlit]


def _played(slug: str, options: dict[str, Any], moves: Sequence[dict[str, Any]]) -> Table:
    game = GAMES[slug]
    opened = open_table(game, STYLES["long"][:4], options_for(game, options))
    return reduce(append, (move(game, plain) for plain in moves), opened)
