"""Death Over The Kingdom: be neither first nor last at a court where Princesses turn Knights and Knights turn Dragons.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-over-the-kingdom.md).
"""

from companion.games.death_over_the_kingdom import guide, moves, rules, scoring, screens, state
from companion.games.death_over_the_kingdom.sentences import DeathOverTheKingdomSentences
from companion.games.game import GameOf
from companion.games.moves import kinds


class DeathOverTheKingdom(GameOf[state.State, moves.AnyMove]):
    """The game as other packages use it."""

    SLUG = "death-over-the-kingdom"
    TITLE = "Death Over The Kingdom"
    SEATS = range(3, 17)
    STARTER_OPTION = "dealer"
    BGG = 172382
    Options = moves.Options
    MOVES = kinds(moves.AnyMove)
    PILES = moves.PILES
    cards_in = staticmethod(moves.cards_in)
    TRACKS = state.TRACKS
    REFUSALS = rules.REFUSALS
    HIGHLIGHTS = scoring.HIGHLIGHTS
    LAID_OTHERWISE = guide.LAID_OTHERWISE
    SENTENCES = DeathOverTheKingdomSentences

    initial_state = staticmethod(state.initial_state)
    tracks = staticmethod(state.tracks)
    apply = staticmethod(rules.apply)
    asks = staticmethod(rules.asks)
    reads_off = staticmethod(rules.reads_off)
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


GAME = DeathOverTheKingdom()
