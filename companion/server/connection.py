"""HTTP connections: yield while reading, add the security headers, close idle ones quietly."""

import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from types import TracebackType
from typing import Any

import gevent
from gevent.pywsgi import Input, WSGIHandler
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge, RequestTimeout

from companion.server import deadlines
from companion.server.forwarded import Client, client_of
from companion.server.request_head import RequestHeaders, TooLarge, read_headers, read_request_line
from companion.server.room import Place, Use
from companion.server.turns import CONNECTION, NO_TURN
from companion.storage.workers import HAS_HUNG_UP, STEP_ASIDE
from companion.web.access.guard import HEADERS
from companion.web.access.limits import Bucket
from companion.web.access.uploads import UPLOADS
from companion.web.screens.stream import STREAM, Stream

HEAD_ENDS = b"\r\n\r\n"
PIECES = 32  # reads until others have a turn
NOTED = 4 * 1024  # bytes of a large upload between two records of its progress
FETCHED = 64 * 1024 + 1  # bytes of a body that is read before its request takes its turn: more than a form has
SKIPPED = 256 * 1024  # bytes of an unwanted body that are read, so that the answer still arrives
log = logging.getLogger("companion.server.connection")


class FairReader:
    """A file that yields to other greenlets every 32 reads; gevent does not yield while data is buffered."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._pieces = 0

    def read(self, size: int = -1) -> bytes:
        self._count()
        return bytes(self._file.read(size))

    def readline(self, size: int = -1) -> bytes:
        self._count()
        return bytes(self._file.readline(size))

    def peek(self) -> bytes:
        """The bytes that have arrived, without taking them; waits for the first one."""
        return bytes(self._file.peek(1))

    def _count(self) -> None:
        self._pieces += 1
        if self._pieces % PIECES == 0:
            gevent.sleep(0)

    def close(self) -> None:
        self._file.close()

    @property
    def closed(self) -> bool:
        return bool(self._file.closed)


class Late(Exception):
    """A request does not arrive in time."""


class RequestBody(Input):  # type: ignore[misc]
    """The body of a request, with a deadline. Unread data is discarded, up to 256 KiB. `broken`: it ended early."""

    content_length: int | None

    def __init__(self, given: Input, arrival: deadlines.Arrival) -> None:
        super().__init__(given.rfile, given.content_length, given.socket, given.chunked_input)
        self._arrival = arrival
        self._problem: HTTPException | None = None
        self._is_fetched = self.broken = False

    def fetch(self) -> None:
        """Read the body into memory unless it is a large upload. A failure is raised by the next read."""
        if self.is_whole or (self.content_length or 0) > FETCHED:
            return
        try:
            body = self._in_time(super().read, FETCHED)
        except HTTPException as problem:
            self._problem = problem
            return
        if not self.is_whole:  # more chunks than anything takes
            self._problem, self.broken = RequestEntityTooLarge(), True
        self.rfile, self.content_length, self.position = BytesIO(body), len(body), 0
        self.chunked_input, self._is_fetched = False, True

    def read(self, length: int | None = None) -> bytes:
        if not self._arrival.is_upload or length is None or self._is_fetched:
            return self._in_time(super().read, length)
        pieces: list[bytes] = []
        while length > 0 and (piece := self._in_time(super().read, min(length, NOTED))):
            self._arrival.note(len(piece), time.monotonic())
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)

    def readline(self, size: int | None = None) -> bytes:
        return self._in_time(super().readline, size)

    @property
    def is_whole(self) -> bool:
        if self._is_fetched:
            return True
        return bool(self.chunk_length == 0 if self.chunked_input else self.position >= (self.content_length or 0))

    def _in_time(self, read: Callable[[int | None], bytes], size: int | None) -> bytes:
        if self._problem is not None:
            raise self._problem
        if self.is_whole:
            return read(size)
        STEP_ASIDE.get()()
        left = self._arrival.end - time.monotonic()
        try:
            if left <= 0:
                raise Late
            with gevent.Timeout(max(left, 0), Late):
                return read(size)
        except Late:
            self.broken = True
            raise RequestTimeout from None
        except (OSError, ValueError) as problem:  # ValueError: a chunk of no length at all
            self.broken = True
            raise BadRequest from problem

    def _discard(self) -> None:
        self.send_100_continue_enabled = False
        left = 0 if self.broken else SKIPPED
        with suppress(HTTPException):  # the answer has been given, and the connection ends
            while left > 0 and (piece := self.read(min(left, 16384))):
                left -= len(piece)


class Handler(WSGIHandler):  # type: ignore[misc]
    """A connection: without Nagle's delay (40 ms a tap), and closed after `QUIET_SECONDS` of silence.

    Until a head is complete, and while it owes time, its greenlet is in `server.idle`; once `server.closing`, each
    answer is the last. A stream takes it over (`is_handed_on`). `client`: the sender of the newest request.
    """

    socket: Any
    wsgi_input: Any
    headers: RequestHeaders
    client: Client

    def __init__(self, sock: Any, address: Any, server: Any, place: Place) -> None:
        super().__init__(sock, address, server, FairReader(sock.makefile("rb", -1)))
        self._place = place
        self._is_from_proxy = server.is_proxy(address[0])
        self._bucket = Bucket(CONNECTION)
        self._turn = NO_TURN
        self.stream: Stream | None = None
        self.is_handed_on = False
        self._head = gevent.Timeout(deadlines.HEAD_SECONDS, Late)

    def handle(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(deadlines.QUIET_SECONDS)
        try:
            super().handle()
        except OSError as gone:
            log.debug("%s was gone before it was answered: %s", self._place.address, gone)

    def handle_one_request(self) -> Any:
        if not self._begins():
            return None
        if not self._is_from_proxy:
            self._hold()
            if HEAD_ENDS in self.rfile.peek():  # one that still comes takes its turn once it was read
                self._take_turn()
        self._head = gevent.Timeout.start_new(deadlines.HEAD_SECONDS, Late)
        try:
            answer = super().handle_one_request()
        except Late:
            answer = ("408", b"")
        finally:
            self._head.close()
            self._turn.over()
            if not self.is_handed_on:
                self._place.begin(Use.IDLE)
        if self.is_handed_on:
            return None
        return (answer[0], _plain(int(answer[0]))) if isinstance(answer, tuple) else answer

    def _hand_on(self, stream: Stream) -> None:
        connection, self.socket = self.socket, None
        self.rfile.close()
        self.is_handed_on = True
        self.server.streams.take(stream, connection, self._place, self.response_use_chunked)

    def _begins(self) -> bool:
        """Whether a request begins before the connection ends or has been silent for too long."""
        self.server.idle.add(gevent.getcurrent())
        try:
            with gevent.Timeout(deadlines.QUIET_SECONDS, Late):
                return bool(self.rfile.peek())
        except (Late, OSError):
            return False

    def read_request(self, raw_requestline: str) -> bool:
        """Read the head; ValueError if it is malformed or ambiguous."""
        first_line = raw_requestline.encode("latin-1")
        self.requestline = raw_requestline.rstrip()
        self.command, self.path, self.request_version = read_request_line(first_line)
        self.headers = read_headers(self.rfile, len(first_line))
        self.content_length = self.headers.length
        if self.command == "HEAD" and (self.content_length or self.headers.is_chunked):
            raise ValueError("HEAD with a body")
        wish = (self.headers.get("connection") or "").lower()
        self.close_connection = wish == "close" if self.request_version == "HTTP/1.1" else wish != "keep-alive"
        if self.headers.is_chunked or (self.content_length or 0) > SKIPPED:
            self.close_connection = True  # where this body ends, the next request need not begin
        return True

    def _headers(self) -> Iterator[tuple[str, str]]:
        """pywsgi's hook for the headers in the environment of an app."""
        return self.headers.for_environ()

    def get_environ(self) -> dict[str, Any]:
        self._head.close()
        environ: dict[str, Any] = super().get_environ()
        self.client = client_of(
            Client(environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]),
            environ.get("HTTP_X_FORWARDED_FOR", ""),
            environ.get("HTTP_X_FORWARDED_PROTO", ""),
            self.server.behind,
        )
        environ["REMOTE_ADDR"], environ["wsgi.url_scheme"] = self.client
        if self._is_from_proxy:
            if not self._place.move(self.client.address):
                raise ConnectionAbortedError("there is no room for one more of this address")
            self._hold()
        self.server.idle.discard(gevent.getcurrent())
        arrival = deadlines.Arrival((self.command, environ["PATH_INFO"]) in UPLOADS, time.monotonic())
        self.wsgi_input = RequestBody(self.wsgi_input, arrival)  # also where gevent hands on the bare connection
        environ["wsgi.input"], environ["wsgi.input_terminated"] = self.wsgi_input, True
        return environ

    def _hold(self) -> None:
        """Wait for as long as this connection, or its address, owes: frequent requests are answered later."""
        owed = self.server.turns.owed(self._place.address)
        if not self._is_from_proxy:  # whose connections are many people's
            owed = max(owed, self._bucket.owed(time.monotonic()))
        if owed:
            gevent.sleep(owed)

    def handle_one_response(self) -> None:
        """Answer a complete request in its turn; hand a stream on."""
        STEP_ASIDE.set(self._step_aside)
        HAS_HUNG_UP.set(self._has_hung_up)
        self.wsgi_input.fetch()
        if self._turn.is_over:
            self._take_turn()
        self._place.begin(Use.ANSWER)
        super().handle_one_response()
        if self.wsgi_input.broken:
            self.close_connection = True
        if self.stream is not None:
            self._hand_on(self.stream)

    def _take_turn(self) -> None:
        self._turn = self.server.turns.take(self._place.address)

    def _step_aside(self) -> None:
        """Give up the turn: the rest of this request is slow and must not block others."""
        self._turn.over()
        self._place.begin(Use.SLOW)

    def _has_hung_up(self) -> bool:
        """Whether the client has closed the connection. Bytes of a next request stay unread."""
        with gevent.Timeout(0, False):
            try:
                return not self.rfile.peek()
            except OSError:
                return True
        return False

    def process_result(self) -> None:
        """Send only the head of a stream here: its body is sent without this greenlet until the connection ends."""
        stream = self.environ.get(STREAM) if self.environ["REQUEST_METHOD"] == "GET" else None
        if stream is None or self.server.closing:
            super().process_result()
        else:
            self.write(b"")
            self.stream = stream

    def finalize_headers(self) -> None:
        if self.wsgi_input.broken or self.server.closing:
            self.close_connection = True
        if self.close_connection and not any(name.lower() == b"connection" for name, _ in self.response_headers):
            self.response_headers.append((b"Connection", b"close"))
        super().finalize_headers()

    def _write_with_headers(self, data: bytes) -> None:
        """pywsgi's hook for the first piece of an answer: sent in one packet with its head."""
        self.headers_sent = True
        self.finalize_headers()
        head = b"".join(b"%s: %s\r\n" % header for header in self.response_headers)
        piece = b"%x\r\n%s\r\n" % (len(data), data) if self.response_use_chunked and data else data
        self._sendall(b"HTTP/1.1 %s\r\n%s\r\n%s" % (self.status, head, piece))

    def log_request(self) -> None:
        """pywsgi's hook for the access log, which is off."""

    def handle_error(self, t: type[BaseException], v: BaseException, tb: TracebackType) -> None:
        """pywsgi's hook for exceptions of the application: a broken or ended connection is none of its faults."""
        if issubclass(t, OSError | gevent.GreenletExit):
            self.close_connection = True
        else:
            super().handle_error(t, v, tb)

    def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
        """gevent's hook for a malformed request; its own prints a traceback for too many or endless headers."""
        if not isinstance(ex, (ValueError, OSError)):
            raise ex
        log.info("No request, from %s: %s", self.client_address, ex)
        return "431" if isinstance(ex, TooLarge) else "400", b""


def elsewhere(address: str) -> bytes:
    """A response that redirects a browser to `address` this time only: tomorrow there may be no https."""
    return _plain(303, Location=address, **{"Cache-Control": "no-store"})


def _plain(status: int, **more: str) -> bytes:
    """A response without a body, with all security headers, for requests that never reach the application."""
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close", "Content-Length: 0"]
    head += [f"{name}: {value}" for name, value in (HEADERS | more).items()]
    return "\r\n".join([*head, "", ""]).encode()
