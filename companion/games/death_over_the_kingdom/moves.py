"""Death Over The Kingdom: options, moves as in a record, and cards."""

from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from companion.games.cards import Pile
from companion.games.game import OptionsBase
from companion.games.moves import Move, Seat

LIVES = 4
Number = Annotated[int, Meta(ge=0, le=99)]
Sides = tuple[Number | None, Number | None]
Character = Literal[
    "death",
    "innkeeper",
    "merchant",
    "thief",
    "jester",
    "juggler",
    "monk",
    "sorceress",
    "dragon",
    "knight",
    "princess",
    "queen",
    "king",
]
CHARACTERS: tuple[Character, ...] = get_args(Character)


class Values(OptionsBase, frozen=True):
    """The values of each character, upright and turned; unknown turned values are read off the card."""

    death: Sides = (0, None)
    innkeeper: Sides = (1, None)
    merchant: Sides = (2, None)
    thief: Sides = (3, None)
    jester: Sides = (4, None)
    juggler: Sides = (5, None)
    monk: Sides = (6, None)
    sorceress: Sides = (7, None)
    dragon: Sides = (8, None)
    knight: Sides = (9, None)
    princess: Sides = (10, None)
    queen: Sides = (11, None)
    king: Sides = (12, None)


class Options(OptionsBase, frozen=True):
    PER_TABLE = ("dealer", "values")

    mode: Literal["classic", "crowd", "last-standing"] = "classic"
    dealer: Seat = 0
    lives: Annotated[int, Meta(ge=1, le=9)] = LIVES
    turns: Annotated[int, Meta(ge=1, le=16)] | UnsetType = UNSET
    values: Values = Values()
    flips: Literal["each", "once"] = "each"
    rounds: Annotated[int, Meta(ge=1, le=16)] | UnsetType = UNSET


class Card(Move, frozen=True, tag="card"):
    """A seat's card at the end of the round: its character, or the value on it, or both."""

    seat: Seat
    character: Character | None = None
    value: Number | None = None

    def __post_init__(self) -> None:
        if self.character is None and self.value is None:
            raise ValueError("A card has a character, a value, or both")


class Value(Move, frozen=True, tag="value"):
    """The value on a turned card, if it is not known."""

    seat: Seat
    value: Number


class Winners(Move, frozen=True, tag="winners"):
    """The winners of the round, instead of cards."""

    seats: tuple[Seat, ...]


class Losers(Move, frozen=True, tag="losers"):
    """The losers of the round, instead of cards."""

    seats: tuple[Seat, ...]


AnyMove = Card | Value | Winners | Losers


UPRIGHT = " upright"

# The number on each character's card: turned, and upright.
PILES = {
    character + side: Pile(Number, newest_first=True, in_options=True)
    for character in CHARACTERS
    for side in ("", UPRIGHT)
}


def cards_in(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The numbers that `options` give for the sides of characters, each with its pile."""
    values = options.get("values", {}).items()
    sides = [
        (character + side, number)
        for character, both in values
        for side, number in zip((UPRIGHT, ""), both, strict=False)
    ]
    return [(pile, number) for pile, number in sides if number is not None]
