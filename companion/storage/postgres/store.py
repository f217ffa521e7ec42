"""The store in a database of PostgreSQL: one writing connection, some that read for the hub, one a worker thread."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from gevent.lock import BoundedSemaphore
from psycopg.errors import Diagnostic

from companion.storage.database import Newest, Rows
from companion.storage.errors import Malformed, Unavailable, Unusable
from companion.storage.postgres import lock, schema
from companion.storage.postgres.connection import Connection, connect, connect_beside
from companion.storage.postgres.ring import DRAIN, Ring
from companion.storage.store import Heard, Job, Served

READERS = 6  # of the hub
LASTING = ("on", "remote_apply")  # values of synchronous_commit with which a commit is on disk


class PostgresStore:
    """The database at an address, as a `Store`."""

    path = None

    def __init__(self, url: str, new: bool = True) -> None:
        """Open the database and bring its schema up to date; `new`: also where it is empty. Raises Unusable."""
        self.url = url
        self._warnings: list[str] = []
        self._writer = self._writing()
        try:
            assert_lasting(self._writer)
            schema.bring_up_to_date(self._writer, new)
        except BaseException:
            self._writer.close()
            raise
        self._hub, self._threads = _Pool(partial(connect_beside, url)), threading.local()
        self._thread = threading.get_ident()
        self._opened = [self._hub]
        self._ring: Ring | None = None

    def _writing(self) -> Connection:
        db = connect(self.url)
        db.execute("set lock_timeout = '2s'")
        db.execute("set idle_in_transaction_session_timeout = '15s'")  # of a machine that is gone
        db.conn.add_notice_handler(self._note)
        return db

    def _note(self, notice: Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self._warnings.append(notice.message_primary or "")

    def listen(self, address: str, heard: Heard) -> None:
        self._ring = Ring(self.url, address, self._is_own, heard)

    def tell(self, message: str) -> None:
        self.reader().execute("select pg_notify('ledger', ?)", [message])

    def servers(self) -> list[Served]:
        return lock.servers(self.reader())

    def standbys(self) -> int | None:
        number = "(select count(*) from pg_stat_replication)"
        rows = self.reader().execute(f"select {number} where current_setting('synchronous_standby_names') <> ''")
        return rows.first()[0] if rows else None

    def drain(self, number: int) -> None:
        self.tell(f"{DRAIN}{number}")

    @property
    def is_drained(self) -> bool:
        return self._ring is not None and self._ring.is_drained

    @property
    def hears(self) -> bool:
        return self._ring is None or self._ring.hears

    def _is_own(self, process: int) -> bool:
        """Whether a process of the database writes for this store; none does whose connection was lost in a commit."""
        return not self._writer.is_lost and process == self._writer.conn.info.backend_pid

    def write(self, jobs: Sequence[Job]) -> list[Any]:
        self._begin()
        db = self._writer
        try:
            db.execute("select pg_advisory_xact_lock(?)", [lock.WRITING])
            done = [self._one(job) for job in jobs]
            self._commit()
        except BaseException:
            with suppress(Unavailable):
                db.execute("rollback")
            raise
        return done

    def _begin(self) -> None:
        """Begin a transaction, on a new connection where the last one was lost while nobody wrote.

        Stores write one after the other, as SQLite's writers do: so jobs of two servers neither wait for each other nor
        decide the same thing twice. It costs little, for each commit with a NOTIFY holds a lock like this one.
        """
        if not self._has_begun():
            self._writer.close()
            self._writer = self._writing()
            self._writer.execute("begin")

    def _has_begun(self) -> bool:
        try:
            self._writer.execute("begin")
        except Unavailable:
            return False
        return True

    def _one(self, job: Job) -> Any:
        db = self._writer
        db.execute("savepoint job")
        try:
            done = job(db)
        except Unavailable:
            raise
        except Exception as problem:  # the result of this job
            db.execute("rollback to job")
            done = problem
        db.execute("release job")
        return done

    def _commit(self) -> None:
        """Commit. A wait for the standby that was cancelled comes back as success with a warning: Unavailable here."""
        self._warnings.clear()
        self._writer.execute("commit")
        if self._warnings:
            raise Unavailable(self._warnings[0])

    def do(self, job: Job) -> Any:
        (done,) = self.write([job])
        if isinstance(done, Exception):
            raise done
        return done

    def reader(self) -> "_Pool":
        if threading.get_ident() == self._thread:
            return self._hub
        db: _Pool | None = getattr(self._threads, "db", None)
        if db is None:
            db = self._threads.db = _Pool(partial(connect, self.url, reads_only=True))
            self._opened.append(db)
        return db

    def checkpoint(self) -> None:
        """Do nothing: PostgreSQL tidies its log by itself."""

    def damage(self, tables: Iterable[str] = ()) -> list[str]:
        """Read all rows of these tables, or of all: with checksums the server names a page that is damaged."""
        problems = []
        for name in tables or schema.tables(self.reader()):
            try:
                self.reader().execute(f"select count(*) from {name}")
            except Malformed as problem:
                problems.append(str(problem))
        return problems

    def close(self) -> None:
        if self._ring is not None:
            self._ring.close()
        self._writer.close()
        for db in self._opened:
            db.close()


class _Pool:
    """A `Database` whose statements each take one of some connections: on a thread without greenlets always the one."""

    newest: Newest | None = None

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._idle: list[Connection] = []
        self._free = BoundedSemaphore(READERS)

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        with self._free:
            try:
                return self._run(sql, values)
            except Unavailable:  # the server was started anew, or another one took over: it is asked once more
                for db in self._idle:
                    db.close()
                self._idle.clear()
                return self._run(sql, values)

    def _run(self, sql: str, values: Sequence[Any] | Mapping[str, Any]) -> Rows:
        db = self._idle.pop() if self._idle else self._connect()
        try:
            rows = db.execute(sql, values)
        except BaseException:  # also one that was ended while it waited, and whose answer is still to come
            db.close()
            raise
        self._idle.append(db)
        return rows

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        raise NotImplementedError("readers do not write")

    def close(self) -> None:
        for db in self._idle:
            db.close()


def assert_lasting(db: Connection) -> None:
    """Refuse a server that does not sync a commit to disk."""
    settings = {name: db.execute(f"show {name}").first()[0] for name in ("fsync", "synchronous_commit")}
    encoding = db.execute("show server_encoding").first()[0]
    if encoding != "UTF8":
        raise Unusable(f"The database is in {encoding}: make one in UTF8.")
    if settings["fsync"] != "on" or settings["synchronous_commit"] not in LASTING:
        kept = ", ".join(f"{name} {value}" for name, value in settings.items())
        raise RuntimeError(f"The database does not keep what is written ({kept}).")
