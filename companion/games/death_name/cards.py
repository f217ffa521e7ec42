"""DEATH Name: what a card of its decks may say."""

from typing import Annotated

from msgspec import Meta

from companion.games.cards import Pile, Printed, no_cards
from companion.games.refusals import N_

Icon = Annotated[int, Meta(ge=-2, le=2)]

# The six sets of name cards and boards.
COLOURS = ("red", "purple", "yellow", "green", "gray", "blue")
# The practice decree: the second place loses 1, the last but one gains 1. The book shows that for 4 players [8].
DERIVED = N_("made after the card for 4 players")
PRACTICE = {
    "4": Printed([0, -1, 1, 0]),
    "5": Printed([0, -1, 0, 1, 0], DERIVED),
    "6": Printed([0, -1, 0, 0, 1, 0], DERIVED),
}
# The decrees: a pile for each number of players, with an icon for each of them.
PILES = {
    "4": Pile(tuple[Icon, Icon, Icon, Icon], printed=(PRACTICE["4"],), has_effects=True),
    "5": Pile(tuple[Icon, Icon, Icon, Icon, Icon], printed=(PRACTICE["5"],), has_effects=True),
    "6": Pile(tuple[Icon, Icon, Icon, Icon, Icon, Icon], printed=(PRACTICE["6"],), has_effects=True),
}
cards_in = no_cards
