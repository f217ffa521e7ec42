"""死名をご記入ください / DEATH Name: write a name that hurts whoever ends up holding it.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-name.md).
"""

from companion.games.death_name.asks import asks, may_report, reads_off
from companion.games.death_name.cards import PILES, cards_in
from companion.games.death_name.guide import GUIDE
from companion.games.death_name.moves import MOVES, Options
from companion.games.death_name.refusals import REFUSALS
from companion.games.death_name.rules import apply, as_reported
from companion.games.death_name.scoring import (
    HIGHLIGHTS,
    aim,
    count,
    facts,
    highlights,
    ledger,
    next_starters,
    read_ahead,
    roles,
    rounds_scored,
    standing,
)
from companion.games.death_name.state import SCORED, TRACKS, initial_state, starter, tracks
from companion.games.death_name.view import SECRET_MOVES, is_revealed, own_view, secret_in, settled, view

SLUG = "death-name"
TITLE = "DEATH Name"
NAMES: dict[str, str] = {"ja": "死名をご記入ください"}
SEATS = range(4, 7)
STARTER_OPTION = ""
SCORES_CARRY_OVER = False
COOPERATIVE = False
BGG: int | None = None

__all__ = [
    "BGG",
    "COOPERATIVE",
    "GUIDE",
    "HIGHLIGHTS",
    "MOVES",
    "NAMES",
    "PILES",
    "REFUSALS",
    "SCORED",
    "SCORES_CARRY_OVER",
    "SEATS",
    "SECRET_MOVES",
    "SLUG",
    "STARTER_OPTION",
    "TITLE",
    "TRACKS",
    "Options",
    "aim",
    "apply",
    "as_reported",
    "asks",
    "cards_in",
    "count",
    "facts",
    "highlights",
    "initial_state",
    "is_revealed",
    "ledger",
    "may_report",
    "next_starters",
    "own_view",
    "read_ahead",
    "reads_off",
    "roles",
    "rounds_scored",
    "secret_in",
    "settled",
    "standing",
    "starter",
    "tracks",
    "view",
]
