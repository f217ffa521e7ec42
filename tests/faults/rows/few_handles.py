"""A server that may open few files, and more connections and streams than that: who is inside goes on."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from random import Random
from socket import socket

from companion.server.room import KEPT_BACK
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.server import TROUBLE, Program, Server, plug

LIMITS = (64, 100, 128, 160)  # handles
AT_ONCE = 150  # connections
SEATS = 4
MOVE = 10  # connections, after which all who sit report
HOST = "Host: 127.0.0.1\r\n\r\n"


@row("few file handles", load="connections refused", whole=6000, few=150)
def few_handles(effort: Effort) -> Outcome:
    """Open so many connections and streams, at servers that may open fewer files, while four report."""
    outcome, rng = effort.outcome(), effort.rng
    while outcome.tries < effort.tries and not _is_wrong(outcome):
        folder = effort.folder / str(outcome.tries)
        folder.mkdir()
        server = Server(folder)
        server.limit = rng.choice(LIMITS)
        with closing(server.start(60)):
            _crowd(outcome, rng, server)
            outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
    return outcome


def _crowd(outcome: Outcome, rng: Random, server: Server) -> None:
    seated = [server.program() for _ in range(SEATS)]
    table = ApiTable(seated[0].call)
    others = [ApiTable(seated[0].call) for _ in range(AT_ONCE // 10)]
    streams = [f"{other.path}/live?key={other.watch}" for other in others for _ in range(3)]
    inside = reported = 0
    with ExitStack() as opened:
        for number, address in enumerate(_addresses(AT_ONCE)):
            connection = opened.enter_context(plug(server.url, source=address))
            path = streams.pop() if streams and rng.random() < 0.5 else "/healthz"
            inside += _is_answered(outcome, connection, path)
            outcome.tries += 1
            if number % MOVE == 0:
                reported += _report(outcome, table, seated)
            if _is_wrong(outcome):
                return
        reported += _report(outcome, table, seated)
        outcome.load += AT_ONCE - inside
        room = max(server.limit - KEPT_BACK, server.limit // 2)
        outcome.note("failed", f"{inside} of {server.limit} handles are strangers'", int(inside > room))
        outcome.note("failed", "nobody was let in", int(not inside))
    _assert_open_again(outcome, server)
    outcome.note("lost", "moves", reported - table.look()["line"])


def _is_wrong(outcome: Outcome) -> bool:
    """Whether something was lost, or failed: whoever waits for an answer then would wait long, again and again."""
    return outcome.lost > 0 or outcome.failed > 0


def _addresses(number: int) -> Iterator[str]:
    return (f"127.0.1.{place + 1}" for place in range(number))


def _is_answered(outcome: Outcome, connection: socket, path: str) -> bool:
    """Whether somebody new is let in; else the connection is closed, without a word."""
    answer = b""
    try:
        connection.sendall(f"GET {path} HTTP/1.1\r\n{HOST}".encode())
        answer = connection.recv(65536)
    except ConnectionError:
        return False
    except TimeoutError as problem:
        outcome.note("failed", f"neither answered nor closed: {problem}")
    is_right = not answer or answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 503"))
    outcome.note("failed", f"{path} is answered by {answer[:80]!r}", int(not is_right))
    return answer.startswith(b"HTTP/1.1 200")


def _report(outcome: Outcome, table: ApiTable, seated: list[Program]) -> int:
    """Everybody who sits reports, on the connection that is open; how many of them were taken."""
    taken = 0
    for seat, program in enumerate(seated):
        table.call = program.call
        try:
            status = table.report(table.seats[seat], adjust(seat)).status
        except TROUBLE as problem:
            outcome.note("lost", f"a move of seat {seat}: {problem!r}")
        else:
            outcome.note("failed", f"a move is answered by {status}", int(status != 201))
            taken += status == 201
    return taken


def _assert_open_again(outcome: Outcome, server: Server) -> None:
    """Once the others have gone, somebody new is answered."""
    end = time.monotonic() + patient(10)
    while time.monotonic() < end:
        with suppress(*TROUBLE), closing(server.program()) as program:
            if program.call("GET", "/healthz").status == 200:
                return
        time.sleep(0.02)
    outcome.note("failed", "nobody is let in again")
