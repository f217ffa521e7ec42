"""A real server in a process of its own, and the programs that call it over HTTP."""

import http.client
import json
import os
import random
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, ClassVar
from urllib.parse import urlsplit

from companion.storage.database import Database
from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite.connection import Connection
from tests.support import TOP
from tests.support.addresses import own_address
from tests.support.api import Answer
from tests.support.effort import patient
from tests.support.forks import Fork, Forks, take_few
from tests.support.postgres import Postgres
from tests.support.unlimited import HASTE, SILENCE

APP = TOP / "app.py"
UNLIMITED = Path(__file__).parent / "unlimited.py"
TROUBLE = (OSError, http.client.HTTPException)  # whatever happens to a call while the server dies or is not there
PACKET = 536  # bytes
PORTS = range(20000, 32000)  # below those that a call goes out from: nobody takes the port while the server is down


class Server:
    """`app.py` without its limits, serving on a free loopback port of its own from a data folder of its own."""

    forks: ClassVar[Forks | None] = None  # what starts it in a run of tests; benches start a program anew

    def __init__(self, folder: Path, https: bool = False, haste: float = 1) -> None:
        """`haste`: connections are let go so many times as soon."""
        self.data = folder / "data"
        self.haste = haste
        self.https = https
        self.app = UNLIMITED
        self.options: tuple[str, ...] = ()  # more words of the command line
        self.database = ""  # the address of one of PostgreSQL in the place of a file; one of its own in a run on that
        self._left = ExitStack()  # what goes with it
        self.silence = 0.0  # seconds after which a host is missed; 0: as long as ever
        self.limit = 0  # of handles; 0: as many as here
        self._said = folder / "stdout.txt"
        self._complained = folder / "stderr.txt"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | Fork | None = None
        self._programs: list[Program] = []

    @property
    def url(self) -> str:
        return f"http{'s' if self.https else ''}://127.0.0.1:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext | None:
        """What a client trusts that knows this server's own authority."""
        return ssl.create_default_context(cafile=self.data / "https" / "ca.pem") if self.https else None

    def start(self, seconds: float = 10) -> "Server":
        """Start, or start again on the same port and folder; it answers when this returns."""
        if not self.database and Postgres.of_this_run is not None:
            self.database = self._left.enter_context(Postgres.of_this_run.house())
        words = [
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        words += [*self.options, *(["--https"] if self.https else [])]
        words += ["--database", self.database] if self.database else []
        with self._said.open("ab") as said, self._complained.open("ab") as complained:
            self.process = self._begin(words, said, complained)
        end = time.monotonic() + patient(seconds)
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError(f"The server did not start:\n{self.complaints[-3000:]}")
            time.sleep(0.01)
        return self

    def _begin(self, words: list[str], said: IO[bytes], complained: IO[bytes]) -> "subprocess.Popen[bytes] | Fork":
        silence = {SILENCE: str(self.silence)} if self.silence else {}
        environment = os.environ | {HASTE: str(self.haste)} | silence
        if self.forks is not None and self.app == UNLIMITED:
            return self.forks.begin(words, said, complained, environment, self.limit)
        few, command = partial(take_few, self.limit) if self.limit else None, [sys.executable, str(self.app), *words]
        return subprocess.Popen(command, stdout=said, stderr=complained, preexec_fn=few, env=environment)

    def _answers(self) -> bool:
        told = self.data / "serving"
        try:
            if told.read_text().split()[:1] != [self.url]:
                return False
            with closing(self.program()) as program:
                return program.call("GET", "/healthz").status == 200
        except TROUBLE:
            return False

    def program(self, seconds: float = 10) -> "Program":
        """A program that calls this server."""
        program = Program(self.url, patient(seconds), self.trust)
        self._programs.append(program)
        return program

    def close(self) -> None:
        """The end, for the programs too."""
        self.kill()
        for program in self._programs:
            program.close()
        self._left.close()

    def kill(self) -> None:
        """SIGKILL: nothing is told, nothing is finished."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self, seconds: float = 10) -> int:
        """SIGTERM; the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patient(seconds))

    @property
    def printed(self) -> str:
        """All that was ever written to stdout."""
        return self._said.read_text("utf-8") if self._said.exists() else ""

    @property
    def complaints(self) -> str:
        """All that was ever written to stderr."""
        return self._complained.read_text() if self._complained.exists() else ""

    def wait_printed(self, pattern: str, least: int = 1) -> list[str]:
        """What this pattern finds on stdout, once it is there so many times."""
        end = time.monotonic() + patient(10)
        while len(matches := re.findall(pattern, self.printed)) < least:
            assert time.monotonic() < end, f"the terminal does not say {pattern}"
            time.sleep(0.01)
        return matches

    def memory(self) -> int:
        """What the process has in memory now, in bytes."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def handles(self) -> int:
        """How many files and connections the process has open now."""
        assert self.process is not None
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @contextmanager
    def history(self) -> Iterator[Database]:
        """What it keeps, as it is stored by now."""
        if self.database:
            with closing(PostgresStore(self.database)) as store:
                yield store.reader()
        else:
            with closing(sqlite3.connect(self.data / "ledger.db")) as conn:
                yield Connection(conn)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of app.py on the server's folder, or database."""
        database = ["--database", self.database] if self.database else []
        command = [sys.executable, str(APP), *words, "--data", str(self.data), *database]
        return subprocess.run(command, capture_output=True, text=True, timeout=patient(60))


def _own_ports() -> range:
    """The ports of this process: where pytest-xdist runs several side by side, each has its share."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return PORTS[worker :: int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))]


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens."""
    for port in random.SystemRandom().sample(_own_ports(), 100):
        with closing(socket.socket()) as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("No port is free")


class Program:
    """One client with an address of its own and one connection, which it keeps as long as the server does.

    Not for two threads at once.
    """

    def __init__(self, url: str, seconds: float = 10, trust: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(url)
        where, port = parts.hostname or "", parts.port
        source = (own_address(), 0)
        self._connection = http.client.HTTPConnection(where, port, timeout=seconds, source_address=source)
        if trust is not None:
            self._connection = http.client.HTTPSConnection(
                where, port, timeout=seconds, source_address=source, context=trust
            )

    def call(self, method: str, path: str, key: str = "", body: Any = None) -> Answer:
        """One call; raises one of TROUBLE when no whole answer comes."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        sent = None if body is None else json.dumps(body)
        try:
            self._connection.request(method, path, sent, headers)
            answer = self._connection.getresponse()
            return Answer(answer.status, dict(answer.headers), answer.read())
        except TROUBLE:
            self._connection.close()
            raise

    def close(self) -> None:
        """Hang up; the next call connects again."""
        self._connection.close()

    def insist(self, method: str, path: str, key: str = "", body: Any = None, seconds: float = 20) -> Answer:
        """The same call again and again until it is answered by more than "wait a moment"."""
        end = time.monotonic() + patient(seconds)
        while True:
            try:
                answer = self.call(method, path, key, body)
            except TROUBLE:
                if time.monotonic() > end:
                    raise
            else:
                if answer.status not in (429, 502, 503) or time.monotonic() > end:
                    return answer
            time.sleep(random.uniform(0.01, 0.03))


def raw(url: str, sent: bytes, seconds: float = 3) -> bytes:
    """What the server answers to these bytes, until it closes or its first answer is whole."""
    with plug(url) as connection:
        connection.settimeout(patient(seconds))
        connection.sendall(sent)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        head = f"{answer.version / 10:.1f} {answer.status}\r\n{answer.headers}".encode()
        return head + answer.read()


def plug(url: str, receive: int = 0, source: str = "") -> socket.socket:
    """A bare connection, from the address `source`; `receive`: how many bytes wait at our end before it is held up."""
    parts = urlsplit(url)
    with ExitStack() as left:
        connection = left.enter_context(socket.socket())
        if receive:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, PACKET)  # of small ones less waits there
        if source:
            connection.bind((source, 0))
        connection.settimeout(patient(10))
        connection.connect((parts.hostname, parts.port))
        left.pop_all()  # it stays open
    return connection


@contextmanager
def stream(url: str, path: str, key: str, seconds: float = 10) -> Iterator[Callable[[], tuple[str, str] | None]]:
    """An open event stream: a call waits for the next event (its name and data); None at the end of the stream.

    A heartbeat is an event without a name.
    """
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=patient(seconds))
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        yield lambda: next_event(answer.readline)
    finally:
        connection.close()


def next_event(read_line: Callable[[], bytes]) -> tuple[str, str] | None:
    """The next event of a stream, from its lines."""
    fields = {"event": "", "data": ""}
    while line := read_line():
        if line == b"\n":
            return fields["event"], fields["data"]
        name, _, value = line.decode().rstrip("\n").partition(":")
        fields |= {name: value.removeprefix(" ")} if name else {}
    return None
