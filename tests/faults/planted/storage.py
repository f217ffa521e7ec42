"""Bugs of the storage."""

import sqlite3
from pathlib import Path
from typing import Any

from companion.storage import store
from companion.storage.integrity import head
from companion.storage.integrity.connection import Connection
from companion.storage.store import Job
from companion.storage.writer import Writer
from tests.faults.planted import planted, replace


@planted("answered before the commit", row="kill -9 of the storage", counts="lost")
def answered_before_the_commit() -> None:
    """A job is answered by what it would return, and written when the writer comes to it."""

    def write_later(writer: Writer, job: Job) -> Any:
        import gevent

        gevent.spawn_later(0.005, write, writer, job)
        return None

    write = replace(Writer, "write", write_later)


@planted("synchronous = NORMAL", row="power cut", counts="lost")
def synchronous_normal() -> None:
    """The log is synced when it is carried over, not at each commit; and nobody looks whether it is."""

    def connect_faster(path: Path) -> Connection:
        conn = connect(path)
        conn.conn.execute("PRAGMA synchronous = NORMAL")
        return conn

    def assert_nothing(conn: sqlite3.Connection) -> None: ...

    connect = replace(store, "connect", connect_faster)
    replace(store, "assert_durable", assert_nothing)


@planted("no head", row="log of writes torn or gone", counts="lost")
def no_head() -> None:
    """Nobody notes which line was the newest."""

    def write_nothing(writer: head.Writer, newest: head.Head) -> None: ...

    replace(head.Writer, "write", write_nothing)
