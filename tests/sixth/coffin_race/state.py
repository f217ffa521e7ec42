"""Coffin Race: the state, and the questions that can be answered from it."""

from msgspec import Struct

from companion.games.ledger import Entry
from tests.sixth.coffin_race.moves import Options

TRACKS = ("steps", "hunch")


class Round(Struct, frozen=True, gc=False):
    number: int
    stones: tuple[int, ...]
    bets: tuple[int | None, ...]
    strides: tuple[int | None, ...]
    tied: tuple[int, ...] = ()
    words: str = ""

    @property
    def all_bet(self) -> bool:
        return None not in self.bets

    @property
    def run(self) -> bool:
        return None not in self.strides

    @property
    def over(self) -> bool:
        return bool(self.words)


class State(Struct, frozen=True, gc=False):
    seats: int
    options: Options
    rounds: tuple[Round, ...] = ()
    adjusts: tuple[Entry, ...] = ()
    buried: bool = False
    counted: bool = False

    @property
    def newest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def between(self) -> bool:
        return self.newest is None or self.newest.over

    @property
    def finished(self) -> bool:
        return self.between and len(self.rounds) == self.options.rounds


def initial_state(seats: int, options: Options) -> State:
    return State(seats, options)


def steps_of(now: Round) -> list[int]:
    """How far each coffin came: its stride, and what the stone there did to it."""
    strides = (stride for stride in now.strides if stride is not None)
    return [stride + now.stones[stride - 1] if stride else 0 for stride in strides]


def last_seat(now: Round) -> int:
    steps = steps_of(now)
    return steps.index(min(steps))
