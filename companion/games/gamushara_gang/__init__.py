"""がむしゃらギャング団 / Perhaps doing, are you spy?: execute the gang one by one, and be the last who is left.

The numbers in brackets are those of the reading of the rulebook (docs/rules/gamushara-gang.md).
"""

from typing import ClassVar

from companion.games.game import GameOf
from companion.games.gamushara_gang import guide, moves, rules, scoring, screens, state
from companion.games.gamushara_gang.sentences import GamusharaGangSentences
from companion.games.moves import kinds


class GamusharaGang(GameOf[state.State, moves.AnyMove]):
    """The game as other packages use it."""

    SLUG = "gamushara-gang"
    TITLE = "Perhaps doing, are you spy?"
    NAMES: ClassVar = {"ja": "がむしゃらギャング団"}
    SEATS = range(3, 6)
    STARTER_OPTION = "first"
    SCORES_CARRY_OVER = True
    Options = moves.Options
    MOVES = kinds(moves.AnyMove)
    PILES = moves.PILES
    cards_in = staticmethod(moves.cards_in)
    TRACKS = state.TRACKS
    REFUSALS = rules.REFUSALS
    HIGHLIGHTS = scoring.HIGHLIGHTS
    SENTENCES = GamusharaGangSentences

    initial_state = staticmethod(state.initial_state)
    apply = staticmethod(rules.apply)
    asks = staticmethod(rules.asks)
    count = staticmethod(scoring.count)
    ledger = staticmethod(scoring.ledger)
    standing = staticmethod(scoring.standing)
    aim = staticmethod(scoring.aim)
    facts = staticmethod(scoring.facts)
    roles = staticmethod(scoring.roles)
    next_starters = staticmethod(scoring.next_starters)
    highlights = staticmethod(scoring.highlights)
    laying_out = staticmethod(guide.laying_out)
    phase = staticmethod(guide.phase)
    view = staticmethod(screens.view)


GAME = GamusharaGang()
