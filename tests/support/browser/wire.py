"""The air between a phone and the server: a relay that can fall silent without a word to either side, as Wi-Fi does."""

import contextlib
import socket
import threading
from collections.abc import Callable
from urllib.parse import urlsplit


class Line:
    """One connection through the relay: the phone's end, the server's end, and what was asked last."""

    def __init__(self, phone: socket.socket, server: socket.socket) -> None:
        self.phone = phone
        self.server = server
        self.asked = b""
        self.cut = False
        self.over = False

    @property
    def is_stream(self) -> bool:
        return self.asked.startswith(b"GET /live") and not self.over

    def close(self) -> None:
        self.over = True
        for end in (self.phone, self.server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Wire:
    """A relay to the server at `url`, at an address of its own."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._to = (parts.hostname or "", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lines: list[Line] = []
        self._deaf = False
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._threads: list[threading.Thread] = []
        self._run(self._accept)

    def _run(self, work: Callable[..., None], *given: Line) -> None:
        self._threads.append(threading.Thread(target=work, args=given, daemon=True))
        self._threads[-1].start()

    def streams(self) -> int:
        """How many streams are held open."""
        return sum(line.is_stream for line in self._lines)

    def cut(self, idle_too: bool = False) -> None:
        """The streams that are open hear nothing any more, and are not told. What connects later is heard.

        `idle_too`: so do the connections that the browser keeps for its next request.
        """
        for line in self._lines:
            line.cut = line.cut or idle_too or line.is_stream

    def swallow_answers(self, swallow: bool) -> None:
        """Whether what a tap is answered gets lost on its way, from now on."""
        self._deaf = swallow

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes who accepts
        self._threads[0].join()
        self._listener.close()
        for line in self._lines:
            line.close()
        for thread in self._threads:
            thread.join()
        for line in self._lines:
            line.phone.close()
            line.server.close()

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._to)
            except OSError:
                phone.close()
                continue
            line = Line(phone, server)
            self._lines.append(line)
            self._run(self._forward, line)
            self._run(self._back, line)

    def _forward(self, line: Line) -> None:
        with contextlib.suppress(OSError):
            while heard := line.phone.recv(65536):
                if heard.startswith((b"GET ", b"POST ")):
                    line.asked = heard[:80]
                if not line.cut:
                    line.server.sendall(heard)
        line.close()

    def _back(self, line: Line) -> None:
        with contextlib.suppress(OSError):
            while heard := line.server.recv(65536):
                line.cut = line.cut or (self._deaf and line.asked.startswith(b"POST "))
                if not line.cut:
                    line.phone.sendall(heard)
        if not line.cut:
            line.close()
