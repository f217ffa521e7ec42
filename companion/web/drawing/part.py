"""A part of a screen, in pieces: a stream sends those that its device does not have yet."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2s

SMALL = 48  # characters: what is shorter belongs to the piece before it
BEGINS = re.compile('(?=<svg class="mark|<li|<form|<span class="hidden)')
FIELD = re.compile(r'<select|<input (?!type="hidden")')


class Piece:
    """A piece of HTML, and a short hash of it: equal pieces have equal ones, also after a restart."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.hash = urlsafe_b64encode(blake2s(html.encode(), digest_size=6).digest()).decode()

    @cached_property
    def event(self) -> bytes:
        """The piece as an event of a stream: its hash, then its lines."""
        lines = "".join(f"data: {line}\n" for line in (self.hash, *self.html.split("\n")))
        return f"event: piece\n{lines}\n".encode()


class Part:
    """A part of a screen, shared or private."""

    def __init__(self, pieces: Sequence[Piece] = (), asks_to_fill_in: bool = False) -> None:
        """`asks_to_fill_in`: what it asks has fields, which may be in folds that are not drawn with it."""
        self.pieces, self._asks_to_fill_in = pieces, asks_to_fill_in

    def __html__(self) -> str:
        return "".join(piece.html for piece in self.pieces)

    @property
    def has_field(self) -> bool:
        """Whether somebody may be typing into it."""
        return self._asks_to_fill_in and FIELD.search(self.__html__()) is not None

    @cached_property
    def order(self) -> str:
        """The hashes of its pieces, one after the other."""
        return " ".join(piece.hash for piece in self.pieces)

    @cached_property
    def hashes(self) -> frozenset[str]:
        """The same without order."""
        return frozenset(piece.hash for piece in self.pieces)

    @cached_property
    def etag(self) -> str:
        """A short hash of the whole: equal parts have equal ones, also after a restart."""
        return blake2s(self.order.encode(), digest_size=6).hexdigest()


def chunked(strings: Iterable[str]) -> Iterator[str]:
    """What a template yields, in fewer strings: a short one is put behind the one before it."""
    chunk: list[str] = []
    for string in strings:
        if chunk and len(string) >= SMALL:
            yield "".join(chunk)
            chunk = []
        chunk.append(string)
    yield "".join(chunk)


def split(html: str) -> tuple[Piece, ...]:
    """HTML in pieces: marks, names, entries of lists and forms change one by one."""
    return tuple(map(Piece, chunked(BEGINS.split(html))))
