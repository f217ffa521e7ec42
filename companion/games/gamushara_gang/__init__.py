"""がむしゃらギャング団 / Perhaps doing, are you spy?: execute the gang one by one, and be the last who is left.

The numbers in brackets are those of the reading of the rulebook (docs/rules/gamushara-gang.md).
"""

from companion.games.gamushara_gang.asks import asks, may_report, reads_off
from companion.games.gamushara_gang.cards import PILES, cards_in
from companion.games.gamushara_gang.guide import GUIDE
from companion.games.gamushara_gang.moves import MOVES, Options
from companion.games.gamushara_gang.refusals import REFUSALS
from companion.games.gamushara_gang.rules import apply, as_reported
from companion.games.gamushara_gang.scoring import (
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
from companion.games.gamushara_gang.state import SCORED, TRACKS, initial_state, starter, tracks
from companion.games.gamushara_gang.view import SECRET_MOVES, is_revealed, own_view, secret_in, settled, view

SLUG = "gamushara-gang"
TITLE = "Perhaps doing, are you spy?"
NAMES: dict[str, str] = {"ja": "がむしゃらギャング団"}
SEATS = range(3, 6)
STARTER_OPTION = "first"
SCORES_CARRY_OVER = True
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
