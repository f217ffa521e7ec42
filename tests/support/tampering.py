"""What nobody may do: statements past the guards of a store, as damage or an attacker with the file would."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from companion.storage.postgres.connection import Connection, connect
from companion.storage.postgres.schema import tables
from companion.storage.store import Store

TRIGGERS = "select name from sqlite_master where type = 'trigger'"


def tamper(store: Store, sql: str, values: Sequence[Any] = ()) -> int:
    """Run a statement that the store refuses; the number of rows it changed."""
    if store.path is None:
        return _tamper_there(store, sql, values)
    with closing(sqlite3.connect(store.path, timeout=5)) as db, db:
        for (trigger,) in db.execute(TRIGGERS).fetchall():
            db.execute(f"drop trigger {trigger}")
        return db.execute(sql, values).rowcount


def _tamper_there(store: Store, sql: str, values: Sequence[Any]) -> int:
    db: Connection = connect(store.url)  # type: ignore[attr-defined]  # of a store without a file
    with closing(db):
        for name in tables(db):
            db.execute(f"alter table {name} disable trigger user")
        return db.execute(sql, values).changed
