"""What is in a file of games besides what we have made there: a trigger or a view of somebody else's acts by itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.storage.errors import Malformed
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.connection import ours
from companion.storage.sqlite.shape import SHAPE

Entry = tuple[str, str, str]
BY_SQLITE = ("sqlite_sequence", "sqlite_stat1", "sqlite_stat4")


def assert_ours(file: Path) -> None:
    """errors.Malformed if a file holds a trigger, a view, a table or an index that no release of ours made."""
    with ours(), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as conn:
        names = {name for _, name, _ in set(_entries(conn)) - _ours()}
    if names:
        raise Malformed(f"it holds what is not ours ({', '.join(sorted(names)[:3])})")


def _ours() -> set[Entry]:
    """All that our steps make, each in every shape that it had after one of them, and the shape of now."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        db = Database(conn)
        migrations.ensure_migrations_table(db)
        entries = set(_entries(conn))
        for step in migrations.pending(db):
            step.fn(db)
            entries |= set(_entries(conn))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.executescript(SHAPE)
        return entries | set(_entries(conn))


def _entries(conn: sqlite3.Connection) -> Iterator[Entry]:
    for kind, name, sql in conn.execute("select type, name, sql from sqlite_master"):
        bookkeeping = kind in ("table", "index") and migrations.migrations_table in name
        if not (kind == "table" and name in BY_SQLITE):
            yield kind, name, "" if bookkeeping else _plain(sql or "")


def _plain(sql: str) -> str:
    """SQL without what releases of SQLite spell differently when they rename a table: spaces, quotes, capitals."""
    return "".join(sql.replace('"', "").lower().split())
