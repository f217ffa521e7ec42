"""Coffin Race: its options and its moves, as a record says them."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.game import OptionsBase
from companion.games.moves import Move, Seat, Text

MOURNERS = 20
STONES = 3
Stone = Literal[-1, 0, 1]
Stride = Literal[0, 1, 2, 3]


class Options(OptionsBase, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=5)] = 2
    ground: Literal["mud", "gravel"] = "mud"
    midnight: bool = False


class Route(Move, frozen=True, tag="route"):
    """Opens a round: what each of the three stones does to a coffin."""

    stones: tuple[Stone, ...]


class Bet(Move, frozen=True, tag="bet"):
    """On whose coffin a seat bets, secret until all have bet."""

    seat: Seat
    on: Seat


class Advance(Move, frozen=True, tag="advance"):
    """How far a coffin is carried."""

    seat: Seat
    by: Stride


class Tie(Move, frozen=True, tag="tie"):
    """Coffins that go together: a step for each."""

    seats: tuple[Seat, ...]


class Epitaph(Move, frozen=True, tag="epitaph"):
    """What the last one says, about whom, and to how many."""

    seat: Seat
    about: Seat
    mourners: Annotated[int, Meta(ge=0, le=MOURNERS)]
    words: Text


class Bury(Move, frozen=True, tag="bury"):
    """The race is over when the winner lies in the ground."""

    seat: Seat
    under: Literal["mud", "gravel"]


AnyMove = Route | Bet | Advance | Tie | Epitaph | Bury
