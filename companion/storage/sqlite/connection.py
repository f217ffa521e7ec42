"""Connections that keep what is written, and SQLite's errors as ours."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from companion.storage.database import Newest, Rows
from companion.storage.errors import Conflict, Malformed, Unavailable

BUSY_SECONDS = 5
NO_SPACE = ("full", "disk I/O")  # in what SQLite says when its file cannot grow


class Connection:
    """A `Database` of SQLite."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        self.newest: Newest | None = None

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        try:
            cursor = self.conn.execute(sql, values)
            rows = Rows(cursor)
        except sqlite3.Error as problem:
            raise as_ours(problem) from problem
        rows.changed = cursor.rowcount
        return rows

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with ours():
            self.conn.executemany(sql, rows)


def as_ours(problem: sqlite3.Error) -> Exception:
    """The error of storage/errors.py for an error of SQLite; the same error if it is a bug of ours."""
    if isinstance(problem, sqlite3.OperationalError):
        return Unavailable(str(problem), any(words in str(problem) for words in NO_SPACE))
    if isinstance(problem, sqlite3.IntegrityError):
        return Conflict(str(problem))
    return Malformed(str(problem)) if type(problem) is sqlite3.DatabaseError else problem


@contextmanager
def ours() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        raise as_ours(problem) from problem


def connect(path: Path) -> Connection:
    conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    with ExitStack() as failing:
        failing.callback(conn.close)
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA foreign_keys = ON")
        failing.pop_all()
    conn.text_factory = _text
    return Connection(conn)


def _text(raw: bytes) -> str:
    """Decode a text. Damaged bytes are replaced, so that other rows can be read; the hash reveals them."""
    return raw.decode(errors="replace")


def assert_durable(conn: sqlite3.Connection) -> None:
    """Refuse a file system on which a commit is not synced to disk."""
    mode, sync = (conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous"))
    if (mode, sync) != ("wal", 2):
        raise RuntimeError(f"The data folder does not keep what is written (journal {mode}, synchronous {sync}).")
