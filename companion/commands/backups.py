"""`app.py backup`, the daily backup, and `app.py restore`."""

import re
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.paths import PROGRAM
from companion.storage.errors import DatabaseError
from companion.storage.sqlite import condition, copies, head
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.contents import BACKUPS as FOLDER
from companion.storage.sqlite.contents import Inside, games, look
from companion.storage.sqlite.lock import exclusive_use
from companion.storage.sqlite.shape import assert_ours
from companion.storage.sqlite.store import SqliteStore
from companion.terminal import say

DAYS = 10
DAILY = re.compile(r"ledger-\d{4}-\d{2}-\d{2}\.db")


def daily(folder: Path) -> Path | None:
    """The first time on a day that the house opens: a copy, before anything is changed. Those of the last days stay.

    Nothing is thrown away for the sake of a copy that is damaged: that is told on the terminal.
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
    for old in _dailies(folder)[:-DAYS]:
        old.unlink()
    return to


def _dailies(folder: Path) -> list[Path]:
    return sorted(file for file in (folder / FOLDER).glob("*.db") if DAILY.fullmatch(file.name))


def backup(folder: Path, to: Path) -> int:
    """A consistent copy of the database, also while it is in use; an existing file is not overwritten.

    Unusable if what is there is no history of ours, or has lost its end.
    """
    if to.exists():
        say(f"{to} is there already.", file=sys.stderr)
        return 1
    condition.assert_there(folder)
    copies.whole(to, lambda beside: copies.copy(folder / FILE, beside))
    say(f"Copied to {to}.")
    return 0


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
    except DatabaseError as problem:
        say(f"{file} cannot be restored: {problem}.", file=sys.stderr)
        return 1
    with exclusive_use(folder):
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
    """After the file became another: bring it up to date, should it be of an older release, and note where it ends."""
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
    """Why nothing is to be put back; empty if somebody says yes."""
    try:
        return "" if input("Put it back? Type yes: ").strip().lower() == "yes" else "Nothing was done."
    except EOFError:
        print()
        return "Nobody is here to answer, and nothing was done: --yes puts it back without asking."
