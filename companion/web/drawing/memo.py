"""Drawings that are kept, each with what it has read."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from companion.web.drawing.part import Piece
from companion.web.drawing.reads import Facts, Reads, is_same, noting

T = TypeVar("T")
KEPT = 256  # so many drawings of one evening are kept, and of those before them what is still used


class Memo:
    """Drawings by key, each with what it has read."""

    def __init__(self) -> None:
        self._newer: dict[Hashable, tuple[Any, Reads]] = {}
        self._older: dict[Hashable, tuple[Any, Reads]] = {}

    def drawn(self, key: Hashable, now: Facts, draw: Callable[[], T]) -> T:
        """What is kept under a key; what `draw` makes if nothing is, or something that it has read is otherwise."""
        kept = self._newer.get(key) or self._older.get(key)
        if kept is None or not all(is_same(now.value(path), value) for path, value in kept[1].items()):
            kept = noting(draw)
        if len(self._newer) >= KEPT:
            self._newer, self._older = {}, self._newer
        self._newer[key] = kept
        drawn: T = kept[0]
        return drawn

    def piece(self, html: str) -> Piece:
        """The piece of this HTML, made once."""
        kept = self._newer.get(html) or self._older.get(html)
        piece = kept[0] if kept else Piece(html)
        self._newer[html] = (piece, {})
        return piece
