"""ファイナル・デスウィーク / Final Deathweek: get through seven days together, with killers that only the others see.

The numbers in brackets are those of the reading of the rulebook (docs/rules/final-deathweek.md).
"""

from typing import ClassVar

from companion.games.final_deathweek import guide, moves, rules, scoring, screens, state
from companion.games.final_deathweek.sentences import FinalDeathweekSentences
from companion.games.game import GameOf
from companion.games.moves import kinds


class FinalDeathweek(GameOf[state.State, moves.AnyMove]):
    """The game as other packages use it."""

    SLUG = "final-deathweek"
    TITLE = "Final Deathweek"
    NAMES: ClassVar = {"ja": "ファイナル・デスウィーク"}
    SEATS = range(2, 5)
    STARTER_OPTION = "leader"
    COOPERATIVE = True
    Options = moves.Options
    MOVES = kinds(moves.AnyMove)
    PILES = moves.PILES
    TRACKS = state.TRACKS
    SCORED = state.SCORED
    REFUSALS = rules.REFUSALS
    HIGHLIGHTS = scoring.HIGHLIGHTS
    SECRET_MOVES = screens.SECRET_MOVES
    SENTENCES = FinalDeathweekSentences

    initial_state = staticmethod(state.initial_state)
    tracks = staticmethod(state.tracks)
    apply = staticmethod(rules.apply)
    asks = staticmethod(rules.asks)
    may_report = staticmethod(rules.may_report)
    count = staticmethod(scoring.count)
    rounds_scored = staticmethod(scoring.rounds_scored)
    ledger = staticmethod(scoring.ledger)
    standing = staticmethod(scoring.standing)
    aim = staticmethod(scoring.aim)
    facts = staticmethod(scoring.facts)
    next_starters = staticmethod(scoring.next_starters)
    highlights = staticmethod(scoring.highlights)
    laying_out = staticmethod(guide.laying_out)
    phase = staticmethod(guide.phase)
    view = staticmethod(screens.view)
    secret_in = staticmethod(screens.secret_in)
    is_revealed = staticmethod(screens.is_revealed)


GAME = FinalDeathweek()
