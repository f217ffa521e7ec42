"""Drawings that are kept, each with what it has read."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from companion.web.drawing.part import Piece, split
from companion.web.drawing.reads import Facts, Reads, is_same, noting

T = TypeVar("T")
KEPT = 256  # so many drawings of one evening are kept, and of those before them what is still used


class Memo:
    """Drawings by key, each with what it has read."""

    def __init__(self) -> None:
        self._newer: dict[Hashable, tuple[tuple[Any, Reads], ...]] = {}
        self._older: dict[Hashable, tuple[tuple[Any, Reads], ...]] = {}

    def drawn(self, key: Hashable, now: Facts, draw: Callable[[], T], variants: int = 1) -> T:
        """What is kept under a key and has read what is so now, or else what `draw` makes; so many are kept of one."""
        kept = self._newer.get(key) or self._older.get(key, ())
        fitting = next((one for one in kept if _fits(one[1], now)), None)
        if fitting is None:
            fitting = noting(draw)
            kept = (fitting, *kept[: variants - 1])
        self._keep(key, kept)
        drawn: T = fitting[0]
        return drawn

    def _keep(self, key: Hashable, kept: tuple[tuple[Any, Reads], ...]) -> None:
        if len(self._newer) >= KEPT:
            self._newer, self._older = {}, self._newer
        self._newer[key] = kept

    def pieces(self, html: str) -> tuple[Piece, ...]:
        """The pieces of this HTML, made once."""
        kept = self._newer.get(html) or self._older.get(html) or ((split(html), {}),)
        self._keep(html, kept)
        pieces: tuple[Piece, ...] = kept[0][0]
        return pieces


def _fits(reads: Reads, now: Facts) -> bool:
    return all(is_same(now.value(path), value) for path, value in reads.items())
