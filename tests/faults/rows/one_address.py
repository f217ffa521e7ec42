"""One address asks without pause, or fills the room: nobody else waits for it. And a room behind one router plays."""

import asyncio
import http.client
import multiprocessing as processes
import socket
import time
from contextlib import ExitStack, closing, suppress
from itertools import cycle
from typing import Any

from bench.live.contestants.gathering import Gathered, gather
from bench.live.table import Kind
from bench.live.wire import Connection, request
from bench.rude import nat
from companion.server.turns import ADDRESS
from tests.faults.dripping import HOST, POST
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.server import TROUBLE, Server, plug

STRANGER = "127.0.0.9"
AT_ONCE = 40  # connections of whoever asks without pause
PAUSE = 0.03  # seconds between two taps
CHEAP = 20  # requests that cost little beside each three that cost much: by these alone no address gets over its rate
HANDLES = 160  # of a server whose room is filled
FRIENDS = 10  # of another address each, after which the room is filled anew
ASK = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"


@row("one address asks without pause", load="requests of theirs", whole=4000, few=60)
def without_pause(effort: Effort) -> Outcome:
    """Forty connections with several cookies ask for pages and more, while one program taps."""
    outcome = effort.outcome()
    server = Server(effort.folder)
    server.options = ("--open",)
    with closing(server.start(60)), closing(server.program(60)) as program:
        table, evening = ApiTable(program.call), gather(server, 1, 0, Kind("death-name", 4))[0]
        calm, answered = processes.Event(), processes.Value("Q", 0)
        flood = processes.Process(target=_flood, args=(server.port, evening, calm, answered))
        flood.start()
        began = time.monotonic()
        for number in range(effort.tries):
            status = table.report(table.host, adjust(number % 4)).status
            outcome.note("lost", f"a tap is answered by {status}", int(status != 201))
            time.sleep(PAUSE)
        seconds = time.monotonic() - began
        calm.set()
        flood.join(patient(60))
        outcome.tries, outcome.load = effort.tries, answered.value
        most = ADDRESS.burst + ADDRESS.per_second * (seconds + 1) + AT_ONCE
        outcome.note("doubled", f"{outcome.load} answers in {seconds:.1f} s", int(outcome.load > most))
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
    return outcome


def _flood(port: int, evening: Gathered, calm: Any, answered: Any) -> None:
    """Ask on many connections of one address until it has to be calm; how many were answered is counted."""
    dear = [("/", True), (f"/table/{evening.code}/sheet", True), ("/api/games", False)]
    paths = [*dear, *[("/healthz", False)] * CHEAP]
    host, cookies = f"127.0.0.1:{port}", evening.cookies

    async def ask(number: int) -> None:
        connection = Connection(port)
        connection.address = STRANGER
        for path, is_known in cycle([*paths[number % len(paths) :], *paths[: number % len(paths)]]):
            if calm.is_set():
                break
            headers = {"Cookie": cookies[number % len(cookies)]} if is_known else {}
            with suppress(ConnectionError):
                await connection.call(request("GET", path, host, headers))
                answered.value += 1
        connection.close()

    async def all_of_them() -> None:
        await asyncio.gather(*map(ask, range(AT_ONCE)))

    asyncio.run(all_of_them())


@row("one address fills the room", load="connections of theirs", whole=2000, few=20)
def full_room(effort: Effort) -> Outcome:
    """More connections than there is room for, of all kinds and of one address: whoever comes then gets in."""
    outcome, kinds = effort.outcome(), (b"", b"GET /", POST + b"Content-Length: 9\r\n\r\n{", ASK)
    server = Server(effort.folder)
    server.limit = HANDLES
    with closing(server.start(60)), closing(server.program()) as program, ExitStack() as kept:
        table = ApiTable(program.call)
        theirs = ApiTable(program.call)
        follow, watch = (
            f"GET {one.path}/live?key={one.watch} HTTP/1.1\r\n".encode() + HOST + b"\r\n" for one in (theirs, table)
        )
        watcher = kept.enter_context(plug(server.url, source="127.0.0.8"))
        watcher.sendall(watch)
        while outcome.tries < effort.tries:
            with ExitStack() as opened:
                for kind in [*kinds, follow] * (HANDLES * 2 // 5):
                    connection = opened.enter_context(plug(server.url, source=STRANGER))
                    with suppress(ConnectionError):
                        connection.sendall(kind)
                    outcome.load += 1
                for number in range(FRIENDS):
                    friend = opened.enter_context(plug(server.url, source=f"127.0.1.{number + 1}"))
                    outcome.note("lost", "a friend is not let in", int(not _is_answered(friend)))
                    outcome.tries += 1
                    status = table.report(table.host, adjust(0)).status
                    outcome.note("lost", f"a tap is answered by {status}", int(status != 201))
        outcome.note("lost", "the friends' own stream has ended", int(not _is_open(watcher)))
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
    return outcome


def _is_answered(connection: socket.socket) -> bool:
    try:
        connection.sendall(ASK)
        return connection.recv(65536).startswith(b"HTTP/1.1 200")
    except TROUBLE:
        return False


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
    except BlockingIOError:
        return True
    return False


@row("one NAT", load="taps", whole=400, few=3)
def one_nat(effort: Effort) -> Outcome:
    """So many seconds: sixty phones and their streams, an upload and a head that drips, all of one address."""
    outcome = effort.outcome()
    with closing(Server(effort.folder)) as server:
        server.options, server.limit = ("--open",), 512
        server.start(60)
        keeper = gather(server, 1, 0)[0].host
        try:
            taken = asyncio.run(nat.taps(server.port, effort.tries, keeper, is_one_address=True))
        except (*TROUBLE, http.client.HTTPException, AssertionError) as problem:
            outcome.note("lost", f"a phone of the room: {problem!r}")
        else:
            outcome.load = len(taken)
        outcome.tries = effort.tries
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
    return outcome
