"""The database, whichever engine: SQL that SQLite and PostgreSQL both read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct


class Newest(Struct, frozen=True):
    table_id: str
    line: int
    hash: str


class Rows(list[tuple[Any, ...]]):
    """All rows that a statement returned; `changed`: the number of rows it wrote."""

    changed = 0

    def first(self) -> Any:
        return self[0] if self else None


class Database(Protocol):
    """A connection; raises the errors of errors.py. `newest`: the line that it added last. Booleans are 0 and 1."""

    newest: Newest | None

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        """Run one statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each row of values."""


def marks(values: Sequence[Any]) -> str:
    """The placeholders of a list of values in SQL; `null` for an empty list, so `in` is false (`not in` needs a value).

    >>> marks([1, 2, 3]), marks([])
    ('?,?,?', 'null')
    """
    return ",".join("?" * len(values)) or "null"
