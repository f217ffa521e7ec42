"""A websocket by hand, as far as engine.io needs it: short text frames out, any text frames in."""

import asyncio
from collections.abc import Callable

LONG, LONGEST = 126, 127  # of a frame's length: two bytes follow, or eight
TEXT = 0x81
MASKED = 0x80


class WebSocket(asyncio.Protocol):
    """A client's connection to this machine; `take` is called with each message."""

    def __init__(self, path: str, take: Callable[[bytes], None]) -> None:
        self._path, self._take = path, take
        self._buffer = b""
        self._is_begun = False
        self._transport: asyncio.Transport | None = None

    async def open(self, port: int) -> None:
        """Connect, and ask for the upgrade."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        head = f"GET {self._path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        assert self._transport is not None
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self._transport.write((head + key).encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_begun:
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer, self._is_begun = rest, True
        while (frame := _frame(self._buffer)) is not None:
            message, size = frame
            self._buffer = self._buffer[size:]
            self._take(message)

    def send(self, message: bytes) -> None:
        """Send a message of at most 65,535 bytes; its mask is zero, which changes nothing."""
        assert self._transport is not None
        size = len(message)
        length = bytes([MASKED | size]) if size < LONG else bytes([MASKED | LONG]) + size.to_bytes(2, "big")
        self._transport.write(bytes([TEXT]) + length + bytes(4) + message)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


def _frame(buffer: bytes) -> tuple[bytes, int] | None:
    """The first frame's message, and how many bytes the frame is; None as long as it is not whole."""
    if len(buffer) < 2:
        return None
    length, start = buffer[1], 2
    if length in (LONG, LONGEST):
        start = 4 if length == LONG else 10
        length = int.from_bytes(buffer[2:start], "big")
    end = start + length
    return (buffer[start:end], end) if len(buffer) >= end else None
