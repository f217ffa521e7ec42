"""A store whose every read is a place where others go on, as where a database answers over a network."""

from collections.abc import Mapping, Sequence
from threading import current_thread, main_thread
from typing import Any

import gevent

from companion.storage.database import Rows
from companion.storage.sqlite.connection import Connection
from companion.storage.sqlite.store import SqliteStore


class YieldingStore(SqliteStore):
    """A store of SQLite that is read so."""

    def reader(self) -> Connection:
        """A connection of this thread by which others go on."""
        return _Yielding(super().reader().conn)


class _Yielding(Connection):
    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        """Let everybody go on who can, then read. On a thread of its own nobody else can."""
        if current_thread() is main_thread():
            gevent.sleep(0)
        return super().execute(sql, values)
