"""Checks of a data folder before it is opened: owner and release of its file, its end, its games, and its backups.

Nothing is written here: an unusable file stays as it is.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from companion.paths import PROGRAM
from companion.storage.errors import DatabaseError, Malformed, Unusable
from companion.storage.sqlite import head, shape
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.connection import ours

FILE = "ledger.db"
APPLICATION = 0x52504C47  # "RPLG": how `file` and others tell whose SQLite file this is
STEPS = shape.STEPS
BACKUPS = "backups"


def steps_to_come(folder: Path, new: bool = False) -> list[str]:
    """The steps that an older file still needs; all of them where there is no file.

    Unusable if the file is damaged, not ours, newer, or has lost its end; unless `new`, also if it is gone.
    """
    file = folder / FILE
    try:
        steps = steps_of(file)
        if steps is not None:
            _assert_end_is_there(folder, file)
    except (Malformed, UnicodeDecodeError) as problem:  # what SQLite complains of may itself be damaged
        raise Unusable(damaged(folder, problem)) from problem
    if steps is None and not new:
        _assert_nothing_was_there(folder, file)
    return [name for name in STEPS if name not in (steps or ())]


def assert_there(folder: Path) -> None:
    """Unusable if there is no saved history; none is made."""
    steps_to_come(folder)
    if _is_empty(folder / FILE):
        raise Unusable(f"There is no saved history in {folder}.")


def assert_sound(folder: Path) -> None:
    """Check the whole file before it is served; Unusable if a page is damaged, and may hide lines."""
    if _is_empty(folder / FILE):
        return
    with untouched(folder / FILE) as conn:
        sound = conn.execute("pragma quick_check(1)").fetchone()[0] == "ok"
    if not sound:
        raise Unusable(damaged(folder, Malformed(f"pages of it are damaged, see “{PROGRAM} check”")))


def steps_of(file: Path) -> frozenset[str] | None:
    """The steps that a file has gone; None if it is missing or empty. Unusable if it is not ours."""
    if _is_empty(file):
        return None
    with untouched(file) as conn:
        names = {row[0] for row in conn.execute("select name from sqlite_master where type = 'table'")}
        (application,) = conn.execute("pragma application_id").fetchone()
        (version,) = conn.execute("pragma user_version").fetchone()
        if application not in (0, APPLICATION) or (names and not names >= {"tables", "lines", "_sqlite_migrations"}):
            raise Unusable(f"{file} is a database of another program, and stays as it is: choose a folder with --data.")
        if not names:
            return None
        sql = "select name from _sqlite_migrations where migration_set = ?"
        steps = frozenset(row[0] for row in conn.execute(sql, [migrations.name]))
    if version > len(STEPS) or not steps <= set(STEPS):
        raise Unusable(
            f"{file} was written by a newer release, and stays as it is: start that one, or choose another folder "
            "with --data."
        )
    return steps


def _is_empty(file: Path) -> bool:
    return not file.exists() or not file.stat().st_size


def _assert_end_is_there(folder: Path, file: Path) -> None:
    newest = head.read(folder)
    if newest is None:
        return
    with untouched(file) as conn:
        sql = "select 1 from lines where table_id = ? and line = ?"
        if conn.execute(sql, [newest.table_id, newest.line]).fetchone() is None:
            raise Unusable(
                f"{file} has lost its end: line {newest.line} of game {newest.table_id}, the newest, is not there. "
                f"Go on with what is there by “{PROGRAM} check --accept”, or put a backup back by “{PROGRAM} restore”."
            )


def _assert_nothing_was_there(folder: Path, file: Path) -> None:
    how = "holds nothing" if file.exists() else "is gone"
    if newest_backup(folder):
        raise Unusable(f"{file} {how}: {way_out(folder)} Or begin anew with “{PROGRAM} --new”.")
    if head.read(folder) is not None:
        raise Unusable(
            f"{file} {how}, games were kept in it, and there is no good backup: look for it elsewhere, or begin anew "
            f"with “{PROGRAM} --new”."
        )


def damaged(folder: Path, problem: Exception) -> str:
    return f"The saved history in {folder} cannot be used ({problem}): {way_out(folder)}"


def way_out(folder: Path) -> str:
    backup = newest_backup(folder)
    if backup is None:
        return f"there is no good backup in {folder / BACKUPS}."
    return f"the newest good backup holds {backup[1]}, put it back with “{PROGRAM} restore {backup[0]}”."


class Inside(Struct, frozen=True):
    """The contents of a file of games: their ids, and the first and last day."""

    ids: frozenset[str]
    first: str
    last: str

    def __str__(self) -> str:
        if not self.ids:
            return "no games"
        span = f" on {self.first}" if self.first == self.last else f" from {self.first} to {self.last}"
        return f"{games(len(self.ids))}{span}"


def games(n: int) -> str:
    return "1 game" if n == 1 else f"{n} games"


def look(file: Path) -> Inside:
    """The contents of a file of games; Malformed if it is damaged or another kind of file."""
    with untouched(file) as conn:
        if conn.execute("pragma quick_check").fetchone()[0] != "ok":
            raise Malformed("the file is damaged")
        rows = conn.execute("select id, substr(opened_at, 1, 10) from tables").fetchall()
        conn.execute("select count(*) from lines").fetchone()
    days = sorted(day for _, day in rows) or [""]
    return Inside(frozenset(id for id, _ in rows), days[0], days[-1])


@contextmanager
def untouched(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, neither into a file nor beside it."""
    log = file.with_name(f"{file.name}-wal")
    way = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"  # mode=ro alone makes a log beside it
    with ours(), closing(sqlite3.connect(f"{file.resolve().as_uri()}?{way}", uri=True)) as conn:
        yield conn


def newest_backup(folder: Path) -> tuple[Path, Inside] | None:
    """The newest intact backup of a data folder that holds games; None if there is none."""
    files = sorted((folder / BACKUPS).glob("*.db"), key=lambda file: (file.stat().st_mtime, file.name), reverse=True)
    for file in files:
        try:
            inside = look(file)
        except DatabaseError:  # damaged too: an older one may be good
            continue
        if inside.ids:
            return file, inside
    return None
