"""Copies of what is kept: one a day when the house opens, one on demand; put back; and a game taken out for ever."""

import re
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion import condition, copying, head
from companion.foreign import assert_ours
from companion.inside import BACKUPS as FOLDER
from companion.inside import Inside, games, look
from companion.lock import alone
from companion.store import FILE, Store
from companion.terminal import say

DAYS = 10
DAILY = re.compile(r"ledger-\d{4}-\d{2}-\d{2}\.db")
BESIDE = ("-wal", "-shm")


# --- copies ----------------------------------------------------------------------------------------------------------


def daily(folder: Path) -> Path | None:
    """The first time on a day that the house opens: a copy, before anything is changed. Those of the last days stay.

    Nothing is thrown away for the sake of a copy that is damaged: that is told on the terminal.
    """
    to = folder / FOLDER / f"ledger-{datetime.now():%Y-%m-%d}.db"
    if to.exists() or not (folder / FILE).exists():
        return None
    to.parent.mkdir(exist_ok=True)
    try:
        copying.whole(to, lambda beside: copying.copy(folder / FILE, beside))
        look(to)
    except sqlite3.Error as problem:
        say(f"No backup was made: {problem}. The older ones are kept in {to.parent}.", file=sys.stderr)
        return None
    for old in _dailies(folder)[:-DAYS]:
        old.unlink()
    return to


def _dailies(folder: Path) -> list[Path]:
    return sorted(file for file in (folder / FOLDER).glob("*.db") if DAILY.fullmatch(file.name))


def backup(folder: Path, to: Path) -> int:
    """A consistent copy of the database, also while it is in use; an existing file is not overwritten."""
    if to.exists():
        say(f"{to} is there already.", file=sys.stderr)
        return 1
    if not (folder / FILE).exists():
        say(f"There is no saved history in {folder}.", file=sys.stderr)
        return 1
    copying.whole(to, lambda beside: copying.copy(folder / FILE, beside))
    say(f"Copied to {to}.")
    return 0


# --- putting back ----------------------------------------------------------------------------------------------------


def restore(folder: Path, file: Path | None, sure: bool) -> int:
    """Say what a backup holds and what it would undo; then, if that is wanted, put it in the place of what is kept.

    What is kept now goes into a backup of its own first, damaged as it may be.
    """
    if file is None:
        return _list(folder)
    try:
        inside = look(file)
        condition.steps_of(file)
        assert_ours(file)
    except sqlite3.Error as problem:
        say(f"{file} cannot be restored: {problem}.", file=sys.stderr)
        return 1
    with alone(folder):
        _say_what(folder, file, inside)
        if not sure and not _agreed():
            say("Nothing was done.")
            return 1
        aside = _put_aside(folder, "before-restore")
        head.drop(folder)  # before: what comes may end with another line
        copying.whole(folder / FILE, lambda beside: copying.copy(file, beside))
        _open_anew(folder)
        say(f"Restored.{f' What was there before is in {aside}.' if aside else ''}")
    return 0


def _open_anew(folder: Path) -> None:
    """After the file became another: bring it up to date, should it be of an older release, and note where it ends."""
    with closing(Store(folder)) as drawer:
        drawer.renew_head()


def _list(folder: Path) -> int:
    for file in sorted((folder / FOLDER).glob("*.db")):
        try:
            say(f"{file}: {look(file)}")
        except sqlite3.Error as problem:
            say(f"{file}: {problem}")
    say("To put one back: app.py restore FILE")
    return 0


def _say_what(folder: Path, file: Path, inside: Inside) -> None:
    say(f"{file} holds {inside}.")
    try:
        now = look(folder / FILE) if (folder / FILE).exists() else Inside(frozenset(), "", "")
    except sqlite3.Error as problem:
        say(f"What is kept now cannot be read: {problem}.")
        return
    say(f"Kept now: {now}.")
    say(f"{games(len(now.ids - inside.ids))} would be gone, {games(len(inside.ids - now.ids))} would come back;")
    say("games that are in both would be as they are in the backup. What is kept now goes into a backup first.")


def _agreed() -> bool:
    try:
        return input("Put it back? Type yes: ").strip().lower() == "yes"
    except EOFError:
        return False


def _put_aside(folder: Path, why: str) -> Path | None:
    """Copy what is kept now, damaged or not, to the backups; then nothing of it lies beside the file any more.

    What SQLite keeps beside a file would be taken for that of the file that comes in its place.
    """
    if not (folder / FILE).exists():
        return None
    to = folder / FOLDER / f"{why}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.db"
    to.parent.mkdir(exist_ok=True)
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / FILE)) as conn:
        conn.execute("pragma wal_checkpoint(truncate)")
    kept = [tail for tail in ("", *BESIDE) if (folder / f"{FILE}{tail}").exists()]
    for tail in kept:
        shutil.copyfile(folder / f"{FILE}{tail}", f"{to}{tail}")
    for tail in set(kept) & set(BESIDE):
        (folder / f"{FILE}{tail}").unlink()
    return to


# --- taking out for ever ---------------------------------------------------------------------------------------------


def forget(folder: Path, which: str) -> int:
    """Write the file anew without one game; the old file becomes a backup."""
    condition.assert_there(folder)
    with alone(folder):
        with closing(Store(folder)) as drawer:
            sql = "select id, game, seats, opened_at from tables where id = ? or code = ?"
            found = drawer.reader().execute(sql, [which.replace("-", "").lower(), which.upper()]).fetchone()
        if found is None:
            say(f"There is no game {which} here.", file=sys.stderr)
            return 1
        id, game, seats, at = found
        kept = _put_aside(folder, "before-forget")
        head.drop(folder)
        copying.whole(folder / FILE, lambda beside: copying.copy_without(folder / FILE, beside, lambda conn: [id]))
        _open_anew(folder)
        say(f"Forgotten: {game} of {at[:10]} with {seats}.")
        say(f"The file as it was is in {kept}. Delete it, and the older backups beside it, if nothing is to be left.")
    return 0
