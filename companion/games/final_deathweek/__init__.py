"""ファイナル・デスウィーク / Final Deathweek: get through seven days together, with killers that only the others see.

The numbers in brackets are those of the reading of the rulebook (docs/rules/final-deathweek.md).
"""

from companion.games.final_deathweek.asks import asks, may_report, reads_off
from companion.games.final_deathweek.cards import PILES, cards_in
from companion.games.final_deathweek.guide import GUIDE
from companion.games.final_deathweek.moves import MOVES, Options
from companion.games.final_deathweek.refusals import REFUSALS
from companion.games.final_deathweek.rules import apply, as_reported
from companion.games.final_deathweek.scoring import (
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
from companion.games.final_deathweek.state import SCORED, TRACKS, initial_state, starter, tracks
from companion.games.final_deathweek.view import SECRET_MOVES, is_revealed, own_view, secret_in, settled, view

SLUG = "final-deathweek"
TITLE = "Final Deathweek"
NAMES: dict[str, str] = {"ja": "ファイナル・デスウィーク"}
SEATS = range(2, 5)
STARTER_OPTION = "leader"
SCORES_CARRY_OVER = False
COOPERATIVE = True
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
