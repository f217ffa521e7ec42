"""Tables of programs: laid by the JSON API, watched by streams of line numbers, fetched after each line or not."""

import asyncio
import json
from functools import partial
from itertools import count

from bench.live.contestants.ledger import Ledger
from bench.live.table import SEVEN, Contestant, DrivenTable, Kind
from bench.live.wire import Answer, Connection, EventStream, request

SEATS = ["Ann", "Bo & Co", "千代", "Di", "O'Eve", "Flo"]
TRACK = "points"


class Watcher:
    """A program that follows a table with a key of its own, and looks at it after each line if it is `fetching`."""

    def __init__(self, table: "ProgramsTable", number: int, port: int, key: str, fetching: bool) -> None:
        self._table, self._number, self._port = table, number, port
        self._headers = {"Authorization": f"Bearer {key}"}
        self._connection = Connection(port)
        self._fetching = fetching
        self._newest = 0
        self._fetch: asyncio.Task[None] | None = None
        self._stream: EventStream | None = None

    async def open(self) -> None:
        """Follow the stream."""
        sent = request("GET", f"{self._table.path}/live", "127.0.0.1", self._headers)
        self._stream = EventStream(sent, self._take, partial(self._table.count, self._number))
        await self._stream.open(self._port, self._connection.address)

    def _take(self, event: bytes) -> None:
        if not event.startswith(b"event: line\n"):
            return
        self._newest = int(event.rpartition(b" ")[2])
        if not self._fetching:
            self._table.show(self._number, self._newest)
        elif self._fetch is None or self._fetch.done():
            self._fetch = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        seen = -1
        while seen < self._newest:
            answer = await self.call("GET", self._table.path)
            assert answer.status == 200, answer
            seen = json.loads(answer.body)["line"]
            self._table.show(self._number, seen)

    async def call(self, method: str, path: str, body: object = None) -> Answer:
        """One request with its key."""
        sent = b"" if body is None else json.dumps(body).encode()
        answer = await self._connection.call(request(method, path, "127.0.0.1", self._headers, sent))
        self._table.count(self._number, answer.size)
        return answer

    def close(self) -> None:
        self._connection.close()
        if self._stream is not None:
            self._stream.close()


class ProgramsTable(DrivenTable):
    """A table that a program laid: seven watch, the host's program reports."""

    def __init__(self, port: int, laid: dict, fetching: bool) -> None:
        keys = [*laid["seat_keys"], laid["watch_key"]]
        super().__init__(len(keys))
        self.code = laid["table"]
        self.path = f"/api/tables/{self.code}"
        self._watchers = [Watcher(self, number, port, key, fetching) for number, key in enumerate(keys)]
        self._host = Watcher(self, len(keys), port, laid["host_key"], False)
        self.acknowledged: set[tuple[str, int, str]] = set()
        self._numbers = count(1)

    async def open(self) -> None:
        """Open all streams."""
        for watcher in self._watchers:
            await watcher.open()
        self.positions = [self.position] * len(self.positions)

    async def send(self) -> float:
        number = next(self._numbers)
        key = f"tap-{number:08d}"
        by = 1 if number % 2 else -1
        move = {"move": "adjust", "seat": number % len(SEATS), "track": TRACK, "by": by, "why": "tap", "key": key}
        answer = await self._host.call("POST", f"{self.path}/moves", move)
        if answer.status != 201:
            raise RuntimeError(f"A line was not taken: {answer.body.decode()}")
        self.acknowledged.add((self.code, json.loads(answer.body)["line"], key))
        return answer.received

    def close(self) -> None:
        for watcher in (*self._watchers, self._host):
            watcher.close()


class Programs(Contestant):
    """Our server as programs use it."""

    def __init__(self, ledger: Ledger, fetching: bool) -> None:
        self.name = "ledger, fetching" if fetching else "ledger, numbers"
        self._ledger, self._fetching = ledger, fetching
        self.pid = ledger.pid
        self._tables: list[ProgramsTable] = []

    async def open(self, tables: int, kind: Kind = SEVEN) -> list[DrivenTable]:
        port = self._ledger.server.port
        body = json.dumps({"game": "death-name", "seats": SEATS, "options": {}}).encode()
        while len(self._tables) < tables:
            connection = Connection(port)  # of an address of its own: nobody opens so many tables
            answer = await connection.call(request("POST", "/api/tables", "127.0.0.1", {}, body))
            assert answer.status == 201, answer
            self._tables.append(ProgramsTable(port, json.loads(answer.body), self._fetching))
            connection.close()
        self.opened = opened = self._tables[:tables]
        for table in opened:
            await table.open()
        return [*opened]

    def lost(self) -> int:
        rows = self._ledger.rows()
        return sum(len(table.acknowledged - rows) for table in self._tables)

    def close(self) -> None:
        """The server is ended by whoever started it."""
