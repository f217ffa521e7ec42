"""`app.py backup` and the daily backup: copies of the database, and what is in them."""

import re
import sys
from datetime import datetime
from pathlib import Path

from companion.storage.errors import DatabaseError
from companion.storage.sqlite import condition, copies
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.contents import BACKUPS as FOLDER
from companion.storage.sqlite.contents import look
from companion.terminal import say

DAYS = 10
DAILY = re.compile(r"ledger-\d{4}-\d{2}-\d{2}\.db")

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
