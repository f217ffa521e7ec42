"""Bugs of the storage."""

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlite_utils

from companion.evening.quiet import Hours
from companion.evening.report import Folded, Report, new_rows, writing
from companion.evening.tables import Tables
from companion.group.groups import open_group
from companion.history.group_file import intake
from companion.storage import damage, log, projection
from companion.storage.database import Database, Newest
from companion.storage.errors import DatabaseError, Unavailable
from companion.storage.log import Header, Row
from companion.storage.sqlite import before, condition, copies, head, shape, store
from companion.storage.sqlite.connection import Connection
from companion.storage.store import Job
from companion.storage.stored_table import LiveTable
from companion.storage.writer import Writer
from companion.table import result as results
from companion.table.model import Table
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

    def write_nothing(writer: head.Writer, newest: Newest) -> None: ...

    replace(head.Writer, "write", write_nothing)


@planted("what is read is not verified", row="a bit of the file flips", counts="lost", tries=120)
def what_is_read_is_not_verified() -> None:
    """No hash of a line is followed, and no seal compared."""

    def assert_nothing(header: Header, rows: object, after: int = 0, before: str = "") -> None: ...

    replace(damage, "assert_chained", assert_nothing)
    replace(damage, "assert_sealed", lambda store, header, table: None)


@planted("what cannot be read is left out", row="a page of the file is zeroed", counts="lost")
def what_cannot_be_read_is_left_out() -> None:
    """The file is not looked through, lines that cannot be read are none, and nothing is compared with its seal."""

    def assert_nothing(folder: Path) -> None: ...

    def rows_or_none(db: Database, table_id: str, after: int = 0) -> list[Row]:
        try:
            rows: list[Row] = read(db, table_id, after)
        except DatabaseError:
            return []
        return rows

    replace(condition, "assert_sound", assert_nothing)
    replace(log, "number_of_keys", lambda db, table_id: 0)
    replace(damage, "assert_sealed", lambda store, header, table: None)
    read = replace(log, "rows", rows_or_none)


def _swallow_failures() -> None:
    """A commit that fails is taken for one that was made."""

    def write_or_not(self: store.SqliteStore, jobs: Sequence[Job]) -> list[Any]:
        conn = self._writer.conn
        try:
            conn.execute("BEGIN IMMEDIATE")
            done = [self._one(job) for job in jobs]
            conn.execute("COMMIT")
        except (Unavailable, sqlite3.OperationalError):
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            done = [(None, [])] * len(jobs)  # as the job of a line does
        return done

    replace(store.SqliteStore, "write", write_or_not)


for _row in (
    *("disk full, by pages", "disk full, by bytes", "file locked by another program", "folder read only"),
    "a statement that breaks off",
):
    planted(f"a failed commit swallowed ({_row})", row=_row, counts="lost")(_swallow_failures)


@planted("nobody looks whether the file is there", row="folder moved away", counts="lost")
def nobody_looks_whether_the_file_is_there() -> None:
    """Lines go into a file that was moved, or deleted."""

    def assert_nothing(self: store.SqliteStore) -> None: ...

    replace(store.SqliteStore, "_assert_in_place", assert_nothing)


@planted("no unique key", row="one intent, several writers", counts="doubled")
def no_unique_key() -> None:
    """Lines are told apart by the order in which they came."""
    keys = "primary key (table_id, line), unique (table_id, key)\n) strict, without rowid;"
    assert keys in shape.SHAPE
    replace(shape, "SHAPE", shape.SHAPE.replace(f",\n    {keys}", "\n) strict;"))


@planted("backup by shutil.copy", row="backup while players report", counts="lost")
def backup_by_shutil_copy() -> None:
    """The file is copied as it lies there, without the log of writes beside it."""
    replace(copies, "copy", shutil.copy)


@planted("no copy before an upgrade", row="kill -9 while a folder is brought up to date", counts="lost")
def no_copy_before_an_upgrade() -> None:
    """An older file is changed at once."""
    replace(store, "copy_before_upgrade", lambda folder: None)


@planted("an upgrade forgets which games are hidden", row="kill -9 while a folder is brought up to date", counts="lost")
def upgrade_forgets_what_is_hidden() -> None:
    """A step makes the rows of the history anew, from the lines alone."""

    def chronicle_anew(db: sqlite_utils.Database) -> None:
        for name in projection.TABLES:
            db.execute(f"delete from {name}")

    before.migrations()(chronicle_anew)
    replace(condition, "STEPS", [*condition.STEPS, "chronicle_anew"])


@planted("lines in the order of their times", row="the clock jumps", counts="lost")
def lines_in_the_order_of_their_times() -> None:
    """A table is read by when its lines were reported."""

    def rows_by_time(db: Database, table_id: str, after: int = 0) -> list[Row]:
        return sorted(read(db, table_id), key=lambda row: row.reported_at)

    read = replace(log, "rows", rows_by_time)


@planted("a result by the order of a set", row="random games replayed", counts="lost")
def a_result_by_the_order_of_a_set() -> None:
    """Something in a result is what comes first in a set of texts."""

    def result_by_chance(table: Table) -> dict[str, Any]:
        return result(table) | {"first": next(iter({f"seat {seat}" for seat in range(50)}))}

    result = replace(results, "result", result_by_chance)


@planted("a line is kept before it is stored", row="disk full, by bytes", counts="failed")
def line_kept_before_it_is_stored() -> None:
    """A table in memory has a line while it is being written, also if that fails."""

    def take(self: Tables, live: LiveTable, reports: Sequence[Report], lines: Sequence[Folded], also: Any) -> int:
        rows = new_rows(live, reports, lines)
        job = writing(live, rows, lines, also)
        for row, line in zip(rows, lines, strict=True):
            live.add(row, line.after)
        self._writer.write(job)
        return rows[-1].line

    replace(Tables, "_take", take)


@planted("what was opened just now is as old as the clock says", row="the clock jumps", counts="failed", tries=900)
def as_old_as_the_clock_says() -> None:
    """Of an evening that was opened just now the clock on the wall is asked since when it is quiet."""
    replace(Hours, "begin", lambda self, evening: None)


@planted("half of a group is there", row="kill -9 while groups come and go", counts="lost", tries=60)
def half_a_group_is_there() -> None:
    """A group that is taken in is reached from its first commit on."""
    replace(intake, "begin", lambda db, name: open_group(db, name).id)
