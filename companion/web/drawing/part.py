"""A part of a screen, in pieces: a stream sends those that its device does not have yet."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2s

SMALL = 48  # characters: what is shorter belongs to the piece before it


class Piece:
    """A piece of HTML, and a short hash of it: equal pieces have equal ones, also after a restart."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.hash = _hash(html)

    @cached_property
    def event(self) -> bytes:
        """The piece as an event of a stream: its hash, then its lines."""
        lines = "".join(f"data: {line}\n" for line in (self.hash, *self.html.split("\n")))
        return f"event: piece\n{lines}\n".encode()


class Part:
    """A part of a screen, shared or private. `has_field`: somebody may be typing into it."""

    def __init__(self, pieces: Sequence[Piece] = (), has_field: bool = False) -> None:
        self.pieces, self.has_field = pieces, has_field

    def __html__(self) -> str:
        return "".join(piece.html for piece in self.pieces)

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
        return _hash(self.order)


def chunked(strings: Iterable[str]) -> Iterator[str]:
    """What a template yields, in fewer strings: a short one is put behind the one before it."""
    chunk: list[str] = []
    for string in strings:
        if chunk and len(string) >= SMALL:
            yield "".join(chunk)
            chunk = []
        chunk.append(string)
    yield "".join(chunk)


def _hash(text: str) -> str:
    return blake2s(text.encode(), digest_size=6).hexdigest()
