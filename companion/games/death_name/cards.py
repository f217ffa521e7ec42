"""DEATH Name: what a card of its decks may say."""

from typing import Annotated

from msgspec import Meta

from companion.games.cards import Pile, no_cards

Icon = Annotated[int, Meta(ge=-2, le=2)]

# The decrees: a pile for each number of players, with an icon for each of them.
PILES = {
    "4": Pile(tuple[Icon, Icon, Icon, Icon]),
    "5": Pile(tuple[Icon, Icon, Icon, Icon, Icon]),
    "6": Pile(tuple[Icon, Icon, Icon, Icon, Icon, Icon]),
}
cards_in = no_cards
