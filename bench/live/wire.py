"""HTTP/1.1 by hand: connections that are kept for one request after the other, and event streams."""

import asyncio
import re
import zlib
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from tests.support.addresses import own_address

LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)
GZIP = re.compile(rb"\r\ncontent-encoding: *gzip", re.IGNORECASE)
GZIP_WINDOW = 31


class Answer(NamedTuple):
    """An answer, when it had been read whole, and how many bytes it was."""

    status: int
    head: bytes
    body: bytes
    received: float
    size: int


def request(method: str, path: str, host: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """The bytes of a request, as a browser that takes gzip sends it."""
    lines = {"Host": host, "Accept-Encoding": "gzip", **headers}
    if method == "POST":
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


class Connection(asyncio.Protocol):
    """A connection to a port of this machine, which is opened again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.address = own_address()  # of this machine's, that from which it comes
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._answered: asyncio.Future[Answer] | None = None

    async def call(self, data: bytes) -> Answer:
        """Send a request and read its answer; once more over a new connection if this one has just been closed."""
        try:
            return await self._call(data)
        except ConnectionError:
            return await self._call(data)

    async def _call(self, data: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._transport is None:
            await loop.create_connection(lambda: self, "127.0.0.1", self._port, local_addr=(self.address, 0))
        assert self._transport is not None
        self._answered = loop.create_future()
        self._transport.write(data)
        return await self._answered

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._buffer = transport, b""

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(exc or ConnectionResetError("closed without an answer"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, separator, body = self._buffer.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if not separator or len(body) < int(length[1] if length else 0):
            return
        size, self._buffer = len(self._buffer), b""
        plain = zlib.decompress(body, GZIP_WINDOW) if GZIP.search(head) else body
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(Answer(int(head[9:12]), head, plain, perf_counter(), size))

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


class EventStream(asyncio.Protocol):
    """An event stream that is open: `take` is called with each event as it came, `counted` with the bytes received."""

    def __init__(self, sent: bytes, take: Callable[[bytes], None], counted: Callable[[int], None]) -> None:
        self._sent, self._take, self._counted = sent, take, counted
        self._raw = self._text = b""
        self._transport: asyncio.Transport | None = None
        self._is_begun = False
        self._decompress: Callable[[bytes], bytes] = bytes
        self.opened = asyncio.get_running_loop().create_future()

    async def open(self, port: int, address: str) -> None:
        """Connect from this address, ask for the stream, and wait until it begins."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port, local_addr=(address, 0))
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._sent)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionResetError("closed before the stream began"))

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._counted(len(data))
        self._raw += data
        if not self._is_begun and not self._begin():
            return
        chunks = self._chunks()
        self._text += self._decompress(chunks)
        *events, self._text = self._text.split(b"\n\n")
        for event in events:
            self._take(event)

    def _begin(self) -> bool:
        """Whether the head of the answer has come."""
        head, separator, rest = self._raw.partition(b"\r\n\r\n")
        if separator:
            self._raw, self._is_begun = rest, True
            if GZIP.search(head):
                self._decompress = zlib.decompressobj(GZIP_WINDOW).decompress
            if head[9:12] == b"200":
                self.opened.set_result(None)
            else:
                self.opened.set_exception(RuntimeError(f"no stream: {head.decode()}"))
        return self._is_begun

    def _chunks(self) -> bytes:
        """What has come in whole chunks since the last call."""
        chunks, start, raw = [], 0, self._raw
        while (end := raw.find(b"\r\n", start)) > 0:
            after = end + 2 + int(raw[start:end], 16)
            if len(raw) < after + 2:
                break
            chunks.append(raw[end + 2 : after])
            start = after + 2
        self._raw = raw[start:]
        return b"".join(chunks)
