"""A persistent sequence that grows at its end: every version stays valid, and shares its values with later ones.

Hand-written because it is this short: pyrsistent's vector would be one more package to install.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Self, TypeVar, overload

T = TypeVar("T", covariant=True)
CHUNK = 64  # values that are copied at most to add one


class Log(Sequence[T]):
    """Values in order: full chunks, then the newest values, which do not fill a chunk yet. Compared by values."""

    __slots__ = ("_chunks", "_rest")

    def __init__(self, values: Iterable[T] = ()) -> None:
        self._chunks: tuple[tuple[T, ...], ...] = ()
        self._rest: tuple[T, ...] = ()
        self._add(values)

    def _add(self, values: Iterable[T]) -> None:
        rest = (*self._rest, *values)
        if len(rest) >= CHUNK:
            full = len(rest) // CHUNK * CHUNK
            self._chunks = (*self._chunks, *(rest[start : start + CHUNK] for start in range(0, full, CHUNK)))
            rest = rest[full:]
        self._rest = rest

    def grown(self, *values: Any) -> Self:
        """A new log with `values` added at the end."""
        after = self._copy()
        after._add(values)
        return after

    def _copy(self) -> Self:
        after = object.__new__(type(self))
        after._chunks, after._rest = self._chunks, self._rest
        return after

    def cut(self, length: int) -> "Log[T]":
        """The first `length` values."""
        first: Log[T] = Log()
        first._chunks = self._chunks[: length // CHUNK]
        first._rest = self[length // CHUNK * CHUNK : length]
        return first

    def __len__(self) -> int:
        return CHUNK * len(self._chunks) + len(self._rest)

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self._chunks), self._rest)

    def __reversed__(self) -> Iterator[T]:
        return chain(reversed(self._rest), chain.from_iterable(map(reversed, reversed(self._chunks))))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return self._part(index) if index.step in (None, 1) else tuple(self)[index]
        place = range(len(self))[index]  # counted from the end too; IndexError beyond
        chunk, inside = divmod(place, CHUNK)
        return self._chunks[chunk][inside] if chunk < len(self._chunks) else self._rest[inside]

    def _part(self, part: slice) -> tuple[T, ...]:
        start, stop, _ = part.indices(len(self))
        skipped = start // CHUNK
        last = (self._rest,) if stop > CHUNK * len(self._chunks) else ()
        values = chain.from_iterable((*self._chunks[skipped : stop // CHUNK + 1], *last))
        return tuple(islice(values, start % CHUNK, max(start, stop) - CHUNK * skipped))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return self._rest == other._rest and self._chunks == other._chunks

    def __hash__(self) -> int:
        return hash((self._chunks, self._rest))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"
