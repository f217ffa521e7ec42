"""The headers of a request as browsers write them; what is written otherwise is left to http.client, which is slow."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*)\r?\n")
ENDS = (b"\r\n", b"\n", b"")
MOST_LINES, LONGEST_LINE = 100, 65_536  # as http.client, which refuses what is beyond


class RequestHeaders:
    """Headers by name, and all of them in their order: what pywsgi asks of an email.message.Message."""

    status = ""  # a problem with them; there is none

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._pairs = pairs
        self._first = {name.lower(): value for name, value in reversed(pairs)}

    def get(self, name: str, otherwise: str | None = None) -> str | None:
        """The first header of this name."""
        return self._first.get(name.lower(), otherwise)

    getheader = get

    @property
    def typeheader(self) -> str | None:
        return self.get("content-type")

    def __delitem__(self, name: str) -> None:
        self._pairs = [pair for pair in self._pairs if pair[0].lower() != name.lower()]
        self._first.pop(name.lower(), None)

    def for_environ(self) -> Iterator[tuple[str, str]]:
        """As WSGI names them, without the two that it names otherwise; none with a `_`, which would pass for `-`."""
        for name, value in self._pairs:
            key = name.replace("-", "_").upper()
            if "_" not in name and key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
                yield f"HTTP_{key}", value.strip()


class ReadAgain:
    """A file whose first lines have been read already."""

    def __init__(self, lines: Sequence[bytes], file: Any) -> None:
        self._lines, self._file = list(lines), file

    def readline(self, size: int = -1) -> bytes:
        return self._lines.pop(0) if self._lines else bytes(self._file.readline(size))


def read_headers(file: Any) -> RequestHeaders | ReadAgain:
    """The headers up to the empty line; the file to be read again where one of them is odd, or there are too many."""
    lines: list[bytes] = []
    pairs: list[tuple[str, str]] = []
    while len(lines) < MOST_LINES:
        line = file.readline(LONGEST_LINE + 1)
        if line in ENDS:
            return RequestHeaders(pairs)
        lines.append(line)
        header = HEADER.fullmatch(line)
        if header is None or len(line) > LONGEST_LINE:
            break
        pairs.append((header[1].decode(), header[2].decode()))
    return ReadAgain(lines, file)
