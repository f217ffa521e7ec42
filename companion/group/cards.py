"""Cards of decks, as the games say what a card may say."""

from typing import Any

from companion.games import GAMES


def card(game: str, pile: str, plain: Any, strict: bool = True) -> Any:
    """A card as plain JSON in its one spelling; without `strict` its numbers may be texts, as in a form.

    ValueError if no card of that pile can say this, or if the game has no such pile. A game that is not in the
    register has cards of any kind.
    """
    if game not in GAMES:
        return plain
    piles = GAMES[game].PILES
    if pile not in piles:
        raise ValueError(f"There is no pile “{pile}”")
    return piles[pile].read(plain, strict)
