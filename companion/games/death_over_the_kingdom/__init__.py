"""Death Over The Kingdom: be neither first nor last at a court where Princesses turn Knights and Knights turn Dragons.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-over-the-kingdom.md).
"""

from companion.games.death_over_the_kingdom.asks import asks, may_report
from companion.games.death_over_the_kingdom.cards import PILES, cards_in
from companion.games.death_over_the_kingdom.moves import MOVES, Options
from companion.games.death_over_the_kingdom.rules import apply
from companion.games.death_over_the_kingdom.scoring import (
    HIGHLIGHTS,
    aim,
    boasts,
    facts,
    ledger,
    next_starters,
    standing,
)
from companion.games.death_over_the_kingdom.state import SCORED, TRACKS, opening, tracks
from companion.games.death_over_the_kingdom.view import SECRET_MOVES, is_revealed, secret_in, settled, view

SLUG = "death-over-the-kingdom"
TITLE = "Death Over The Kingdom"
SEATS = range(3, 17)
STARTER_OPTION = "dealer"
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
