"""Everything that reads a stranger's bytes gets as many as it takes, awkwardly filled; who plays notices nothing."""

import http.client
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random
from urllib.parse import quote, urlsplit

from bench.live.contestants.gathering import gather
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.addresses import own_address
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.server import TROUBLE, Server

LONG, HEAD = 64_000, 15_000  # bytes of a body, and of a header that still fits
FILLINGS = (
    *(b" ", b"\t", b"\x00", b"a", b"0", b"9", b"-", b"=", b";", b",", b"&", b"%", b'"', b"'", b"\\", b"(", b"[", b"\r"),
    *(b"\n", b"\x0b", b"\xff", b"\xe3\x82\xa2", b"\xcc\x81", b"a=&", b"%41", b'{"a":', b"[0,", b'"a",', b"\\u0041"),
    *(b"--x\r\n", b"a; ", b"a=b; ", b"en;q=0.1,", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'),
)
HEADERS = ("Accept-Language", "Cookie", "Referer", "Range", "If-None-Match", "Content-Type", "Authorization", "X")
SEARCHES = (
    "/history/?names=",
    "/history/?since=",
    "/history/?after=",
    "/rules/death-name?q=",
    "/history/people?name=",
    "/",
)
FORM, JSON, PARTS = "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x"
BODIES = (
    *(("/code", FORM, b"code="), ("/sit", FORM, b"name="), ("/code", FORM, b""), ("/code", PARTS, b"--x\r\n")),
    *(("/api/tables", JSON, b'{"game":"'), ("/api/tables", JSON, b""), ("/api/tables", JSON, b'{"seats":[')),
    *(("MOVES", JSON, b'{"move":"'), ("MOVES", JSON, b'{"key":"'), ("MOVES", JSON, b"")),
)
FILES = (("/group/file", "group"), ("/decks/import", "deck"))
BEGINS = (
    *(b"", b'{"format":"reapers-ledger-group","version":1,"rules":1,"name":"', b'{"format":"reapers-ledger-group",'),
    b'{"format":"reapers-ledger-group","version":1,"rules":1,"name":""}\n{"person":{"id":1,"name":"',
)
MOVES = 10  # reported beside each lot
LOT = 20


@row("awkward and long", load="requests answered", whole=20_000, few=60)
def awkward(effort: Effort) -> Outcome:
    """Send so many, each to another reader, by a stranger and by a keeper's device, while a program reports."""
    outcome, rng = effort.outcome(), effort.rng
    with closing(Server(effort.folder)) as server:
        server.options = ("--open",)
        server.start(60)
        keeper = gather(server, 1, 0)[0].host
        with closing(server.program(60)) as program, ThreadPoolExecutor(1) as threads:
            table = ApiTable(program.call)
            while outcome.tries < effort.tries:
                playing = threads.submit(_play, table)
                for _ in range(LOT):
                    _send(outcome, rng, server, table, keeper)
                outcome.note("lost", "moves beside them", MOVES - playing.result())
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
    return outcome


def _play(table: ApiTable) -> int:
    """Some moves; how many were taken."""
    return sum(table.report(table.host, adjust(number % 4)).status == 201 for number in range(MOVES))


def _send(outcome: Outcome, rng: Random, server: Server, table: ApiTable, keeper: str) -> None:
    """One request, and what is wrong with how it was answered."""
    sent = rng.choice([_head, _address, _body, _file])(rng, server, table, keeper)
    parts = urlsplit(server.url)
    status = 0
    try:
        source = (own_address(), 0)
        with socket.create_connection((parts.hostname, parts.port), patient(30), source) as connection:
            connection.sendall(sent)
            with closing(http.client.HTTPResponse(connection)) as answer:
                answer.begin()
                answer.read()
                status = answer.status
    except (ConnectionError, http.client.HTTPException):  # it was told no before it had sent all
        status = 400
    except TROUBLE as problem:
        outcome.note("failed", f"{sent[:100]!r} was not answered: {problem!r}")
    outcome.note("failed", f"{sent[:100]!r} is answered by {status}", int(status >= 500))
    outcome.tries += 1
    outcome.load += bool(status)


def _filled(rng: Random, length: int) -> bytes:
    """So many bytes of one filling, some with an end that does not fit."""
    filling = rng.choice(FILLINGS)
    return (filling * (length // len(filling)))[:length] + rng.choice([b"", b"\x00", b"x", b'"', b"="])


def _request(server: Server, first: bytes, keeper: str, more: bytes = b"", body: bytes = b"") -> bytes:
    host = f"127.0.0.1:{server.port}".encode()
    cookie = b"Cookie: " + keeper.encode() + b"\r\n" if keeper else b""
    head = first + b" HTTP/1.1\r\nHost: " + host + b"\r\nOrigin: http://" + host + b"\r\n" + cookie + more
    return head + (b"Content-Length: %d\r\n" % len(body) if body else b"") + b"Connection: close\r\n\r\n" + body


def _head(rng: Random, server: Server, table: ApiTable, keeper: str) -> bytes:
    """A header, in a head that is as long as it may be, or longer."""
    name, length = rng.choice(HEADERS), rng.choice([HEAD, HEAD, LONG])
    mine = "" if name == "Cookie" else rng.choice([keeper, ""])
    path = rng.choice([b"GET /", b"GET /history/", b"GET " + table.path.encode(), b"GET /healthz"])
    return _request(server, path, mine, f"{name}:".encode() + _filled(rng, length) + b"\r\n")


def _address(rng: Random, server: Server, table: ApiTable, keeper: str) -> bytes:
    """What is searched for, and whatever else stands in an address."""
    filling = quote(_filled(rng, 2500), safe="=&+;,'()-") if rng.random() < 0.5 else "a+" * 3500
    return _request(server, f"GET {rng.choice(SEARCHES)}{filling[:7500]}".encode(), rng.choice([keeper, ""]))


def _body(rng: Random, server: Server, table: ApiTable, keeper: str) -> bytes:
    """A form, its parts, or JSON."""
    path, kind, begins = rng.choice(BODIES)
    more = f"Content-Type: {kind}\r\n"
    if path == "MOVES":
        path, more = f"{table.path}/moves", f"{more}Authorization: Bearer {table.host}\r\n"
    mine = "" if kind == JSON else rng.choice([keeper, ""])
    return _request(server, f"POST {path}".encode(), mine, more.encode(), begins + _filled(rng, LONG))


def _file(rng: Random, server: Server, table: ApiTable, keeper: str) -> bytes:
    """A file of a group or of a deck."""
    path, field = rng.choice(FILES)
    head = f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="{json.dumps("f")}"\r\n\r\n'.encode()
    file = rng.choice(BEGINS) + _filled(rng, rng.choice([LONG - 1000, 16 * LONG]))
    body = head + file + b"\r\n--x--\r\n"
    return _request(server, f"POST {path}".encode(), keeper, f"Content-Type: {PARTS}\r\n".encode(), body)
