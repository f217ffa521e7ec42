"""DEATH Name: options, moves as in a record, and cards."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.cards import Pile, Printed
from companion.games.game import OptionsBase
from companion.games.moves import N_, Move, Seat, Text

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
    """Open the next round: one icon per place, first alphabetical place first."""

    icons: tuple[Icon, ...]


class Write(Move, frozen=True, tag="write"):
    """The name on a seat's card."""

    seat: Seat
    name: Text


class Declare(Move, frozen=True, tag="declare"):
    """Keep or pass, in secret and all at once."""

    seat: Seat
    choice: Choice


class Hold(Move, frozen=True, tag="hold"):
    """Report, after a draft by hand, that the seat holds the card that the seat `card` wrote."""

    seat: Seat
    card: Seat


class Choose(Move, frozen=True, tag="choose"):
    """The own card chosen on Day 2, by the round in which it was written."""

    seat: Seat
    round: Annotated[int, Meta(ge=1, le=4)]


class Reading(Move, frozen=True, tag="reading"):
    """The reading of a written name (kana, say)."""

    seat: Seat
    reading: Text


class Same(Move, frozen=True, tag="same"):
    """The names of these seats count as one name."""

    seats: tuple[Seat, ...]


AnyMove = Decree | Write | Declare | Hold | Choose | Reading | Same

OnCard = Annotated[int, Meta(ge=-2, le=2)]

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
    "4": Pile(tuple[OnCard, OnCard, OnCard, OnCard], printed=(PRACTICE["4"],), has_effects=True),
    "5": Pile(tuple[OnCard, OnCard, OnCard, OnCard, OnCard], printed=(PRACTICE["5"],), has_effects=True),
    "6": Pile(tuple[OnCard, OnCard, OnCard, OnCard, OnCard, OnCard], printed=(PRACTICE["6"],), has_effects=True),
}
