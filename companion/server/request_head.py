"""The head of a request: its first line and its headers, taken strictly as RFC 9112 writes them.

Written by hand: http.client reads leniently what a proxy in front may read otherwise, and takes ten times as long.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

LARGEST, MOST_LINES = 16 * 1024, 100  # bytes of a head, and headers in it
TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
REQUEST_LINE = re.compile(rb"(%s) ([\x21-\x7e\x80-\xff]+) (HTTP/1\.[01])\r\n" % TOKEN)
# No two parts in a row match the same sign, so that a line is read once, whether it fits or not.
HEADER = re.compile(rb"(%s):([\t\x20-\x7e\x80-\xff]*)\r\n" % TOKEN)
LENGTH = re.compile(r"[0-9]{1,18}", re.ASCII)
ONCE = ("host", "content-length", "transfer-encoding")


class TooLarge(ValueError):
    """A head of more bytes or lines than there may be."""


class RequestHeaders:
    """The headers of a request in order and by name, with the methods of email.message.Message that pywsgi calls."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._pairs = pairs
        self._first = {name.lower(): value for name, value in reversed(pairs)}

    def get(self, name: str, otherwise: str | None = None) -> str | None:
        return self._first.get(name.lower(), otherwise)

    getheader = get

    @property
    def typeheader(self) -> str | None:
        return self.get("content-type")

    def all(self, name: str) -> list[str]:
        return [value for key, value in self._pairs if key.lower() == name]

    @property
    def is_chunked(self) -> bool:
        return "transfer-encoding" in self._first

    @property
    def length(self) -> int | None:
        """The length of the body in bytes; None if no header names it."""
        length = self._first.get("content-length")
        return None if length is None else int(length)

    def for_environ(self) -> Iterator[tuple[str, str]]:
        """Names as WSGI spells them, with values. Names with `_` are dropped: they would pass for `-`."""
        for name, value in self._pairs:
            key = name.replace("-", "_").upper()
            if "_" not in name and key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
                yield f"HTTP_{key}", value


def read_request_line(line: bytes) -> tuple[str, str, str]:
    """Method, address and version of a request by its first line with its break; ValueError if it is malformed."""
    match = REQUEST_LINE.fullmatch(line)
    if match is None:
        raise ValueError(f"no request line: {line[:80]!r}")
    method, target, version = (part.decode("latin-1") for part in match.groups())
    return method, target, version


def read_headers(file: Any, request_line: int = 0) -> RequestHeaders:
    """Read the headers up to the empty line; `request_line`: bytes of the head before them.

    TooLarge beyond the limits; ValueError if one is malformed or of `ONCE` twice, or the end of the body is ambiguous.
    """
    pairs: list[tuple[str, str]] = []
    left = LARGEST - request_line
    while (line := file.readline(left + 1)) != b"\r\n":
        left -= len(line)
        if left < 0 or len(pairs) == MOST_LINES:
            raise TooLarge("a head of too many bytes or lines")
        match = HEADER.fullmatch(line)
        if match is None:
            raise ValueError(f"no header: {line[:80]!r}")
        pairs.append((match[1].decode(), match[2].decode("latin-1").strip(" \t")))
    headers = RequestHeaders(pairs)
    for name in ONCE:
        if len(headers.all(name)) > 1:
            raise ValueError(f"{name} is there twice")
    length, coding = headers.get("content-length"), headers.get("transfer-encoding")
    if length is not None and not LENGTH.fullmatch(length):
        raise ValueError(f"no length: {length[:80]!r}")
    if coding is not None and (coding.lower() != "chunked" or length is not None):
        raise ValueError("a body whose end nobody can be sure of")
    return headers
