"""Cards of decks, as the games say what a card may say."""

from typing import Any

from companion.games import GAMES
from companion.games.moves import text

EFFECT = 300  # characters


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


def effect(game: str, pile: str, text_given: Any) -> str:
    """What a card does, as somebody told it, in one line; empty for nothing.

    ValueError if it is too long, has control characters, or if of such cards nobody tells what they do.
    """
    if not isinstance(text_given, str):
        raise ValueError("What a card does is a text")
    line = " ".join(text_given.split())
    if not line:
        return ""
    if game in GAMES and not GAMES[game].PILES[pile].has_effects:
        raise ValueError(f"Of “{pile}” nobody tells what they do")
    return text(line, EFFECT)
