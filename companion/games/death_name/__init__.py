"""死名をご記入ください / DEATH Name: write names that hurt their holders.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-name.md).
"""

from typing import ClassVar

from companion.games.death_name import guide, moves, rules, scoring, screens, state
from companion.games.death_name.sentences import DeathNameSentences
from companion.games.game import GameOf
from companion.games.moves import kinds


class DeathName(GameOf[state.State, moves.AnyMove]):
    """The game as other packages use it."""

    SLUG = "death-name"
    TITLE = "DEATH Name"
    NAMES: ClassVar = {"ja": "死名をご記入ください"}
    SEATS = range(4, 7)
    Options = moves.Options
    MOVES = kinds(moves.AnyMove)
    PILES = moves.PILES
    TRACKS = state.TRACKS
    REFUSALS = rules.REFUSALS
    HIGHLIGHTS = scoring.HIGHLIGHTS
    SECRET_MOVES = screens.SECRET_MOVES
    LAID_OTHERWISE = guide.LAID_OTHERWISE
    SENTENCES = DeathNameSentences

    initial_state = staticmethod(state.initial_state)
    apply = staticmethod(rules.apply)
    as_reported = staticmethod(rules.as_reported)
    asks = staticmethod(rules.asks)
    count = staticmethod(scoring.count)
    rounds_scored = staticmethod(scoring.rounds_scored)
    ledger = staticmethod(scoring.ledger)
    standing = staticmethod(scoring.standing)
    facts = staticmethod(scoring.facts)
    highlights = staticmethod(scoring.highlights)
    read_ahead = staticmethod(scoring.read_ahead)
    laying_out = staticmethod(guide.laying_out)
    phase = staticmethod(guide.phase)
    view = staticmethod(screens.view)
    own_view = staticmethod(screens.own_view)
    secret_in = staticmethod(screens.secret_in)
    is_revealed = staticmethod(screens.is_revealed)
    settled = staticmethod(screens.settled)


GAME = DeathName()
