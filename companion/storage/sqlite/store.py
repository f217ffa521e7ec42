"""The store in a file of SQLite: one writing connection, a reading connection per thread."""

import os
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.storage import log
from companion.storage.errors import Unavailable
from companion.storage.sqlite import condition, copies, head, shape
from companion.storage.sqlite.condition import BACKUPS, FILE
from companion.storage.sqlite.connection import Connection, assert_durable, connect, ours
from companion.storage.sqlite.lock import make_private
from companion.storage.store import Heard, Job, Served


class SqliteStore:
    """The one file, as a `Store`."""

    hears, is_drained = True, False  # of all servers of the file: there are no others

    def __init__(self, folder: Path, new: bool = False) -> None:
        """Open the file and bring it up to date; `new`: also where games were stored and are gone. Raises Unusable."""
        self.path = folder / FILE
        make_private(folder)
        steps = condition.steps_to_come(folder, new)
        if len(steps) == len(condition.STEPS):
            head.drop(folder)
        elif steps:
            copy_before_upgrade(folder)
        with ours(), ExitStack() as failing:
            self._writer = connect(self.path)
            failing.callback(self._writer.conn.close)
            self._file = self.path.stat()
            self._readers = threading.local()
            self._opened: list[sqlite3.Connection] = [self._writer.conn]
            assert_durable(self._writer.conn)
            shape.bring_up_to_date(self._writer.conn)
            sign(self._writer.conn)
            failing.pop_all()
        self._head = head.Writer(folder)

    def write(self, jobs: Sequence[Job]) -> list[Any]:
        conn, newest = self._writer.conn, self._writer.newest
        try:
            with ours():
                conn.execute("BEGIN IMMEDIATE")  # deferred, it would lose a race for the lock
                self._assert_in_place()
                done = [self._one(job) for job in jobs]
                conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            self._writer.newest = newest
            raise
        if self._writer.newest not in (None, newest):
            with suppress(OSError):  # what was committed is on disk; a head that stays behind is no fault
                self._head.write(self._writer.newest)
        return done

    def _assert_in_place(self) -> None:
        """Raise Unavailable if the file was moved or replaced: SQLite would go on writing into the old one."""
        try:
            is_ours = os.path.samestat(self.path.stat(), self._file)
        except OSError as problem:
            raise Unavailable(f"the file cannot be reached: {problem}") from problem
        if not is_ours:
            raise Unavailable("another file is in its place")

    def do(self, job: Job) -> Any:
        (done,) = self.write([job])
        if isinstance(done, Exception):
            raise done
        return done

    def _one(self, job: Job) -> Any:
        conn, newest = self._writer.conn, self._writer.newest
        conn.execute("SAVEPOINT job")  # always of one name, so that it is prepared once
        try:
            done = job(self._writer)
        except Unavailable:
            raise
        except Exception as problem:  # the result of this job
            conn.execute("ROLLBACK TO job")
            self._writer.newest, done = newest, problem
        conn.execute("RELEASE job")
        return done

    def checkpoint(self) -> None:
        """Move the log into the file, as far as no reader needs it. For the writer alone."""
        self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def renew_head(self) -> None:
        """Record the newest line that is there, after the file was replaced."""
        newest = log.newest(self.reader())
        if newest is not None:
            self._head.write(newest)

    def reader(self) -> Connection:
        db: Connection | None = getattr(self._readers, "db", None)
        if db is None:
            with ours():
                db = self._readers.db = connect(self.path)
            db.execute("PRAGMA query_only = ON")
            self._opened.append(db.conn)
        return db

    def damage(self, tables: Iterable[str] = ()) -> list[str]:
        checks = [f"PRAGMA integrity_check({name})" for name in tables] or ["PRAGMA integrity_check"]
        return [row[0] for check in checks for row in self.reader().execute(check) if row[0] != "ok"]

    def listen(self, address: str, heard: Heard) -> None:
        """Do nothing: nobody else writes into the file."""

    def tell(self, message: str) -> None:
        """Do nothing: nobody else serves the file."""

    def servers(self) -> list[Served]:
        return []

    def standbys(self) -> int | None:
        return None

    def drain(self, number: int) -> None:
        """Do nothing: there is no other server to go to."""

    def close(self) -> None:
        self._head.close()
        for conn in reversed(self._opened):
            conn.close()


def copy_before_upgrade(folder: Path) -> None:
    to = folder / BACKUPS / f"before-upgrade-{datetime.now():%Y-%m-%d-%H%M%S-%f}.db"
    to.parent.mkdir(exist_ok=True)
    copies.whole(to, lambda beside: copies.copy(folder / FILE, beside))


def sign(conn: sqlite3.Connection) -> None:
    """Record owner and version of the file in its header."""
    wanted = {"application_id": condition.APPLICATION, "user_version": len(condition.STEPS)}
    for name, value in wanted.items():
        if conn.execute(f"PRAGMA {name}").fetchone()[0] != value:
            conn.execute(f"PRAGMA {name} = {value}")
