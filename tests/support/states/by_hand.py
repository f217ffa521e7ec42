"""Tables that chance hardly ever comes to: moves as JSON, and the move that is refused there."""

from typing import Any, NamedTuple

from companion.games import GAMES
from companion.table.fold import append, open_table
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


def by_hand(slug: str) -> list[State]:
    """The states of these tables."""
    return [_state(slug, refusal) for refusal in REFUSALS.get(slug, ())]


def _state(slug: str, refusal: Refusal) -> State:
    game = GAMES[slug]
    table = open_table(game, STYLES["long"][:4], options_for(game, refusal.options))
    for plain in refusal.moves:
        table = append(table, move(game, plain))
    return State(f"{slug}: refuses {refusal.code}", table, refusal.refused["seat"], refusal.refused)
