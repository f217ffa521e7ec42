"""Death Over The Kingdom: be neither first nor last at a court where Princesses turn Knights and Knights turn Dragons.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-over-the-kingdom.md).
"""

from companion.games.death_over_the_kingdom.asks import asks, may_report, reads_off
from companion.games.death_over_the_kingdom.cards import PILES, cards_in
from companion.games.death_over_the_kingdom.guide import GUIDE
from companion.games.death_over_the_kingdom.moves import MOVES, Options
from companion.games.death_over_the_kingdom.refusals import REFUSALS
from companion.games.death_over_the_kingdom.rules import apply, as_reported
from companion.games.death_over_the_kingdom.scoring import (
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
from companion.games.death_over_the_kingdom.state import SCORED, TRACKS, initial_state, starter, tracks
from companion.games.death_over_the_kingdom.view import SECRET_MOVES, is_revealed, own_view, secret_in, settled, view

SLUG = "death-over-the-kingdom"
TITLE = "Death Over The Kingdom"
NAMES: dict[str, str] = {}
SEATS = range(3, 17)
STARTER_OPTION = "dealer"
SCORES_CARRY_OVER = False
COOPERATIVE = False
BGG: int | None = 172382

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
