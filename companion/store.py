"""The drawer: one SQLite file; append a line, read back, seal a result; migrations."""

import hashlib
import json
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from msgspec import Struct
from sqlite_utils import Database

from companion.shape import migrations

FILE = "ledger.db"
BUSY_SECONDS = 5
PRIVATE = 0o700

Job = Callable[[Database], Any]


class Full(Exception):
    """The disk does not take it; nothing was added. `is_space`: there is no room left."""

    def __init__(self, problem: sqlite3.Error) -> None:
        super().__init__(str(problem))
        self.is_space = "full" in str(problem) or "disk I/O" in str(problem)


class InUse(Exception):
    """Another process has the data folder; what it says is where that one serves, if it told."""


class Row(Struct, frozen=True):
    """A line as it is stored: the move's JSON, when and by whom it was reported, and the hash of all up to it."""

    line: int
    move: str
    at: str
    reporter: str
    key: str
    hash: str


class Header(Struct, frozen=True):
    """A table as it was laid. `people`: per seat the person of today (who was merged is the other one), or None."""

    id: str
    code: str
    game: str
    seats: list[str]
    options: dict[str, Any]
    opened_at: str
    evening: int | None = None
    people: list[int | None] = []


def now() -> str:
    """This moment as UTC text with milliseconds: for people to read; the order is that of the lines."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# --- the drawer ------------------------------------------------------------------------------------------------------


class Store:
    """The one file. Writing is for one thread at a time (see pen.py); each reading thread has its own connection."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        self.path = folder / FILE
        self._writer = _connect(self.path)
        _make_private(folder)
        self._readers = threading.local()
        self._opened: list[sqlite3.Connection] = [self._writer.conn]
        _assert_durable(self._writer.conn)
        migrations.apply(self._writer)

    def write(self, jobs: Sequence[Job]) -> list[Any]:
        """Do all jobs in one transaction, committed and on disk when this returns.

        A job that raises is undone alone, and its exception stands in its place of the list. Full if the file
        did not take the transaction: then nothing of it happened.
        """
        conn = self._writer.conn
        try:
            conn.execute("BEGIN IMMEDIATE")  # db.atomic() would begin deferred, and lose a race for the lock
            try:
                done = [self._one(job) for job in jobs]
                conn.execute("COMMIT")
            except BaseException:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                raise
        except sqlite3.OperationalError as problem:
            raise Full(problem) from problem
        return done

    def do(self, job: Job) -> Any:
        """One job in a transaction of its own; what it raises, is raised."""
        (done,) = self.write([job])
        if isinstance(done, Exception):
            raise done
        return done

    def _one(self, job: Job) -> Any:
        try:
            with self._writer.atomic():
                return job(self._writer)
        except sqlite3.OperationalError:
            raise
        except Exception as problem:  # handed to whoever asked for this job
            return problem

    def reader(self) -> Database:
        """This thread's own connection, which cannot write."""
        db: Database | None = getattr(self._readers, "db", None)
        if db is None:
            db = self._readers.db = _connect(self.path)
            db.conn.execute("PRAGMA query_only = ON")
            self._opened.append(db.conn)
        return db

    def close(self) -> None:
        """Close the file, for every thread."""
        for conn in reversed(self._opened):
            conn.close()


def _connect(path: Path) -> Database:
    conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA foreign_keys = ON")
    return Database(conn)


def _assert_durable(conn: sqlite3.Connection) -> None:
    """What was acknowledged is on disk: refuse to start on a file system where that cannot be had."""
    mode, sync = (conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous"))
    if (mode, sync) != ("wal", 2):
        raise RuntimeError(f"The data folder does not keep what is written (journal {mode}, synchronous {sync}).")


def _make_private(folder: Path) -> None:
    """Let no other account of this machine look into the data folder, which holds secrets and the links."""
    mode = folder.stat().st_mode
    if not mode & stat.S_ISVTX:  # /tmp and its like are everybody's
        with suppress(OSError):  # somebody else's folder, or a file system without modes
            folder.chmod(stat.S_IMODE(mode) & PRIVATE)


@contextmanager
def alone(folder: Path, address: str = "") -> Iterator[None]:
    """Have the data folder for this process; InUse if another one has it."""
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    told = folder / "serving"
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InUse(told.read_text() if told.exists() else "") from None
    try:
        told.write_text(address)
        yield
    finally:
        told.unlink(missing_ok=True)
        lock.release()


# --- tables and lines ------------------------------------------------------------------------------------------------


def plain(value: Any) -> str:
    """JSON text, one spelling only: what is hashed must not depend on who wrote it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def add_table(db: Database, header: Header) -> None:
    row = {name: getattr(header, name) for name in Header.__struct_fields__}
    db.table("tables").insert(row | {name: plain(row[name]) for name in ("seats", "options", "people")})


def add_line(db: Database, header: Header, row: Row, result: dict[str, Any] | None) -> None:
    """Append a line; with `result`, the game is over and its result is sealed beside the line."""
    stored = {name: getattr(row, name) for name in Row.__struct_fields__}
    db.table("lines").insert({"table_id": header.id} | stored)
    if result is not None:
        db.table("seals").insert({"table_id": header.id, "line": row.line, "result": plain(result), "at": row.at})


def chained(before: str, line: int, move: str, at: str, reporter: str, key: str) -> str:
    """The hash of a line: of all that is in it, and of the hash before it."""
    return hashlib.sha256(plain([before, line, move, at, reporter, key]).encode()).hexdigest()


def first_hash(header: Header) -> str:
    """The hash before line 1: of what the table was laid with."""
    laid = [header.id, header.game, header.seats, header.options, header.opened_at]
    return hashlib.sha256(plain(laid).encode()).hexdigest()


def headers(db: Database, where: str = "1", values: Sequence[Any] = ()) -> list[Header]:
    """The tables that `where` (SQL over `tables`) picks, the oldest first. One that went on is of its last evening."""
    last = "coalesce((select evening from resumed where table_id = id), evening)"
    fields = ", ".join(last if name == "evening" else name for name in Header.__struct_fields__)
    rows = db.execute(f"select {fields} from tables where {where} order by opened_at, id", values)
    found = [dict(zip(Header.__struct_fields__, row, strict=True)) for row in rows]
    same = dict(db.execute("select id, same_as from people where same_as is not null")) if found else {}
    return [_header(row, same) for row in found]


def _header(row: dict[str, Any], same: dict[int, int]) -> Header:
    read = {name: json.loads(row[name]) for name in ("seats", "options", "people")}
    return Header(**row | read | {"people": [same.get(person, person) for person in read["people"]]})


def rows(db: Database, table_id: str) -> list[Row]:
    """The lines of a table, in order."""
    fields = ", ".join(Row.__struct_fields__)
    found = db.execute(f"select {fields} from lines where table_id = ? order by line", [table_id])
    return [Row(*row) for row in found]


def seals(db: Database, table_id: str) -> list[tuple[int, dict[str, Any]]]:
    """The sealed results of a table, each with its line; the last one counts."""
    found = db.execute("select line, result from seals where table_id = ? order by line", [table_id])
    return [(line, json.loads(result)) for line, result in found]


def first_seal(db: Database, table_id: str) -> str:
    """When a table was first closed; empty if it never was."""
    found = db.execute("select at from seals where table_id = ? order by line limit 1", [table_id]).fetchone()
    return found[0] if found else ""


def orphans(db: Database) -> list[str]:
    """The ids of tables of which only lines or seals are left."""
    sql = "select table_id from (select table_id from lines union select table_id from seals)"
    return [row[0] for row in db.execute(f"{sql} where table_id not in (select id from tables)")]


def secret(store: Store, name: str, made: str) -> str:
    """The stored secret called `name`; the first time it is `made`, and survives every restart since."""

    def keep(db: Database) -> str:
        db.execute("insert or ignore into secrets values (?, ?)", [name, made])
        kept: str = db.execute("select value from secrets where name = ?", [name]).fetchone()[0]
        return kept

    kept: str = store.do(keep)
    return kept
