"""Coffin Race: a game that only the tests know. It asks in every way in which a game can ask.

A round: the route is laid (three stones), all bet in secret on a coffin, all advance, coffins may be tied together,
and whoever is last says a few words. After the last round the winner is buried.
"""

from companion.games.guide import Guide
from tests.sixth.coffin_race.asks import asks, may_report, reads_off
from tests.sixth.coffin_race.cards import PILES, cards_in
from tests.sixth.coffin_race.moves import MOVES, Options
from tests.sixth.coffin_race.refusals import REFUSALS
from tests.sixth.coffin_race.rules import apply, as_reported
from tests.sixth.coffin_race.scoring import (
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
from tests.sixth.coffin_race.state import SCORED, TRACKS, initial_state, starter, tracks
from tests.sixth.coffin_race.view import SECRET_MOVES, is_revealed, own_view, secret_in, settled, view

SLUG = "coffin-race"
TITLE = "Coffin Race"
NAMES: dict[str, str] = {}
SEATS = range(2, 5)
STARTER_OPTION = ""
SCORES_CARRY_OVER = False
COOPERATIVE = False
BGG: int | None = None
GUIDE = Guide()

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
