"""Connections that send a few bytes now and then, and are never done."""

import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from companion.server.deadlines import BODY_SECONDS, HEAD_SECONDS
from tests.support.server import plug

HOST = b"Host: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\n" + HOST
PAUSE = 0.2  # seconds between two drops


class Kind(NamedTuple):
    """What is slow: what is sent at once, what then comes drop by drop, and after how many seconds that is enough."""

    begins: bytes
    drop: bytes
    seconds: float


KINDS = {
    "a request line": Kind(b"GET /", b"a", HEAD_SECONDS),
    "headers": Kind(b"GET / HTTP/1.1\r\n" + HOST, b"X: y\r\n", HEAD_SECONDS),
    "one header": Kind(b"GET / HTTP/1.1\r\n" + HOST + b"X: ", b"y", HEAD_SECONDS),
    "a second request": Kind(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\nGET /", b"a", HEAD_SECONDS),
    "a body": Kind(POST + b"Content-Length: 60000\r\n\r\n", b" ", BODY_SECONDS),
    "chunks": Kind(POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", BODY_SECONDS),
    "an upgrade": Kind(POST + b"Connection: upgrade\r\nContent-Length: 60000\r\n\r\n", b" ", BODY_SECONDS),
    "a body that nobody wants": Kind(
        b"POST /nowhere HTTP/1.1\r\n" + HOST + b"Content-Length: 60000\r\n\r\n", b" ", BODY_SECONDS
    ),
    "a form": Kind(
        b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n",
        b"a",
        BODY_SECONDS,
    ),
}


@dataclass
class Drip:
    """A connection of a kind; `answer`: what has come, `ended`: after how many seconds the other side has closed."""

    kind: Kind
    connection: socket.socket
    answer: bytes = b""
    ended: float | None = None

    def drop(self, seconds: float) -> None:
        """Send a little and take what has come, `seconds` after the beginning."""
        if self.ended is None:
            with suppress(OSError):
                self.connection.send(self.kind.drop)
            answer = heard(self.connection)
            self.answer += answer or b""
            if answer is None:
                self.ended = seconds


def begin(url: str, kind: Kind, source: str, trust: ssl.SSLContext | None = None) -> Drip:
    """Open a connection from the address `source`, sealed if there is something to trust, and send what begins it."""
    connection = plug(url, source=source)
    if trust is not None:
        connection = trust.wrap_socket(connection)
    connection.sendall(kind.begins.replace(b"%d", url.rpartition(":")[2].encode()))
    connection.settimeout(0)
    return Drip(kind, connection)


def drip(slow: Sequence[Drip], seconds: float) -> None:
    """Send a little on every connection, until all have been closed or so much time has gone."""
    began = time.monotonic()
    while any(one.ended is None for one in slow) and time.monotonic() < began + seconds:
        for one in slow:
            one.drop(time.monotonic() - began)
        time.sleep(PAUSE)


def heard(connection: socket.socket) -> bytes | None:
    """What has come by now; None if the other side has closed and nothing is left."""
    try:
        return connection.recv(65536) or None
    except (TimeoutError, BlockingIOError, ssl.SSLWantReadError):
        return b""
    except OSError:
        return None
