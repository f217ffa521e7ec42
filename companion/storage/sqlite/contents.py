"""Contents of a file of games, and the newest good backup."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from companion.storage.errors import DatabaseError, Malformed
from companion.storage.sqlite.connection import ours

BACKUPS = "backups"


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
