"""Drawings that are kept, each with what it has read."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from companion.web.drawing.part import Piece, split
from companion.web.drawing.reads import Facts, Reads, are_same, note_all, noting

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
        for drawn, reads in kept:
            if are_same(reads, now):
                note_all(reads)
                self._keep(key, kept)
                fitting: T = drawn
                return fitting
        made = noting(draw)
        self._keep(key, (made, *kept[: variants - 1]))
        return made[0]

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
