"""Death Over The Kingdom: what a card of its decks may say."""

from typing import Any

from companion.games.cards import Pile
from companion.games.death_over_the_kingdom.moves import CHARACTERS, Number

UPRIGHT = " upright"

# The number on each character's card: turned, and upright.
PILES = {
    character + side: Pile(Number, newest_first=True, in_options=True)
    for character in CHARACTERS
    for side in ("", UPRIGHT)
}


def cards_in(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The numbers that the options give for either side of a character."""
    values = options.get("values", {}).items()
    sides = [
        (character + side, number)
        for character, both in values
        for side, number in zip((UPRIGHT, ""), both, strict=False)
    ]
    return [(pile, number) for pile, number in sides if number is not None]
