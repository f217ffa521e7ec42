"""The bare limit: commits a line to SQLite at synchronous=FULL, then sends as many bytes to all screens of its table.

Started with a port, a file, and how many bytes a screen gets. A client says `join TABLE` or `tap TABLE TEXT`, a line
each; every screen of the table is sent the line's number and the bytes, ended by a line break. Plain asyncio.
"""

import asyncio
import sqlite3
import sys
from collections import Counter, defaultdict


class Limit:
    """The tables: how many lines each has, and who looks at it."""

    def __init__(self, file: str, size: int) -> None:
        self._db = sqlite3.connect(file, isolation_level=None)
        self._db.execute("pragma journal_mode=wal")
        self._db.execute("pragma synchronous=full")
        self._db.execute("create table lines (code text, line integer, move text, primary key (code, line))")
        self._filling = b"x" * size
        self._lines = Counter[bytes]()
        self._screens: defaultdict[bytes, set[asyncio.Transport]] = defaultdict(set)

    def join(self, code: bytes, screen: asyncio.Transport) -> None:
        """A screen of the table, which is told the newest line."""
        self._screens[code].add(screen)
        screen.write(b"%d %s\n" % (self._lines[code], self._filling))

    def leave(self, screen: asyncio.Transport) -> None:
        """A screen has hung up."""
        for screens in self._screens.values():
            screens.discard(screen)

    def tap(self, code: bytes, text: bytes) -> None:
        """One line: committed, then sent to all screens."""
        self._lines[code] += 1
        number = self._lines[code]
        self._db.execute("insert into lines values (?, ?, ?)", [code.decode(), number, text.decode()])
        event = b"%d %s\n" % (number, self._filling)
        for screen in self._screens[code]:
            screen.write(event)


class Line(asyncio.Protocol):
    """One connection, which says lines."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._limit.leave(self._transport)

    def data_received(self, data: bytes) -> None:
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            word, code, *text = line.split(b" ", 2)
            if word == b"join":
                self._limit.join(code, self._transport)
            else:
                self._limit.tap(code, text[0])


async def main() -> None:
    port, file, size = sys.argv[1:]
    limit = Limit(file, int(size))
    server = await asyncio.get_running_loop().create_server(lambda: Line(limit), "127.0.0.1", int(port))
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
