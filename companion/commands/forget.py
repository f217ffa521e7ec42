"""`app.py forget`: delete a game permanently, after a backup."""

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.commands.backups import open_anew
from companion.commands.check import open_sound
from companion.games import GAMES
from companion.group.groups import chosen, forgotten
from companion.history.evenings import evening_date
from companion.storage.identifiers import moment, table_id
from companion.storage.sqlite import condition, copies, head
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.lock import exclusive_use
from companion.storage.sqlite.store import SqliteStore
from companion.terminal import say


def forget(folder: Path, which: str, group_name: str) -> int:
    """Rewrite the file without one game of a group; the old file becomes a backup."""
    condition.assert_there(folder)
    with exclusive_use(folder):
        with closing(open_sound(folder)) as store:
            group = chosen(store.reader(), group_name).id
            id = table_id(group, which.replace("-", "").lower())
            sql = "select id, game, seats, opened_at from tables where group_id = ? and (id = ? or code = ?)"
            row = store.reader().execute(sql, [group, id, which.upper()]).first()
        if row is None:
            say(f"There is no game {which} here.", file=sys.stderr)
            return 1
        id, game, seats, opened_at = row
        what = f"{GAMES[game].TITLE if game in GAMES else game}{_when(opened_at)}, with {_names(seats)}"
        _write_anew(folder, lambda beside: copies.copy_without(folder / FILE, beside, lambda conn: [id]), what)
    return 0


def _when(opened_at: str) -> str:
    """The evening of a game as the screens date it; empty if the stored time is none."""
    if moment(opened_at) is None:
        return ""
    day = evening_date(opened_at)
    return f" of {day.day} {day:%B %Y}"


def _names(seats: str) -> str:
    *others, last = json.loads(seats)
    return f"{', '.join(others)} and {last}" if others else str(last)


def forget_groups(folder: Path, new: bool = False) -> None:
    """Open the file, and rewrite it without the groups that their keepers have forgotten; the old one becomes a backup.

    In exclusive use, before the file is served. `new`: as in `SqliteStore`.
    """
    with closing(SqliteStore(folder, new)) as store:
        number = forgotten(store.reader())
    if number:
        what = f"{number} group{'' if number == 1 else 's'}, with all people and games"
        _write_anew(folder, lambda beside: copies.without_forgotten(folder / FILE, beside), what)


def _write_anew(folder: Path, make: Callable[[Path], None], what: str) -> None:
    """Replace the file by the one that `make` writes without `what`; the old one becomes a backup."""
    kept = copies.put_aside(folder, "before-forget")
    head.drop(folder)
    copies.whole(folder / FILE, make)
    open_anew(folder)
    say(f"Forgotten: {what}.")
    say(f"The file as it was is in {kept}. To remove every trace, delete this file and the older backups too.")
