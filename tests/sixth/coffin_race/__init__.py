"""Coffin Race: a game that only the tests know. It asks in every way in which a game can ask.

A round: the route is laid (three stones), all bet in secret on a coffin, all advance, coffins may be tied together,
and whoever is last says a few words. After the last round the winner is buried.
"""

from companion.games.game import GameOf
from companion.games.moves import kinds
from tests.sixth.coffin_race import moves, rules, scoring, screens, state


class CoffinRace(GameOf[state.State, moves.AnyMove]):
    """The object by which all others know this game."""

    SLUG = "coffin-race"
    TITLE = "Coffin Race"
    SEATS = range(2, 5)
    Options = moves.Options
    MOVES = kinds(moves.AnyMove)
    TRACKS = state.TRACKS
    REFUSALS = rules.REFUSALS
    HIGHLIGHTS = scoring.HIGHLIGHTS
    SECRET_MOVES = screens.SECRET_MOVES

    initial_state = staticmethod(state.initial_state)
    apply = staticmethod(rules.apply)
    asks = staticmethod(rules.asks)
    count = staticmethod(scoring.count)
    rounds_scored = staticmethod(scoring.rounds_scored)
    ledger = staticmethod(scoring.ledger)
    standing = staticmethod(scoring.standing)
    facts = staticmethod(scoring.facts)
    highlights = staticmethod(scoring.highlights)
    view = staticmethod(screens.view)
    own_view = staticmethod(screens.own_view)
    secret_in = staticmethod(screens.secret_in)
    is_revealed = staticmethod(screens.is_revealed)


GAME = CoffinRace()
