"""The server of this repository, and what it is asked to do."""

import asyncio
import tempfile
from pathlib import Path

from bench.live.contestants import serve
from bench.live.contestants.evening import DrivenEvening
from bench.live.contestants.gathering import CROWD, SEVEN, gather
from bench.live.table import Contestant, DrivenTable
from tests.faults.history import stored
from tests.support.server import Server


class Ledger(Contestant):
    """Our server on a folder of its own, durable; its evenings stay gathered from one round to the next."""

    name = "ledger"

    def __init__(self, seed: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ledger-bench-")
        self.server = Server(Path(self._folder.name))
        self.server.app, self.server.options = Path(serve.__file__), ("--open",)
        self.server.start(60)
        assert self.server.process is not None
        self.pid = self.server.process.pid
        self._seed = seed
        self._sevens: list[DrivenEvening] = []
        self._crowds: list[DrivenEvening] = []
        self._open: list[DrivenEvening] = []

    async def open(self, tables: int, crowd: bool = False) -> list[DrivenTable]:
        gathered, kind = (self._crowds, CROWD) if crowd else (self._sevens, SEVEN)
        await asyncio.to_thread(self._gather, gathered, tables, kind)
        self._open = gathered[:tables]
        for evening in self._open:
            await evening.open()
        return [*self._open]

    def _gather(self, gathered: list[DrivenEvening], tables: int, kind: tuple[str, int, int]) -> None:
        """Add evenings until there are so many."""
        before = len(self._sevens) + len(self._crowds)
        for evening in gather(self.server, tables - len(gathered), before, kind):
            gathered.append(DrivenEvening(self.server.port, evening, self._seed + before + len(gathered)))

    async def leave(self) -> None:
        for evening in self._open:
            evening.close()
        self._open = []
        await asyncio.sleep(0)

    def rows(self) -> set[tuple[str, int, str]]:
        """All lines that are stored: table, number, key."""
        return {(code, line, key) for code, lines in stored(self.server).items() for line, key, _ in lines}

    def lost(self) -> int:
        rows = self.rows()
        return sum(len(evening.acknowledged - rows) for evening in (*self._sevens, *self._crowds))

    @property
    def refused(self) -> int:
        """How many taps were refused."""
        return sum(evening.refused for evening in (*self._sevens, *self._crowds))

    def close(self) -> None:
        self.server.close()
        self._folder.cleanup()
