"""`app.py backup`, the daily backup, and `app.py restore`."""

import re
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.commands.opening import assert_in_file, exclusive_use
from companion.paths import PROGRAM
from companion.storage.data import Data
from companion.storage.errors import DatabaseError
from companion.storage.sqlite import condition, copies, head
from companion.storage.sqlite.condition import BACKUPS as FOLDER
from companion.storage.sqlite.condition import FILE, Inside, games, look
from companion.storage.sqlite.shape import assert_ours
from companion.storage.sqlite.store import SqliteStore
from companion.terminal import say

DAYS = 10
DAILY = re.compile(r"ledger-\d{4}-\d{2}-\d{2}\.db")


def daily(folder: Path) -> Path | None:
    """Copy the database where that was not done today, and keep the copies of `DAYS` days; the copy if one was made.

    No older copy is deleted for a copy that is damaged; the terminal says so.
    """
    to = folder / FOLDER / f"ledger-{datetime.now():%Y-%m-%d}.db"
    if to.exists() or not (folder / FILE).exists():
        return None
    to.parent.mkdir(exist_ok=True)
    try:
        copies.whole(to, lambda beside: copies.copy(folder / FILE, beside))
        look(to)
    except DatabaseError as problem:
        say(f"No backup was made: {problem}. The older ones are kept in {to.parent}.", file=sys.stderr)
        return None
    for old in sorted(file for file in to.parent.glob("*.db") if DAILY.fullmatch(file.name))[:-DAYS]:
        old.unlink()
    return to


def backup(data: Data, to: Path) -> int:
    """Copy the database to the new file `to`, also while it is in use; Unusable if it is missing or lost its end."""
    if to.exists():
        say(f"{to} is there already.", file=sys.stderr)
        return 1
    assert_in_file(data)
    condition.assert_there(data.folder)
    copies.whole(to, lambda beside: copies.copy(data.folder / FILE, beside))
    say(f"Copied to {to}.")
    return 0


def restore(data: Data, file: Path | None, sure: bool) -> int:
    """Replace the database by a backup, once the user agrees (`sure`: without asking); it becomes a backup itself."""
    assert_in_file(data)
    folder = data.folder
    if file is None:
        return _list(folder)
    try:
        inside = look(file)
        condition.steps_of(file)
        assert_ours(file)
    except DatabaseError as problem:
        say(f"{file} cannot be restored: {problem}.", file=sys.stderr)
        return 1
    with exclusive_use(data):
        _say_what(folder, file, inside)
        if not sure and (reason := _not_agreed()):
            say(reason)
            return 1
        aside = copies.put_aside(folder, "before-restore")
        head.drop(folder)  # before: what comes may end with another line
        copies.whole(folder / FILE, lambda beside: copies.copy(file, beside))
        open_anew(folder)
        say(f"Restored.{f' What was there before is in {aside}.' if aside else ''}")
    return 0


def open_anew(folder: Path) -> None:
    """Open the file after it was replaced: bring an older release up to date, and note its newest line."""
    with closing(SqliteStore(folder)) as store:
        store.renew_head()


def _list(folder: Path) -> int:
    backups = sorted((folder / FOLDER).glob("*.db"))
    if not backups:
        say(f"There is no backup in {folder / FOLDER}.")
    for file in backups:
        try:
            say(f"{file}: {look(file)}")
        except DatabaseError as problem:
            say(f"{file}: {problem}")
    say(f"To put one back: {PROGRAM} restore FILE")
    return 0


def _say_what(folder: Path, file: Path, inside: Inside) -> None:
    say(f"{file} holds {inside}.")
    try:
        now = look(folder / FILE) if (folder / FILE).exists() else Inside(frozenset(), "", "")
    except DatabaseError as problem:
        say(f"What is kept now cannot be read: {problem}.")
        return
    say(f"Kept now: {now}.")
    say(f"{games(len(now.ids - inside.ids))} would be gone, {games(len(inside.ids - now.ids))} would come back;")
    say("games that are in both would be as they are in the backup. What is kept now goes into a backup first.")


def _not_agreed() -> str:
    """The reason why nothing is restored; empty if the user types yes."""
    try:
        return "" if input("Put it back? Type yes: ").strip().lower() == "yes" else "Nothing was done."
    except EOFError:
        print()
        return "Nobody is here to answer, and nothing was done: --yes puts it back without asking."
