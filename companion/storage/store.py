"""The database: one SQLite file, one writing connection, a reading connection per thread."""

import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from companion.storage.integrity import head
from companion.storage.integrity.condition import FILE
from companion.storage.integrity.connection import assert_durable, connect, prepare, sign
from companion.storage.schema import migrations

Job = Callable[[Database], Any]


class WriteFailed(Exception):
    """Writing failed, nothing was stored. `is_space`: the disk is full."""

    def __init__(self, problem: sqlite3.Error) -> None:
        super().__init__(str(problem))
        self.is_space = "full" in str(problem) or "disk I/O" in str(problem)


class LineAlone(Struct, frozen=True):
    """What a job returns that changes nothing of any evening but adds a line: `version` is that of its evening then."""

    version: int | None


class Store:
    """The one file. Writing is for one thread at a time (see writer.py); each reading thread has its own connection."""

    def __init__(self, folder: Path, new: bool = False) -> None:
        """Open it and run the migrations; `new`: also where games were kept and are gone. Raises condition.Unusable."""
        self.path = folder / FILE
        prepare(folder, new)
        self._writer = connect(self.path)
        self._file = self.path.stat()
        self._readers = threading.local()
        self._opened: list[sqlite3.Connection] = [self._writer.conn]
        assert_durable(self._writer.conn)
        migrations.apply(self._writer)
        sign(self._writer.conn)
        self._head = head.Writer(folder)
        self.changes = 0  # commits that changed more than lines: what was read before one may be otherwise

    def write(self, jobs: Sequence[Job]) -> list[Any]:
        """Do all jobs in one transaction, committed and on disk when this returns.

        A job that raises is undone alone, and its exception stands in its place of the list. WriteFailed if the file
        did not take the transaction: then nothing of it happened.
        """
        conn, newest = self._writer.conn, self._writer.newest
        try:
            try:
                conn.execute("BEGIN IMMEDIATE")  # db.atomic() would begin deferred, and lose a race for the lock
                self._assert_in_place()
                done = [self._one(job) for job in jobs]
                conn.execute("COMMIT")
                self.changes += not all(isinstance(outcome, LineAlone) for outcome in done)
            except BaseException:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                self._writer.newest = newest
                raise
        except sqlite3.OperationalError as problem:
            raise WriteFailed(problem) from problem
        if self._writer.newest not in (None, newest):
            with suppress(OSError):  # what was committed is on disk; a head that stays behind is no fault
                self._head.write(self._writer.newest)
        return done

    def _assert_in_place(self) -> None:
        """sqlite3.OperationalError if the file is no longer where it was: SQLite would go on writing, unseen."""
        try:
            is_ours = os.path.samestat(self.path.stat(), self._file)
        except OSError as problem:
            raise sqlite3.OperationalError(f"the file cannot be reached: {problem}") from problem
        if not is_ours:
            raise sqlite3.OperationalError("another file is in its place")

    def do(self, job: Job) -> Any:
        """One job in a transaction of its own; what it raises, is raised."""
        (done,) = self.write([job])
        if isinstance(done, Exception):
            raise done
        return done

    def _one(self, job: Job) -> Any:
        conn, newest = self._writer.conn, self._writer.newest
        conn.execute("SAVEPOINT job")  # always of one name: db.atomic() gives each another, and none is prepared twice
        try:
            done = job(self._writer)
        except sqlite3.OperationalError:
            raise
        except Exception as problem:  # handed to whoever asked for this job
            conn.execute("ROLLBACK TO job")
            self._writer.newest, done = newest, problem
        conn.execute("RELEASE job")
        return done

    def checkpoint(self) -> None:
        """Carry what lies in the log over into the file, as far as nobody still reads there. The writer's to call."""
        self._writer.conn.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def renew_head(self) -> None:
        """Note the newest line that is there as the newest: after the file became another."""
        sql = "select table_id, max(line) from lines where table_id = (select table_id from lines order by at desc)"
        sql = f"select table_id, line, hash from lines where (table_id, line) = ({sql})"
        row = self.reader().execute(sql).fetchone()
        if row is not None:
            self._head.write(head.Head(*row))

    def reader(self) -> Database:
        """This thread's own connection, which cannot write."""
        db: Database | None = getattr(self._readers, "db", None)
        if db is None:
            db = self._readers.db = connect(self.path)
            db.conn.execute("PRAGMA query_only = ON")
            self._opened.append(db.conn)
        return db

    def close(self) -> None:
        """Close the file, for every thread."""
        self._head.close()
        for conn in reversed(self._opened):
            conn.close()


def secret(store: Store, name: str, made: str) -> str:
    """The stored secret called `name`; the first time it is `made`, and survives every restart since."""

    def keep(db: Database) -> str:
        db.execute("insert or ignore into secrets values (?, ?)", [name, made])
        kept: str = db.execute("select value from secrets where name = ?", [name]).fetchone()[0]
        return kept

    kept: str = store.do(keep)
    return kept
