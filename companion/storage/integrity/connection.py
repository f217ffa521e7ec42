"""Opening the file: a copy before an older one is changed, and connections that keep what is written."""

import sqlite3
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from companion.storage import copies
from companion.storage.integrity import condition, head
from companion.storage.integrity.condition import FILE
from companion.storage.integrity.contents import BACKUPS
from companion.storage.integrity.folder import make_private

BUSY_SECONDS = 5


class Connection(Database):
    """A connection. `newest`: the newest line that was added by it."""

    newest: head.Head | None = None


def prepare(folder: Path, new: bool) -> None:
    """A copy before the first step of ours into an older file; nothing left of the old end before a new file."""
    make_private(folder)
    steps = condition.steps_to_come(folder, new)
    if len(steps) == len(condition.STEPS):
        head.drop(folder)
    elif steps:
        copy_before_upgrade(folder)


def copy_before_upgrade(folder: Path) -> None:
    """Copy the file before what it holds is brought up to date."""
    to = folder / BACKUPS / f"before-upgrade-{datetime.now():%Y-%m-%d-%H%M%S-%f}.db"
    to.parent.mkdir(exist_ok=True)
    copies.whole(to, lambda beside: copies.copy(folder / FILE, beside))


def sign(conn: sqlite3.Connection) -> None:
    """Say in the file's first bytes whose it is, and of which shape."""
    wanted = {"application_id": condition.APPLICATION, "user_version": len(condition.STEPS)}
    for name, value in wanted.items():
        if conn.execute(f"PRAGMA {name}").fetchone()[0] != value:
            conn.execute(f"PRAGMA {name} = {value}")


def connect(path: Path) -> Connection:
    conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA foreign_keys = ON")
    conn.text_factory = _text
    return Connection(conn)


def _text(raw: bytes) -> str:
    """A text; one that is damaged does not stop the others from being read: its hash tells it."""
    return raw.decode(errors="replace")


def assert_durable(conn: sqlite3.Connection) -> None:
    """What was acknowledged is on disk: refuse to start on a file system where that cannot be had."""
    mode, sync = (conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous"))
    if (mode, sync) != ("wal", 2):
        raise RuntimeError(f"The data folder does not keep what is written (journal {mode}, synchronous {sync}).")
