"""Death Over The Kingdom: things to lay out, and the current step. Numbers in brackets are those of docs/rules."""

from companion.games.death_over_the_kingdom.moves import CHARACTERS, Options
from companion.games.death_over_the_kingdom.state import GOALS, State
from companion.games.guide import Item, Phase

DECK = 2 * len(CHARACTERS)  # cards in the box
LAID_OTHERWISE = (Options(mode="crowd"), Options(mode="last-standing"))


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """The things to lay out: three cards each in the classic game, else one; the deck on the Dealer's left [1, 5]."""
    each = len(GOALS) if options.mode == "classic" else 1
    return (
        Item(DECK, "shuffled"),
        Item(seats * each, "three-each" if options.mode == "classic" else "one-each"),
        Item(DECK - seats * each, "deck"),
        Item(0, "begins"),
        Item(0, "aids"),
        _counted(options),
    )


def _counted(options: Options) -> Item:
    if options.mode != "last-standing":
        return Item(0, "markers")
    return Item(0, "lives", {"lives": options.lives})


def phase(state: State) -> Phase | None:
    """The current step of a round: deal, Kings up, lay, act up to the Dealer, turn up [1].

    The goal of a classic round gives the number of cards left in hand: three, two, one.
    """

    if state.over:
        return None
    if state.now.complete:
        return Phase("copied")
    if any(state.now.played):
        return Phase("turn-up")
    return Phase(state.goal if state.options.mode == "classic" else "one")
