"""The server of this repository, and what it is asked to do."""

import asyncio
import os
import shutil
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path

from bench.live.contestants import serve
from bench.live.contestants.evening import DrivenEvening
from bench.live.contestants.first_load import first_load
from bench.live.contestants.gathering import gather
from bench.live.measure import cpu_of_children
from bench.live.table import SEVEN, Contestant, DrivenTable, Kind
from tests.faults.history import stored
from tests.support import TOP
from tests.support.postgres import Postgres
from tests.support.server import Server

SERVE = Path(serve.__file__).relative_to(TOP)


class Ledger(Contestant):
    """Our server on a folder of its own, durable; its evenings stay gathered from one round to the next."""

    def __init__(
        self, seed: int = 0, name: str = "ledger", data: Path | None = None, database: str = "", program: Path = TOP
    ) -> None:
        """`data`: begin with a copy of this folder. `database`: the address of one in the place of a file.

        `program`: the folder in which the program is.
        """
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="ledger-bench-")
        self.server = Server(Path(self._folder.name))
        self.server.database = database
        self.ports = [self.server.port]
        if data is not None:
            shutil.copytree(data, self.server.data)
        self.server.app, self.server.options = program / SERVE, ("--open",)
        self._greenlets = Path(self._folder.name) / "greenlets.txt"
        os.environ[serve.GREENLETS] = str(self._greenlets)  # as the server's process gets it
        self.server.start(60)
        assert self.server.process is not None
        self.pid = self.server.process.pid
        self._seed = seed
        self._evenings: defaultdict[Kind, list[DrivenEvening]] = defaultdict(list)
        self._gathered = 0

    async def open(self, tables: int, kind: Kind = SEVEN) -> list[DrivenTable]:
        gathered = self._evenings[kind]
        gathered += await asyncio.to_thread(self.gather, tables - len(gathered), DrivenEvening, kind)
        self.opened = opened = gathered[:tables]
        for evening in opened:
            await evening.open()
        return [*opened]

    def gather(
        self, evenings: int, driven: type[DrivenEvening] = DrivenEvening, kind: Kind = SEVEN
    ) -> list[DrivenEvening]:
        """So many new evenings, whose screens are not open yet."""
        first, self._gathered = self._gathered, self._gathered + max(0, evenings)
        some = gather(self.server, evenings, first, kind)
        numbered = enumerate(some, first)
        return [driven(self.ports[n % len(self.ports)], one, self._seed + n) for n, one in numbered]

    def _all(self) -> Iterator[DrivenEvening]:
        return chain.from_iterable(self._evenings.values())

    async def more_figures(self) -> dict[str, float]:
        """The bytes that a phone loads first."""
        evening = self.opened[0]
        assert isinstance(evening, DrivenEvening)
        return {"first_load": sum((await first_load(evening, self.server.port)).values())}

    def rows(self) -> set[tuple[str, int, str]]:
        """All lines that are stored: table, number, and both key and move: who sends a form does not know its key."""
        lines = [(code, *row) for code, rows in stored(self.server).items() for row in rows]
        return {(code, line, one) for code, line, key, move in lines for one in (key, move["move"])}

    def lost(self) -> int:
        rows = self.rows()
        return sum(len(evening.acknowledged - rows) for evening in self._all())

    @property
    def refused(self) -> int:
        """How many taps were refused."""
        return sum(evening.refused for evening in self._all())

    def greenlets(self) -> int:
        """How many greenlets the server has, by its own count."""
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + 30
        while not self._greenlets.exists() and time.monotonic() < end:
            time.sleep(0.05)
        count = int(self._greenlets.read_text())
        self._greenlets.unlink()
        return count

    def threads(self) -> int:
        """How many threads the server has."""
        return len(list(Path(f"/proc/{self.pid}/task").iterdir()))

    def close(self) -> None:
        self.server.close()
        self._folder.cleanup()


class Hall(Ledger):
    """Some processes of our server on one database; every evening is at one of them."""

    def __init__(self, name: str, postgres: Postgres, processes: int = 1) -> None:
        self._house, self._database = ExitStack(), postgres.pid
        super().__init__(name=name, database=self._house.enter_context(postgres.house()))
        self._pids = [self.pid]
        for number in range(1, processes):
            folder = Path(self._folder.name) / str(number)
            folder.mkdir()
            beside = self._house.enter_context(closing(Server(folder)))
            beside.app, beside.options, beside.database = self.server.app, self.server.options, self.server.database
            beside.start(60)
            assert beside.process is not None
            self._pids.append(beside.process.pid)
            self.ports.append(beside.port)

    @property
    def pids(self) -> list[int]:
        return self._pids

    def beside_seconds(self) -> float:
        return cpu_of_children(self._database)

    def close(self) -> None:
        super().close()
        self._house.close()
