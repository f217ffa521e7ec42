"""One connection: read in fairness to the others, answered in the house's own dress, let go without a word."""

import http.client
import logging
import socket
from http import HTTPStatus
from types import TracebackType
from typing import Any

import gevent
from gevent.pywsgi import Input, WSGIHandler

from companion.web.guard import HEADERS

QUIET_SECONDS = 20  # a connection that neither reads nor writes for so long is let go
PIECES = 32  # after so many pieces read, the others have a turn
SKIPPED = 256 * 1024  # bytes of a body that nobody wanted are read up to here, so that the answer still arrives

log = logging.getLogger("companion.connection")


class Turns:
    """A file to read from, bit by bit: gevent itself never waits where the next bit is there already."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._pieces = 0

    def read(self, size: int = -1) -> bytes:
        self._count()
        return bytes(self._file.read(size))

    def readline(self, size: int = -1) -> bytes:
        self._count()
        return bytes(self._file.readline(size))

    def _count(self) -> None:
        self._pieces += 1
        if self._pieces % PIECES == 0:
            gevent.sleep(0)

    @property
    def closed(self) -> bool:
        return bool(self._file.closed)


class Body(Input):  # type: ignore[misc]
    """The body of a request; what nobody wanted of it is skipped, as far as that takes no time."""

    def _discard(self) -> None:
        self.send_100_continue_enabled = False
        left = 0 if self._chunked_input_error else SKIPPED
        while left > 0 and (piece := self.read(min(left, 16384))):
            left -= len(piece)


class Handler(WSGIHandler):  # type: ignore[misc]
    """One connection: no waiting for full packets (Nagle costs 40 ms a tap), and none that lies dead for ever."""

    wsgi_input: Any

    def __init__(self, sock: Any, address: Any, server: Any) -> None:
        super().__init__(sock, address, server, Turns(sock.makefile("rb", -1)))

    def handle(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(QUIET_SECONDS)
        try:
            super().handle()
        except OSError as gone:
            log.debug("%s was gone before it was answered: %s", self.client_address, gone)

    def handle_one_request(self) -> Any:
        found = super().handle_one_request()
        return (found[0], _plain(int(found[0]))) if isinstance(found, tuple) else found

    def read_request(self, raw_requestline: str) -> bool:
        read: bool = super().read_request(raw_requestline)
        if self._is_chunked() or (self.content_length or 0) > SKIPPED:
            self.close_connection = True  # where this body ends, the next request need not begin
        return read

    def _is_chunked(self) -> bool:
        return bool(self.headers.get("transfer-encoding", "").lower() == "chunked")

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        given = self.wsgi_input
        self.wsgi_input = Body(given.rfile, given.content_length, given.socket, given.chunked_input)
        if environ["wsgi.input"] is given:
            environ["wsgi.input"] = self.wsgi_input
        return environ

    def handle_error(self, t: type[BaseException], v: BaseException, tb: TracebackType) -> None:
        """What the app does not answer for itself: an OSError here is a connection that broke off, all else a fault."""
        if issubclass(t, OSError):
            self.close_connection = True
        else:
            super().handle_error(t, v, tb)

    def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
        """gevent's hook for what is no request; its own prints a traceback where headers are too many or never end."""
        if not isinstance(ex, (ValueError, OSError, http.client.HTTPException)):
            raise ex
        log.info("No request, from %s: %s", self.client_address, ex)
        return "400", b""


def elsewhere(address: str) -> bytes:
    """An answer that sends a browser on to `address`, this time: tomorrow there may be no https."""
    return _plain(303, Location=address, **{"Cache-Control": "no-store"})


def _plain(status: int, **more: str) -> bytes:
    """An answer to what never reached the app: no body, and the headers of every other answer."""
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close", "Content-Length: 0"]
    head += [f"{name}: {value}" for name, value in (HEADERS | more).items()]
    return "\r\n".join([*head, "", ""]).encode()
