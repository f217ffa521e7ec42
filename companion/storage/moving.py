"""The move of a whole house from one store into an empty other one, and the mark that it leaves behind."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from companion.storage import damage, log
from companion.storage.damage import Damaged
from companion.storage.database import Database, Rows
from companion.storage.errors import DatabaseError, Unusable
from companion.storage.identifiers import HOME
from companion.storage.leaving import TABLES
from companion.storage.store import Job, Store

BATCH = 5000  # rows
MOVED = "moved"  # the secret that says where the house went
MOVING = [name for name in reversed(TABLES) if name != "_sqlite_migrations"]  # what is referred to comes first
NEW = {"groups": f"select 1 from groups where id <> {HOME}", "secrets": "select 1 from secrets where 1 = 0"}


def move(source: Store, target: Store, here: str, there: str, settle: Job) -> int:
    """Copy all rows into the empty store `target`, compare them, and mark the old one; the number of games.

    `here`, `there`: both places, without a password. `settle`: what the target's engine does once all rows are in.
    Unusable, with nothing changed, if a place is not as it must be.
    """
    assert_here(source.reader(), here)
    if orphans := log.orphans(source.reader()):
        raise Unusable(f"{orphans[0]}: its lines are here, and the game is not. Nothing was moved.")
    games: int = target.do(lambda db: _take(source, db, there, settle))
    try:
        source.do(lambda db: db.execute("insert into secrets values (?, ?)", [MOVED, there]))
    except DatabaseError as problem:
        raise Unusable(f"All is in {there}; do not go on in {here}, which could not be marked: {problem}.") from problem
    return games


def assert_here(db: Database, place: str) -> None:
    """Raise Unusable if all that was kept in `place` has moved away."""
    row = db.execute("select value from secrets where name = ?", [MOVED]).first()
    if row:
        raise Unusable(f"All that was kept in {place} has moved to {row[0]}: go on there.")


def _take(source: Store, db: Database, there: str, settle: Job) -> int:
    """Fill the target in its transaction `db`, and verify it there; the number of games."""
    for name in MOVING:
        if db.execute(NEW.get(name, f"select 1 from {name} limit 1")):
            raise Unusable(f"{there} holds something already ({name}), and stays as it is: choose an empty place.")
    for name in NEW:
        db.execute(f"delete from {name}")
    for name in MOVING:
        _copy(source.reader(), db, name)
    settle(db)
    for name in MOVING:
        for kept, arrived in zip_longest(_batches(source.reader(), name), _batches(db, name), fillvalue=()):
            if sorted(kept, key=repr) != sorted(arrived, key=repr):
                raise Unusable(f"Rows of {name} did not arrive as they were. Nothing was moved.")
    db.newest = log.newest(db)
    return _verified(db)


def _copy(source: Database, db: Database, name: str) -> None:
    columns = TABLES[name].columns.split()
    later = columns.index("same_as") if name == "people" else None  # a person may stand before whom it became
    marks = ", ".join("null" if place == later else "?" for place in range(len(columns)))
    for rows in _batches(source, name):
        filled = [row[:later] + row[later + 1 :] for row in rows] if later else rows
        db.executemany(f"insert into {name} ({', '.join(columns)}) values ({marks})", filled)
    if later:
        for rows in _batches(source, name):
            db.executemany("update people set same_as = ? where id = ?", [(row[later], row[0]) for row in rows])


def _batches(db: Database, name: str) -> Iterator[Rows]:
    """The rows of a table by its first column, by which all have an index; those of one value stay together."""
    columns = TABLES[name].columns.split()
    first, above = columns[0], "1 = 1"
    last: list[Any] = []
    while True:
        batch = f"select {first} from {name} where {above} order by {first} limit {BATCH}"
        (until,) = db.execute(f"select max({first}) from ({batch}) as batch", last).first()
        if until is None:
            return
        yield db.execute(f"select {', '.join(columns)} from {name} where {above} and {first} <= ?", [*last, until])
        above, last = f"{first} > ?", [until]


def _verified(db: Database) -> int:
    """The number of games, whose lines are as they were written; Unusable if those of one are not."""
    headers = log.all_tables(db)
    try:
        for header in headers:
            rows = log.rows(db, header.id)
            damage.assert_chained(header, rows)
            damage.assert_whole(header, rows, log.number_of_keys(db, header.id))
    except Damaged as problem:
        raise Unusable(f"{problem}. Nothing was moved.") from problem
    return len(headers)
