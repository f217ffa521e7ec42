"""がむしゃらギャング団 / Perhaps doing, are you spy?: execute the gang one by one, and be the last who is left.

The numbers in brackets are those of the reading of the rulebook (docs/rules/gamushara-gang.md).
"""

from companion.games.gamushara_gang.asks import asks, may_report
from companion.games.gamushara_gang.moves import MOVES, Options
from companion.games.gamushara_gang.rules import apply
from companion.games.gamushara_gang.scoring import HIGHLIGHTS, aim, boasts, facts, ledger, next_starters, standing
from companion.games.gamushara_gang.state import SCORED, TRACKS, opening, tracks
from companion.games.gamushara_gang.view import VEILED, lifted, settled, veil, view

SLUG = "gamushara-gang"
TITLE = "Perhaps doing, are you spy?"
SEATS = range(3, 6)
STARTER_OPTION = "first"
SCORES_CARRY_OVER = True

__all__ = [
    "HIGHLIGHTS",
    "MOVES",
    "SCORED",
    "SCORES_CARRY_OVER",
    "SEATS",
    "SLUG",
    "STARTER_OPTION",
    "TITLE",
    "TRACKS",
    "VEILED",
    "Options",
    "aim",
    "apply",
    "asks",
    "boasts",
    "facts",
    "ledger",
    "lifted",
    "may_report",
    "next_starters",
    "opening",
    "settled",
    "standing",
    "tracks",
    "veil",
    "view",
]
