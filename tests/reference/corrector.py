"""Corrections of any sheet, drawn at random until the rules take one."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.game import Ask
from companion.games.moves import Refused
from companion.table.limits import CORRECTED_LINES, MOVES_A_LINE
from companion.table.model import Table
from companion.table.strict_json import Unreadable
from tests.reference.sheet import readings_of_lines

Plain = dict[str, Any]
Lines = list[list[Any]]


@dataclass(frozen=True)
class Spot:
    """A move on the sheet: its line, its place among the moves of that line, and itself."""

    line: int
    place: int
    move: Plain


class Corrector(ABC):
    """Corrects the sheet of `table`, which is written down in `moves`."""

    DRAWS = 20  # an empty sheet has no correction, and a full one hardly any that fits
    rng: random.Random
    moves: list[Plain]
    table: Table

    @abstractmethod
    def put(self, plain: Plain) -> None: ...
    @abstractmethod
    def asked(self, state: Any) -> list[Ask]: ...
    @abstractmethod
    def answered(self, state: Any, ask: Ask) -> Plain: ...
    @abstractmethod
    def some_forgotten(self, state: Any) -> Plain: ...

    def kinds(self) -> list[Callable[[], Lines | None]]:
        """The kinds of corrections, each as often as it is likely."""
        both = [self.strike, self.insert, self.undo]
        return [*[self.answer_otherwise] * 3, *both * 2, self.another_seat, self.swap, self.take_back, self.put_back]

    def correct(self) -> None:
        """Write a correction that the rules take and that changes something, if one is drawn."""
        self.readings = readings_of_lines(self.moves)
        self.spots = [Spot(line, *spot) for line, reads in self.readings.items() for spot in enumerate(reads)]
        kinds = self.kinds()
        for _ in range(self.DRAWS):
            lines = self.rng.choice(kinds)()
            if lines and self.is_taken({"move": "correct", "lines": lines}):
                return

    def is_taken(self, correction: Plain) -> bool:
        """Whether a correction changes a line, and is written."""
        if readings_of_lines([*self.moves, correction]) == self.readings or is_too_long(correction):
            return False
        try:
            self.put(correction)
        except (Refused, Unreadable):
            return False
        return True

    def spot(self, *kinds: str) -> Spot | None:
        """A move on the sheet, of one of these kinds if any is named."""
        spots = [spot for spot in self.spots if not kinds or spot.move["move"] in kinds]
        return self.rng.choice(spots or (None,))

    def state_before(self, spot: Spot) -> Any:
        """How the game stood before the line of a spot."""
        return self.table.folds[spot.line - 1].state

    def reads(self, spot: Spot, *moves: Plain) -> list[Any]:
        """The line of a spot, with other moves in the spot's place."""
        reads = self.readings[spot.line]
        reads = [*reads[: spot.place], *moves, *reads[spot.place + 1 :]]
        return [spot.line, None if not reads else reads[0] if len(reads) == 1 else reads]

    # The kinds of corrections

    def answer_otherwise(self) -> Lines | None:
        """The same was asked, and the answer was another, perhaps of another seat."""
        spot = self.spot()
        state = spot and self.state_before(spot)
        asked = [ask for ask in self.asked(state) if ask.move == spot.move["move"]] if spot else []
        return [self.reads(spot, self.answered(state, self.rng.choice(asked)))] if spot and asked else None

    def another_seat(self) -> Lines | None:
        """The move was another seat's."""
        spot = self.spot()
        if not spot or "seat" not in spot.move:
            return None
        return [self.reads(spot, spot.move | {"seat": self.rng.choice(range(len(self.table.seats)))})]

    def strike(self) -> Lines | None:
        """A move was none."""
        spot = self.spot()
        return [self.reads(spot)] if spot else None

    def insert(self) -> Lines | None:
        """Something was forgotten, anywhere."""
        spot = self.spot()
        if not spot:
            return None
        state = self.state_before(spot)
        if not self.asked(state):
            return None
        both = [self.some_forgotten(state), spot.move]
        self.rng.shuffle(both)
        return [self.reads(spot, *both)]

    def swap(self) -> Lines | None:
        """Two moves of a kind were those of each other's seats."""
        one = self.spot()
        other = self.spot(one.move["move"]) if one else None
        if not one or not other or one.line == other.line or "seat" not in one.move:
            return None
        swapped = [spot.move | {"seat": beside.move["seat"]} for spot, beside in ((other, one), (one, other))]
        return [self.reads(spot, move) for spot, move in zip((one, other), swapped, strict=True)]

    def take_back(self) -> Lines | None:
        """The newest move is struck."""
        return [self.reads(self.spots[-1])] if self.spots else None

    def put_back(self) -> Lines | None:
        """A line reads again as it was written."""
        line, reads = self.rng.choice(list(self.readings.items()) or [(0, [])])
        return None if not line or reads == [self.moves[line - 1]] else [[line, self.moves[line - 1]]]

    def undo(self) -> Lines | None:
        """One of the newest corrections is struck."""
        lines = [line for line, move in enumerate(self.moves, 1) if move["move"] == "correct"]
        return [[self.rng.choice(lines[-2:]), None]] if lines else None


def is_too_long(correction: Plain) -> bool:
    """Whether a table would not take a correction of so many lines, or of so many moves in one."""
    moves = [reads for _, reads in correction["lines"] if isinstance(reads, list)]
    return len(correction["lines"]) > CORRECTED_LINES or any(len(reads) > MOVES_A_LINE for reads in moves)
