"""boardgame.io's server, in memory or with its own files, spoken to as its client speaks: socket.io in a websocket."""

import asyncio
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import monotonic, perf_counter, sleep

from bench.live.bars import KEPT, PEER
from bench.live.ports import free_port, ready
from bench.live.table import SEVEN, Contestant, DrivenTable, Kind
from bench.live.websocket import WebSocket

FOLDER = Path(__file__).parents[2] / "boardgame_io"
STATE = re.compile(rb'"_stateID":(\d+)')
WRITTEN_WITHIN = 10.0  # seconds
OPEN = "/socket.io/?EIO=4&transport=websocket"


class Missing(RuntimeError):
    """There is no node here, or its packages cannot be had."""


def install() -> str:
    """The path of node; the packages are brought by npm when they are not there. Raises Missing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Missing("boardgame.io IS NOT MEASURED: there is no node and npm on this machine.")
    needed = json.loads((FOLDER / "package.json").read_text("utf-8"))["dependencies"]
    if not all((FOLDER / "node_modules" / name).exists() for name in needed):
        done = subprocess.run([npm, "ci", "--no-fund", "--no-audit"], cwd=FOLDER, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"boardgame.io IS NOT MEASURED: npm ci failed.\n{done.stderr[-500:]}")
    return node


class Client:
    """A screen of a match: a player's, or a spectator's (None)."""

    def __init__(self, match: "Match", number: int, player: int | None, players: int) -> None:
        self._match, self._number, self._player, self._players = match, number, player, players
        self._socket: WebSocket | None = None
        self.answered: asyncio.Future[float] | None = None
        self.state = 0
        self.synced = asyncio.get_running_loop().create_future()

    async def open(self, port: int) -> None:
        """Join the match; it is made when its first client comes."""
        self._socket = WebSocket(OPEN, self._take)
        await self._socket.open(port)
        await self.synced

    def _take(self, message: bytes) -> None:
        assert self._socket is not None
        self._match.count(self._number, len(message))
        if message.startswith(b"42"):
            self._update(message)
        elif message.startswith(b"0"):
            self._socket.send(b"40/ledger,")
        elif message.startswith(b"40"):
            self._emit("sync", self._match.id, self._name, None, self._players)
        elif message == b"2":  # a ping of engine.io
            self._socket.send(b"3")

    def _update(self, message: bytes) -> None:
        if b'["update"' not in message[:24] and b'["sync"' not in message[:24]:
            return
        self.state = max(int(state) for state in STATE.findall(message))
        if not self.synced.done():
            self.synced.set_result(None)
        if self.answered is not None:
            self.answered.set_result(perf_counter())
            self.answered = None
        self._match.show(self._number, self.state)

    @property
    def _name(self) -> str | None:
        return None if self._player is None else str(self._player)

    def report(self, text: str) -> "asyncio.Future[float]":
        """Make the move; the time at which its own update came."""
        self.answered = asyncio.get_running_loop().create_future()
        action = {"type": "MAKE_MOVE", "payload": {"type": "report", "args": [text], "playerID": self._name}}
        self._emit("update", action, self.state, self._match.id, self._name)
        return self.answered

    def _emit(self, *event: object) -> None:
        assert self._socket is not None
        self._socket.send(b"42/ledger," + json.dumps(event).encode())

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()


class Match(DrivenTable):
    """A match with its players and spectators."""

    def __init__(self, id: str, players: int, spectators: int) -> None:
        super().__init__(players + spectators)
        self.id, self.players = id, players
        self._clients: list[Client] = []
        self._written, self._turn = count(1), count()

    async def open(self, port: int) -> None:
        """Open all screens."""
        self.positions = [0] * len(self.positions)
        seats = [*range(self.players), *[None] * (len(self.positions) - self.players)]
        self._clients = [Client(self, number, seat, self.players) for number, seat in enumerate(seats)]
        for client in self._clients:
            await client.open(port)
        self.position = max(self.positions)

    async def send(self) -> float:
        client = self._clients[next(self._turn) % self.players]
        return await client.report(f"name number {next(self._written)}")

    def close(self) -> None:
        for client in self._clients:
            client.close()


class BoardgameIo(Contestant):
    """The server of boardgame.io 0.50.2, in memory."""

    name = PEER

    def __init__(self, *storage: str) -> None:
        """`storage`: the folder of its own storage of files, if it has one."""
        node, self.port = install(), free_port()
        command = [node, str(FOLDER / "server.js"), str(self.port), *storage]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid = self._process.pid
        self.started = ready(self.port, "/games", self._process)
        self._matches: dict[str, Match] = {}

    async def open(self, tables: int, kind: Kind = SEVEN) -> list[DrivenTable]:
        opened: list[Match] = []
        for number in range(tables):
            id = f"{kind.phones} {kind.boards} {number}"
            self._matches.setdefault(id, Match(id, kind.phones, kind.boards))
            opened.append(self._matches[id])
        self.opened = opened
        for match in opened:
            await match.open(self.port)
        return [*opened]

    def lost(self) -> int:
        return sum(match.taken - match.position for match in self._matches.values())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class KeptBoardgameIo(BoardgameIo):
    """The same server with its own storage of files, FlatFile: it tells its screens, and writes then."""

    name = KEPT

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ledger-boardgame-io-")
        super().__init__(self._folder.name)

    def lost(self) -> int:
        """How many of the taps that screens were told of are in no file, after some seconds."""
        end = monotonic() + WRITTEN_WITHIN
        while (lost := sum(self._missing())) and monotonic() < end:
            sleep(0.1)
        return lost

    def _missing(self) -> Iterator[int]:
        texts = (file.read_bytes() for file in Path(self._folder.name).iterdir())
        files = [json.loads(text) for text in texts if text.endswith(b"}")]  # or it is being written
        written = {kept["key"]: kept["value"]["_stateID"] for kept in files if kept["key"] in self._matches}
        for id, match in self._matches.items():
            yield max(0, match.position - written.get(id, 0))

    def close(self) -> None:
        super().close()
        self._folder.cleanup()
