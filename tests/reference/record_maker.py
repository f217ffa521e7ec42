"""What makers of random records have in common: corrections drawn so that they fit, and what occurs in them."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from tests.reference.sheet import final_sheet, readings_of_lines, sheets


class Played(Protocol):
    """A table on which moves are put, each of which must fit."""

    @property
    def over(self) -> bool: ...
    @property
    def stopped(self) -> bool: ...
    def put(self, move: dict) -> None: ...


T = TypeVar("T", bound=Played)


class Misfit(ValueError):
    """A move that is not, not yet or no longer asked for."""


def claim(holds: bool) -> None:
    """Only go on with what fits."""
    if not holds:
        raise Misfit


def seen(names: dict[str, bool]) -> set[str]:
    """The names of what is so."""
    return {name for name, is_so in names.items() if is_so}


def with_all(table: T, sheet: list[dict]) -> T:
    """The table after all moves of a sheet, each of which must fit."""
    for move in sheet:
        table.put(move)
    return table


class Corrector(ABC, Generic[T]):
    """Corrects a sheet at random. Whoever makes records of a game says in `seated` when a sheet fits."""

    def __init__(self, rng: random.Random, moves: list[dict], seated: Callable[[list[dict]], T]):
        self.rng = rng
        self.moves = moves
        self.seated = seated
        self.table: T
        self.readings: dict[int, list[dict]] = {}
        self.spots: list[tuple[int, int, dict]] = []

    @abstractmethod
    def go_on(self) -> None:
        """Put some move that is asked for."""

    def afterwards(self) -> None:
        """Put some move that fits when the game is over."""

    def play_on(self, fate: str, enough: int, leaves: float) -> None:
        """Mostly to the end and a little further; `fate` "leave" or "stop": only until there are enough moves."""
        while True:
            if self.table.over or self.table.stopped:
                if self.rng.random() < leaves:
                    return
                self.afterwards()
            elif fate != "finish" and len(self.moves) >= enough:
                if fate == "leave":
                    return
                self.put({"move": "stop"})
                fate = "finish"
            else:
                self.go_on()

    def put(self, move: dict) -> None:
        self.table.put(move)
        self.moves.append(move)

    def draw(self, kinds: list[Callable[[], list | None]]) -> dict | None:
        """A correction of one of these kinds that fits; an empty sheet has none."""
        for _ in range(40):
            self.readings = readings_of_lines(self.moves)
            self.spots = [(line, at, move) for line, reads in self.readings.items() for at, move in enumerate(reads)]
            lines = self.rng.choice(kinds)()
            if lines and self.fits(lines):
                return {"move": "correct", "lines": lines}
        return None

    def correct_by(self, kinds: list[Callable[[], list | None]]) -> None:
        """Write a correction of one of these kinds, if one fits; everybody is seated anew."""
        if move := self.draw(kinds):
            self.moves.append(move)
            self.table = self.seated(final_sheet(self.moves))

    def fits(self, lines: list) -> bool:
        """Whether a correction changes something and leaves a sheet in which every line fits."""
        moves = [*self.moves, {"move": "correct", "lines": lines}]
        if readings_of_lines(moves) == self.readings:
            return False
        try:
            for sheet in reversed(sheets(moves)):
                self.seated(sheet)
        except Misfit:
            return False
        return True

    def spot(self, *kinds: str) -> tuple[int, int, dict] | None:
        """A move of some kinds on the sheet: its line, where in the line, and itself."""
        spots = [spot for spot in self.spots if spot[2]["move"] in kinds]
        return self.rng.choice(spots or (None,))

    def reads(self, spot: tuple[int, int, dict], *moves: dict) -> list:
        """The line of a spot, with other moves in the spot's place."""
        line, at, _ = spot
        reads = [*self.readings[line][:at], *moves, *self.readings[line][at + 1 :]]
        return [line, None if not reads else reads[0] if len(reads) == 1 else reads]

    def undo(self) -> list | None:
        """One of the newest corrections is struck."""
        lines = [line for line, move in enumerate(self.moves, 1) if move["move"] == "correct"]
        return [[self.rng.choice(lines[-2:]), None]] if lines else None

    def take_back(self) -> list | None:
        """The newest move is struck."""
        return [self.reads(self.spots[-1])] if self.spots else None

    def put_back(self) -> list | None:
        """A line reads again as it was written."""
        line, reads = self.rng.choice(list(self.readings.items()) or [(0, [])])
        return None if not line or reads == [self.moves[line - 1]] else [[line, self.moves[line - 1]]]


def correction_features(moves: list[dict]) -> set[str]:
    """What is told by the corrections alone."""
    corrections = {line: move["lines"] for line, move in enumerate(moves, 1) if move["move"] == "correct"}
    undone = {line: [of for of, _ in lines if of in corrections] for line, lines in corrections.items()}
    corrected = [of for lines in corrections.values() for of, _ in lines]
    return seen(
        {
            "correction": bool(corrections),
            "strike": any(
                reads is None and of not in corrections for lines in corrections.values() for of, reads in lines
            ),
            "insertion in the middle": any(
                isinstance(reads, list) and of < line - 1 for line, lines in corrections.items() for of, reads in lines
            ),
            "line corrected twice": any(corrected.count(line) > 1 for line in corrected),
            "two lines in one correction": any(len(lines) > 1 for lines in corrections.values()),
            "undo": any(undone.values()),
            "undo of an undo": any(undone[of] for lines in undone.values() for of in lines),
        }
    )


def moment_features(score: Callable[[dict], dict], record: dict) -> set[str]:
    """What corrections and hand-written entries meant at the moment they were written."""
    names = set()
    for line, move in enumerate(record["moves"], 1):
        if move["move"] in ("adjust", "correct"):
            before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
            names |= _of_adjust(before) if move["move"] == "adjust" else _of_correct(before, after)
    return names


def _of_adjust(before: dict) -> set[str]:
    return seen({"adjust after the end": before["over"], "adjust after the stop": before["outcome"] == "stopped"})


def _of_correct(before: dict, after: dict) -> set[str]:
    stopped = before["outcome"] == "stopped"
    return seen(
        {
            "correction after the end": before["over"],
            "correction after the stop": stopped,
            "stop taken back": stopped and after["outcome"] != "stopped",
            "back in the middle": before["over"] and not after["over"],
            "winners corrected": before["over"] and after["over"] and before["winners"] != after["winners"],
        }
    )
