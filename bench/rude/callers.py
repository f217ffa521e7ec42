"""An address that asks without pause, that fills the room, that sends what is no request, and that corrects.

Each is called with the server's URL, an address of 127.0.0.0/8 from which all its connections come, an event that tells
it to be calm, and a queue for how it was answered: a Counter of statuses, 0 for no answer at all.
"""

import http.client
import json
import socket
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from multiprocessing.synchronize import Event
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.support.api import CAST

SECONDS = 5.0  # that an answer may take
FORM = "application/x-www-form-urlencoded"
HEAD = 15_000  # bytes of an awkward header, which fits a head
OPEN, EVERY = 600, 8.0  # connections that are kept by a request each so many seconds
PAUSE = 1.0  # seconds, where no table is laid any more
LINES, PAIRS, MOVES = 256, 64, 14  # of a table that is corrected; of a correction as large as a body takes


class Asked(NamedTuple):
    """A request: method, path, and what it brings."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""

    def wire(self, host: str) -> bytes:
        """The bytes of it."""
        headers = {"Host": host, "Origin": f"http://{host}", "Content-Length": str(len(self.body)), **self.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{self.method} {self.path} HTTP/1.1\r\n{lines}\r\n".encode() + self.body


def page(path: str, cookie: str) -> Asked:
    return Asked("GET", path, {"Cookie": cookie})


def form(path: str, cookie: str, **fields: str) -> Asked:
    return Asked("POST", path, {"Cookie": cookie, "Content-Type": FORM}, urlencode(fields).encode())


def call(path: str, method: str = "GET", body: bytes = b"") -> Asked:
    """What a program asks without a key."""
    return Asked(method, path, {}, body)


def ask(
    requests: Sequence[Asked], connections: int, url: str, source_address: str, calm_event: Event, answers_queue: Any
) -> None:
    """These requests in turn without pause, on so many connections."""
    answers = Counter[int]()

    def one(number: int) -> None:
        connection = _connection(url, source_address)
        for asked in cycle([*requests[number % len(requests) :], *requests[: number % len(requests)]]):
            if calm_event.is_set():
                break
            answers[_status(connection, url, asked)] += 1
        connection.close()

    _beside(one, connections)
    answers_queue.put(answers)


def _beside(work: Any, times: int) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _connection(url: str, source: str) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    return http.client.HTTPConnection(parts.hostname or "", parts.port, SECONDS, source_address=(source, 0))


def _status(connection: http.client.HTTPConnection, url: str, asked: Asked) -> int:
    """How a request was answered; 0: not at all."""
    try:
        connection.request(asked.method, asked.path, asked.body or None, {"Origin": url, **asked.headers})
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        connection.close()
        return 0
    return answer.status


def heads(url: str, source_address: str, calm_event: Event, answers_queue: Any) -> None:
    """Heads that fit nothing: a header of spaces and a NUL, without pause."""
    answers, parts = Counter[int](), urlsplit(url)

    def one(number: int) -> None:
        filling = b" \t:a"[number % 4 : number % 4 + 1] * HEAD
        head = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX:" + filling + b"\x00\r\n\r\n"
        while not calm_event.is_set():
            try:
                with socket.create_connection((parts.hostname, parts.port), SECONDS, (source_address, 0)) as connection:
                    connection.sendall(head)
                    answers[int(connection.recv(65536)[9:12] or 0)] += 1
            except (OSError, ValueError):
                answers[0] += 1

    _beside(one, 4)
    answers_queue.put(answers)


def connections(url: str, source_address: str, calm_event: Event, answers_queue: Any) -> None:
    """Six hundred connections, each kept by a request now and then, and opened again when it is ended."""
    answers, parts = Counter[int](), urlsplit(url)
    asked = call("/healthz").wire(f"127.0.0.1:{parts.port}")
    opened: dict[int, socket.socket] = {}
    while not calm_event.is_set():
        for number in range(OPEN):
            if calm_event.is_set():
                break
            try:
                connection = opened.get(number) or socket.create_connection(
                    (parts.hostname, parts.port), SECONDS, (source_address, 0)
                )
                opened[number] = connection
                connection.sendall(asked)
                answers[int(connection.recv(65536)[9:12] or 0)] += 1
            except (OSError, ValueError):
                answers[0] += 1
                with suppress(KeyError):
                    opened.pop(number).close()
        calm_event.wait(EVERY)
    for connection in opened.values():
        connection.close()
    answers_queue.put(answers)


def bonus(number: int) -> dict[str, Any]:
    """The shortest entry by hand; eight in a row cancel out."""
    return {"move": "adjust", "seat": number % 4, "track": "skulls", "by": 1 if number % 8 < 4 else -1, "why": "x"}


def corrections(url: str, source_address: str, calm_event: Event, answers_queue: Any) -> None:
    """At a table of its own the largest corrections that are taken, without pause; then at another one."""
    answers, connection = Counter[int](), _connection(url, source_address)
    while not calm_event.is_set():
        _correct(connection, url, calm_event, answers)
    connection.close()
    answers_queue.put(answers)


def _correct(connection: http.client.HTTPConnection, url: str, calm: Event, answers: Counter[int]) -> None:
    """Lay a table, and correct it until it takes no more."""
    body = json.dumps({"game": "death-wish", "seats": CAST[:4], "options": {}}).encode()
    connection.request("POST", "/api/tables", body)
    answer = connection.getresponse()
    laid = json.loads(answer.read())
    if answer.status != 201:
        answers[answer.status] += 1
        calm.wait(PAUSE)
        return
    path, key = f"/api/tables/{laid['table']}/moves", {"Authorization": f"Bearer {laid['host_key']}"}

    def report(move: dict[str, Any], number: int) -> int:
        sent = json.dumps(move | {"key": f"rude-{number:08d}"}).encode()
        status = _status(connection, url, Asked("POST", path, key, sent))
        answers[status] += 1
        return status

    for number in range(LINES):
        report(bonus(number), number)
    number, status = LINES, 201
    reads = [bonus(move) for move in range(MOVES)]
    while status != 422 and not calm.is_set():
        first = number * PAIRS % LINES
        lines = [[first + line + 1, reads] for line in range(PAIRS)]
        status = report({"move": "correct", "lines": lines}, number)
        number += 1
