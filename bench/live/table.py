"""A table and its screens, as the driver follows them: when a tap was answered, and when the last screen had it."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

PATIENCE = 30.0  # seconds until a tap has to be on all screens: later is a fault, which ends the measurement


class Kind(NamedTuple):
    """What a table is of: a game, by its slug, on so many phones, each with a seat, and so many boards."""

    game: str
    phones: int
    boards: int = 1

    @property
    def screens(self) -> int:
        return self.phones + self.boards


SEVEN = Kind("death-name", 6)


class Tap(NamedTuple):
    """A tap that was taken: when it was due and begun, its answer read whole, and on the last screen (seconds)."""

    due: float
    began: float
    answered: float
    shown: float


class DrivenTable(ABC):
    """One table, at which one tap follows the other; `position` grows with each.

    `positions` holds for each screen how far it is; `received` counts the bytes that each screen got, its answers
    included, and `sizes` holds what each got for one tap after the other; `pauses` are the seconds in which nobody
    could tap, because the next game was started.
    """

    def __init__(self, screens: int) -> None:
        self.positions = [0] * screens
        self.position = self.taken = 0
        self.received = Counter[int]()
        self.sizes: list[int] = []
        self.pauses = 0.0
        self.resumed = 0.0
        self._awaited: asyncio.Future[float] | None = None
        self._awaited_position = self._missing = 0

    def count(self, screen: int, size: int) -> None:
        """So many bytes more have come for a screen; or for who reports without one."""
        self.received[screen] += size

    def show(self, screen: int, position: int) -> None:
        """A screen shows what was reported up to `position`."""
        before = self.positions[screen]
        if position <= before:
            return
        self.positions[screen] = position
        if self._awaited is not None and before < self._awaited_position <= position:
            self._missing -= 1
            if not self._missing:
                self._awaited.set_result(perf_counter())
                self._awaited = None

    def all_show(self, position: int) -> "asyncio.Future[float]":
        """The time at which the last screen shows `position`, when it does; one such wait at a time."""
        awaited = asyncio.get_running_loop().create_future()
        self._missing = sum(before < position for before in self.positions)
        self._awaited_position, self._awaited = position, awaited
        if not self._missing:
            self._awaited = None
            awaited.set_result(perf_counter())
        return awaited

    async def tap(self, due: float | None = None) -> Tap:
        """One tap, until all screens have it; TimeoutError if they do not in time, RuntimeError if it is refused."""
        async with asyncio.timeout(PATIENCE):
            began, before = perf_counter(), self.received.copy()
            shown = self.all_show(self.position + 1)
            answered = await self.send()
            self.position += 1
            self.taken += 1
            tap = Tap(began if due is None else max(due, self.resumed), began, answered, await shown)
            self.sizes += [self.received[screen] - before[screen] for screen in range(len(self.positions))]
            await self.go_on()
        return tap

    @abstractmethod
    async def send(self) -> float:
        """Send the next tap, read its answer whole; the time at which it was."""

    @abstractmethod
    def close(self) -> None:
        """Close its screens."""

    async def go_on(self) -> None:
        """Start the next game, if this one is over."""
        return


class Contestant(ABC):
    """A server that is measured, in a process of its own. `name` heads its column; `opened`: the open tables."""

    name: str
    pid: int
    opened: Sequence[DrivenTable] = ()

    @property
    def pids(self) -> list[int]:
        """All of its processes."""
        return [self.pid]

    def beside_seconds(self) -> float:
        """The processor time of what works for it, as a database does."""
        return 0.0

    @abstractmethod
    async def open(self, tables: int, kind: Kind = SEVEN) -> list[DrivenTable]:
        """So many tables with all their screens open and up to date."""

    async def more_figures(self) -> dict[str, float]:
        """What else is measured of the tables that are open."""
        return {}

    async def leave(self) -> None:
        """Close the screens of all tables."""
        for table in self.opened:
            table.close()
        self.opened = ()
        await asyncio.sleep(0)

    @abstractmethod
    def lost(self) -> int:
        """How many of the taps that were acknowledged are not in their tables."""

    @abstractmethod
    def close(self) -> None:
        """End the server."""
