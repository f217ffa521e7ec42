"""Death Wish: collect diseases; the first to reach the agreed number of skulls dies, and wins.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-wish.md).
"""

from companion.games.death_wish.asks import asks, may_report, reads_off
from companion.games.death_wish.cards import PILES, cards_in
from companion.games.death_wish.guide import GUIDE
from companion.games.death_wish.moves import MOVES, Options
from companion.games.death_wish.refusals import REFUSALS
from companion.games.death_wish.rules import apply, as_reported
from companion.games.death_wish.scoring import (
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
from companion.games.death_wish.state import SCORED, TRACKS, initial_state, starter, tracks
from companion.games.death_wish.view import SECRET_MOVES, is_revealed, own_view, secret_in, settled, view

SLUG = "death-wish"
TITLE = "Death Wish"
NAMES: dict[str, str] = {}
SEATS = range(2, 9)
STARTER_OPTION = "first"
SCORES_CARRY_OVER = False
COOPERATIVE = False
BGG: int | None = 177921

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
