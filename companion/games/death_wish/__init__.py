"""Death Wish: collect diseases; the first to reach the agreed number of skulls dies, and wins.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-wish.md).
"""

from companion.games.death_wish import guide, moves, rules, scoring, screens, state
from companion.games.death_wish.sentences import DeathWishSentences
from companion.games.game import GameOf
from companion.games.moves import kinds


class DeathWish(GameOf[state.State, moves.AnyMove]):
    """The game as other packages use it."""

    SLUG = "death-wish"
    TITLE = "Death Wish"
    SEATS = range(2, 9)
    STARTER_OPTION = "first"
    BGG = 177921
    Options = moves.Options
    MOVES = kinds(moves.AnyMove)
    PILES = moves.PILES
    TRACKS = state.TRACKS
    REFUSALS = rules.REFUSALS
    HIGHLIGHTS = scoring.HIGHLIGHTS
    SECRET_MOVES = screens.SECRET_MOVES
    SENTENCES = DeathWishSentences

    initial_state = staticmethod(state.initial_state)
    apply = staticmethod(rules.apply)
    asks = staticmethod(rules.asks)
    may_report = staticmethod(rules.may_report)
    count = staticmethod(scoring.count)
    ledger = staticmethod(scoring.ledger)
    standing = staticmethod(scoring.standing)
    facts = staticmethod(scoring.facts)
    highlights = staticmethod(scoring.highlights)
    laying_out = staticmethod(guide.laying_out)
    phase = staticmethod(guide.phase)
    view = staticmethod(screens.view)
    own_view = staticmethod(screens.own_view)
    secret_in = staticmethod(screens.secret_in)
    is_revealed = staticmethod(screens.is_revealed)


GAME = DeathWish()
