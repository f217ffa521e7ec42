"""ファイナル・デスウィーク / Final Deathweek: get through seven days together, with killers that only the others see.

The numbers in brackets are those of the reading of the rulebook (docs/rules/final-deathweek.md).
"""

from companion.games.final_deathweek.asks import asks, may_report
from companion.games.final_deathweek.cards import PILES, cards_in
from companion.games.final_deathweek.moves import MOVES, Options
from companion.games.final_deathweek.rules import apply
from companion.games.final_deathweek.scoring import HIGHLIGHTS, aim, boasts, facts, ledger, next_starters, standing
from companion.games.final_deathweek.state import SCORED, TRACKS, opening, tracks
from companion.games.final_deathweek.view import SECRET_MOVES, is_revealed, secret_in, settled, view

SLUG = "final-deathweek"
TITLE = "Final Deathweek"
SEATS = range(2, 5)
STARTER_OPTION = "leader"
SCORES_CARRY_OVER = False

__all__ = [
    "HIGHLIGHTS",
    "MOVES",
    "PILES",
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
    "asks",
    "boasts",
    "cards_in",
    "facts",
    "is_revealed",
    "ledger",
    "may_report",
    "next_starters",
    "opening",
    "secret_in",
    "settled",
    "standing",
    "tracks",
    "view",
]
