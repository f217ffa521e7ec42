"""What a drawing reads: it is drawn anew only where something that it has read is otherwise by now."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from types import FunctionType, MethodType
from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T")
Path = tuple[Hashable, ...]  # which fact, of what, and which field of it
Reads = dict[Path, Any]
_reader: ContextVar[Reads | None] = ContextVar("reader", default=None)


class Facts(Protocol):
    """What drawings read."""

    def value(self, path: Path) -> Any:
        """What is read at a path that was noted, as it is now."""


def note(path: Path, value: Any) -> None:
    """Note that whoever is drawing has read a value."""
    reads = _reader.get()
    if reads is not None:
        reads[path] = value


def note_all(reads: Reads) -> None:
    """Note that whoever is drawing has read all these values."""
    reading = _reader.get()
    if reading is not None:
        reading.update(reads)


def noting(draw: Callable[[], T]) -> tuple[T, Reads]:
    """What `draw` returns, and what it has read; whoever is drawing has read that too."""
    reads: Reads = {}
    token = _reader.set(reads)
    try:
        drawn = draw()
    finally:
        _reader.reset(token)
    note_all(reads)
    return drawn, reads


def are_same(reads: Reads, now: Facts) -> bool:
    """Whether all that was read is read alike now."""
    for path, before in reads.items():
        value = now.value(path)
        if value is not before and not is_same(value, before):
            return False
    return True


def encoded(value: Any) -> bytes:
    """A value as bytes: other ones for all that is drawn otherwise (0, False and 0.0 are equal)."""
    return ENCODER.encode(value)


ENCODER = msgspec.msgpack.Encoder()


def is_same(now: Any, before: Any) -> bool:
    """Whether two values are drawn alike."""
    return now is before or (now == before and encoded(now) == encoded(before))


class Watched:
    """A struct whose fields are read by a function that notes them; its methods and properties read through it."""

    __slots__ = ("_read", "_value")

    def __init__(self, value: Any, read: Callable[[str], Any]) -> None:
        self._value, self._read = value, read

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # so that methods which ask their base class take it for what it stands for
        kind: type = type(self._value)
        return kind

    def __getattr__(self, name: str) -> Any:
        if name in type(self._value).__struct_fields__:
            return self._read(name)
        kind = getattr(type(self._value), name, None)
        if isinstance(kind, property) and kind.fget is not None:
            return kind.fget(self)
        if isinstance(kind, FunctionType):
            return MethodType(kind, self)
        return getattr(self._value, name)


class Lookup(Mapping[Any, Any]):
    """A mapping whose values are read by a function that notes them; `whole` gives all of them, and notes that."""

    __slots__ = ("_read", "_whole")

    def __init__(self, read: Callable[[Any], Any], whole: Callable[[], Mapping[Any, Any]]) -> None:
        """`read` raises KeyError where there is none."""
        self._read, self._whole = read, whole

    def __getitem__(self, key: Any) -> Any:
        return self._read(key)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())


class Listing(Sequence[Any]):
    """A sequence that is read by a function which notes it."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[], Sequence[Any]]) -> None:
        self._read = read

    def __getitem__(self, index: Any) -> Any:
        return self._read()[index]

    def __len__(self) -> int:
        return len(self._read())
