"""The bare limit: what a commit and as many bytes to the same screens cost, without a word of HTTP or of rules."""

import asyncio
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from time import perf_counter

from bench.live.bars import LIMIT
from bench.live.contestants import limit_server
from bench.live.ports import free_port
from bench.live.table import SEVEN, Contestant, DrivenTable, Kind

BYTES = 1900  # of an update to one screen: as many as boardgame.io's
MOVE = "x" * 120


class Wire(asyncio.Protocol):
    """A screen of the limit's server."""

    def __init__(self, table: "BareTable", number: int) -> None:
        self._table, self._number = table, number
        self._buffer = b""
        self.joined = asyncio.get_running_loop().create_future()
        self.answered: asyncio.Future[float] | None = None

    async def open(self, port: int) -> None:
        """Connect, and join the table."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await self.joined

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"join {self._table.code}\n".encode())

    def data_received(self, data: bytes) -> None:
        self._table.count(self._number, len(data))
        *events, self._buffer = (self._buffer + data).split(b"\n")
        for event in events:
            if not self.joined.done():
                self.joined.set_result(None)
            if self.answered is not None:
                self.answered.set_result(perf_counter())
                self.answered = None
            self._table.show(self._number, int(event.split(b" ", 1)[0]))


class BareTable(DrivenTable):
    """A table of which nothing is known but how many lines it has."""

    def __init__(self, code: str, screens: int) -> None:
        super().__init__(screens)
        self.code = code
        self._wires: list[Wire] = []
        self._turn = count()

    async def open(self, port: int) -> None:
        """Open all screens."""
        self.positions = [0] * len(self.positions)
        self._wires = [Wire(self, number) for number in range(len(self.positions))]
        for wire in self._wires:
            await wire.open(port)
        self.position = max(self.positions)

    async def send(self) -> float:
        wire = self._wires[next(self._turn) % len(self._wires)]
        wire.answered = asyncio.get_running_loop().create_future()
        wire.transport.write(f"tap {self.code} {MOVE}\n".encode())
        return await wire.answered

    def close(self) -> None:
        for wire in self._wires:
            wire.transport.close()


class BareLimit(Contestant):
    """A process that commits and sends."""

    name = LIMIT

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ledger-limit-")
        self.port = free_port()
        file = str(Path(self._folder.name) / "limit.db")
        self._process = subprocess.Popen([sys.executable, limit_server.__file__, str(self.port), file, str(BYTES)])
        self.pid = self._process.pid
        self._tables: dict[str, BareTable] = {}

    async def open(self, tables: int, kind: Kind = SEVEN) -> list[DrivenTable]:
        opened: list[BareTable] = []
        for number in range(tables):
            code = f"{kind.screens}-{number}"
            self._tables.setdefault(code, BareTable(code, kind.screens))
            opened.append(self._tables[code])
        self.opened = opened
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                await opened[0].open(self.port)
                break
            except ConnectionRefusedError:
                await asyncio.sleep(0.01)
        for table in opened[1:]:
            await table.open(self.port)
        return [*opened]

    def lost(self) -> int:
        return sum(table.taken - table.position for table in self._tables.values())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()
