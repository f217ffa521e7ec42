"""`app.py move`: the whole house from the folder's file into a database of PostgreSQL, or back."""

import sys
from contextlib import closing
from pathlib import Path

from companion.commands.opening import assert_there, exclusive_use, open_database, open_sound
from companion.storage import moving
from companion.storage.data import Data
from companion.storage.errors import Unusable
from companion.storage.sqlite.condition import games
from companion.storage.store import Job, Store
from companion.terminal import say


def move(folder: Path, database: str, back: bool) -> int:
    """Move all into the empty database, or `back` into the folder, and mark the old place, which is not served then."""
    file, there = Data(folder.resolve()), Data(folder, database)
    if not database:
        raise Unusable("Say which database: an address after --to or --from, or in LEDGER_DATABASE.")
    with exclusive_use(there):
        if back:
            with closing(open_database(there)) as source, closing(open_sound(file)) as target:
                return _move(source, target, there, file, lambda db: None)
        assert_there(file)
        with closing(open_sound(file)) as source, closing(open_database(there, new=True)) as target:
            from companion.storage.postgres.schema import settle  # late: psycopg is there by now

            return _move(source, target, file, there, settle)


def _move(source: Store, target: Store, here: Data, there: Data, settle: Job) -> int:
    to_come = source.reader().execute("select count(*) from tables").first()[0]
    say(f"{games(to_come)} and all around them are copied and compared: thousands take minutes.", file=sys.stderr)
    number = moving.move(source, target, str(here), str(there), settle)
    say(f"{games(number)}, with all people, devices and open evenings: moved to {there}, and compared row by row.")
    say(f"{here} says so now, and is served no more.")
    return 0
