"""`app.py forget`: delete a game permanently, after a backup."""

import sys
from contextlib import closing
from pathlib import Path

from companion.commands.restore import open_anew, put_aside
from companion.group.groups import chosen
from companion.storage import copies
from companion.storage.identifiers import table_id
from companion.storage.integrity import condition, head
from companion.storage.integrity.condition import FILE
from companion.storage.lock import exclusive_use
from companion.storage.store import Store
from companion.terminal import say


def forget(folder: Path, which: str, group_name: str) -> int:
    """Write the file anew without one game of a group; the old file becomes a backup."""
    condition.assert_there(folder)
    with exclusive_use(folder):
        with closing(Store(folder)) as store:
            group = chosen(store.reader(), group_name).id
            id = table_id(group, which.replace("-", "").lower())
            sql = "select id, game, seats, opened_at from tables where group_id = ? and (id = ? or code = ?)"
            row = store.reader().execute(sql, [group, id, which.upper()]).fetchone()
        if row is None:
            say(f"There is no game {which} here.", file=sys.stderr)
            return 1
        id, game, seats, opened_at = row
        kept = put_aside(folder, "before-forget")
        head.drop(folder)
        copies.whole(folder / FILE, lambda beside: copies.copy_without(folder / FILE, beside, lambda conn: [id]))
        open_anew(folder)
        say(f"Forgotten: {game} of {opened_at[:10]} with {seats}.")
        say(f"The file as it was is in {kept}. To remove every trace, delete this file and the older backups too.")
    return 0
