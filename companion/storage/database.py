"""What the house asks of its database, whichever engine that is: SQL that SQLite and PostgreSQL read alike."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct


class Newest(Struct, frozen=True):
    """The line that was committed last: its table, its number, its hash."""

    table_id: str
    line: int
    hash: str


class Rows(list[tuple[Any, ...]]):
    """The rows that a statement returned, all of them read; `changed`: how many rows it wrote."""

    changed = 0

    def first(self) -> Any:
        """The first row, or None."""
        return self[0] if self else None


class Database(Protocol):
    """A connection. `newest`: the line that was added by it last.

    Values stand in a statement as `?` or `:name`; truths are 0 and 1. Raises what stands in errors.py.
    """

    newest: Newest | None

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        """Run one statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each row of values."""


def marks(values: Sequence[Any]) -> str:
    """The places of values in a list of SQL. In none there is nothing, and nothing is outside of none: `not in` needs
    one at least.

    >>> marks([1, 2, 3]), marks([])
    ('?,?,?', 'null')
    """
    return ",".join("?" * len(values)) or "null"
