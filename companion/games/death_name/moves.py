"""DEATH Name: its options and its moves, as a record says them."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.game import OptionsBase
from companion.games.moves import Move, Seat, Text, kinds

LAST_ROUND = 7  # of the rulebook's two days
Icon = Literal[-2, -1, 0, 1, 2]
Choice = Literal["keep", "pass"]


class Options(OptionsBase, frozen=True):
    PER_TABLE = ("language",)

    language: Annotated[str, Meta(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$(?!\n)", max_length=35)] = "en"
    kill_rule: Literal["net", "any"] = "net"
    pass_limit: Annotated[int, Meta(ge=1, le=9)] | None = None
    practice: bool = False
    rounds: Annotated[int, Meta(ge=4, le=LAST_ROUND)] = LAST_ROUND
    same_reading: Literal["one", "two"] = "one"
    day2_duplicates: Literal["penalty", "none"] = "penalty"


class Decree(Move, frozen=True, tag="decree"):
    """Opens the next round: one icon per place, first alphabetical place first."""

    icons: tuple[Icon, ...]


class Write(Move, frozen=True, tag="write"):
    """The name on a seat's card."""

    seat: Seat
    name: Text


class Declare(Move, frozen=True, tag="declare"):
    """Keep or pass, secretly and all at once."""

    seat: Seat
    choice: Choice


class Hold(Move, frozen=True, tag="hold"):
    """After a draft by hand: the seat ended with the card that `card` wrote."""

    seat: Seat
    card: Seat


class Choose(Move, frozen=True, tag="choose"):
    """Day 2: the own card picked, by the round in which it was written."""

    seat: Seat
    round: Annotated[int, Meta(ge=1, le=4)]


class Reading(Move, frozen=True, tag="reading"):
    """How a written name is read (kana, say)."""

    seat: Seat
    reading: Text


class Same(Move, frozen=True, tag="same"):
    """The names of these seats count as one name."""

    seats: tuple[Seat, ...]


AnyMove = Decree | Write | Declare | Hold | Choose | Reading | Same
MOVES: tuple[type[AnyMove], ...] = kinds(AnyMove)
