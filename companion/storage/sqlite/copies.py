"""Consistent copies of the database, whole or without some games."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.storage.identifiers import HOME
from companion.storage.leaving import FORGOTTEN, OF_A_GAME, TABLES, of_groups
from companion.storage.projection import IS_OVER
from companion.storage.sqlite.condition import BACKUPS, FILE
from companion.storage.sqlite.connection import ours

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file, and would take for that of the next
Pick = Callable[[sqlite3.Connection], Sequence[str]]
NOT_OVER = f"""select id from tables where id not in
               (select table_id from chronicle where {IS_OVER} and secrets = 0)"""
OTHERS = f"select id from groups where id <> {HOME}"
NOT_FOR_THE_HOST = [f"delete from {name}" for name, table in TABLES.items() if not table.host_copy]
NO_WAY_IN = [
    f"update {name} set {', '.join(f'{column} = {blank}' for column, blank in table.blanks.items())}"
    for name, table in TABLES.items()
    if table.blanks
]


def whole(to: Path, make: Callable[[Path], None]) -> None:
    """Let `make` write a file, which appears at `to` once it is complete and on disk, or not at all."""
    beside = to.with_name(f"{to.name}.part")
    try:
        beside.unlink(missing_ok=True)
        make(beside)
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(to)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


@ours()
def copy(store: Path, to: Path) -> None:
    """A consistent copy, also during writes."""
    address = f"{store.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
        target.execute("pragma journal_mode = delete").fetchone()  # one file, with nothing beside it


@ours()
def copy_without(store: Path, to: Path, pick: Pick, changes: Sequence[str] = ()) -> None:
    """A copy without the tables whose ids `pick` returns, not even in free pages; `changes`: more SQL to run on it."""
    copy(store, to)
    with closing(sqlite3.connect(to, isolation_level=None)) as conn:
        left_out = [(id,) for id in pick(conn)]
        refusals = conn.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        conn.execute("begin")
        for name, _ in refusals:
            conn.execute(f"drop trigger {name}")
        for statement in OF_A_GAME:
            conn.executemany(statement, left_out)
        for change in changes:
            conn.execute(change)
        for _, sql in refusals:
            conn.execute(sql)
        conn.execute("commit")
        conn.execute("vacuum")


def for_the_host(store: Path, to: Path) -> None:
    """A copy for a host of the home: without games still played, private notes, other groups, and keys of any kind."""
    copy_without(store, to, not_over, [*NOT_FOR_THE_HOST, *of_groups(OTHERS), *NO_WAY_IN])


def not_over(conn: sqlite3.Connection) -> Sequence[str]:
    return [row[0] for row in conn.execute(NOT_OVER)]


def without_forgotten(store: Path, to: Path) -> None:
    copy_without(store, to, lambda conn: [], of_groups(FORGOTTEN))


def put_aside(folder: Path, why: str) -> Path | None:
    """Move the present file and SQLite's files beside it to the backups, damaged or not; None if there is no file."""
    if not (folder / FILE).exists():
        return None
    to = folder / BACKUPS / f"{why}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.db"
    to.parent.mkdir(exist_ok=True)
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / FILE)) as conn:
        conn.execute("pragma wal_checkpoint(truncate)")
    kept = [tail for tail in ("", *BESIDE) if (folder / f"{FILE}{tail}").exists()]
    for tail in kept:
        shutil.copyfile(folder / f"{FILE}{tail}", f"{to}{tail}")
    for tail in set(kept) & set(BESIDE):
        (folder / f"{FILE}{tail}").unlink()
    return to
