"""`app.py forget`: delete a game permanently, after a backup."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from companion.commands.backups import open_anew
from companion.commands.opening import assert_there, exclusive_use, is_alone, open_database, open_file, open_sound
from companion.games import GAMES
from companion.group.groups import chosen, forgotten
from companion.history.evenings import evening_date
from companion.storage.data import Data
from companion.storage.database import Database
from companion.storage.identifiers import moment, table_id
from companion.storage.leaving import FORGOTTEN, OF_A_GAME, of_groups
from companion.storage.sqlite import copies, head
from companion.storage.sqlite.condition import FILE
from companion.terminal import say


def forget(data: Data, which: str, group_name: str) -> int:
    """Rewrite the file without one game of a group; the old file becomes a backup. In a database, delete its rows."""
    assert_there(data)
    with exclusive_use(data):
        with closing(open_sound(data)) as store:
            group = chosen(store.reader(), group_name).id
            id = table_id(group, which.replace("-", "").lower())
            sql = "select id, game, seats, opened_at from tables where group_id = ? and (id = ? or code = ?)"
            row = store.reader().execute(sql, [group, id, which.upper()]).first()
        if row is None:
            say(f"There is no game {which} here.", file=sys.stderr)
            return 1
        id, game, seats, opened_at = row
        what = f"{GAMES[game].TITLE if game in GAMES else game}{_when(opened_at)}, with {_names(seats)}"
        if data.database:
            _delete(data, [(statement, [id]) for statement in OF_A_GAME], what)
        else:
            without = partial(copies.copy_without, data.folder / FILE, pick=lambda conn: [id])
            _write_anew(data.folder, without, what)
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


def forget_groups(data: Data, new: bool = False) -> None:
    """Open the store, and forget the groups that their keepers have forgotten; of a file the old one becomes a backup.

    In exclusive use, before it is served, and not beside other servers. `new`: also where there is nothing yet.
    """
    with closing(open_database(data, new=True) if data.database else open_file(data, new)) as store:
        number = forgotten(store.reader())
    if number and is_alone(data):
        what = f"{number} group{'' if number == 1 else 's'}, with all people and games"
        if data.database:
            _delete(data, [(statement, []) for statement in of_groups(FORGOTTEN)], what)
        else:
            _write_anew(data.folder, partial(copies.without_forgotten, data.folder / FILE), what)


def _delete(data: Data, statements: Sequence[tuple[str, list[str]]], what: str) -> None:
    """Delete rows of a database in one transaction, also those that never change otherwise."""

    def job(db: Database) -> None:
        db.execute("set local ledger.forgets = 'yes'")
        for statement, values in statements:
            db.execute(statement, values)

    with closing(open_sound(data)) as store:
        store.do(job)
    say(f"Forgotten: {what}.")
    say("To remove every trace, delete the older copies of the database too.")


def _write_anew(folder: Path, make: Callable[[Path], None], what: str) -> None:
    """Replace the file by the one that `make` writes without `what`; the old one becomes a backup."""
    kept = copies.put_aside(folder, "before-forget")
    head.drop(folder)
    copies.whole(folder / FILE, make)
    open_anew(folder)
    say(f"Forgotten: {what}.")
    say(f"The file as it was is in {kept}. To remove every trace, delete this file and the older backups too.")
