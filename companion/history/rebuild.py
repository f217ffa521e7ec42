"""The projection rebuilt from the lines, or compared with them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from companion.games import GAMES
from companion.storage import log, projection
from companion.storage.damage import Damaged
from companion.storage.database import Database
from companion.storage.log import Header
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, unfold

AT_ONCE = 200
Skipped = Callable[[Damaged], Any]


def _refuse(damaged: Damaged) -> None:
    raise damaged


def catch_up(store: Store, all_of_it: bool = False, skipped: Skipped = _refuse) -> int:
    """Enter every table that the chronicle does not have yet, or `all_of_it` anew; how many were entered.

    One that is damaged is not entered, if `skipped` takes it.
    """
    picked = log.all_tables(store.reader()) if all_of_it else log.tables_to_project(store.reader())
    tables = [header for header in picked if header.game in GAMES]
    entered = 0
    for some in batches(tables):
        read = [live for header in some if (live := whole(store, header, skipped))]
        ended = [(live, log.first_seal(store.reader(), live.header.id)) for live in read]
        store.do(partial(_enter_all, ended))
        entered += len(read)
    return entered


def mend(store: Store, skipped: Skipped) -> None:
    """Make all rows anew if their indexes hold something else; a host's wish to hide a game stays."""
    if not store.damage(projection.TABLES):  # a bit that flips in an index hides a game from lists
        return
    hidden = [id for (id,) in store.reader().execute("select table_id from chronicle where hidden = 1")]
    store.do(projection.forget_all)
    catch_up(store, all_of_it=True, skipped=skipped)
    store.do(partial(_hide_all, hidden))


def _hide_all(ids: Sequence[str], db: Database) -> None:
    for id in ids:
        projection.hide(db, id, True)


def whole(store: Store, header: Header, skipped: Skipped) -> LiveTable | None:
    """A stored table; None if it is damaged, which `skipped` is told."""
    try:
        return unfold(store, header)
    except Damaged as problem:
        skipped(problem)
        return None


def batches(tables: Sequence[Header]) -> Iterator[Sequence[Header]]:
    """Tables in lots that are written in one transaction each."""
    for start in range(0, len(tables), AT_ONCE):
        yield tables[start : start + AT_ONCE]


def _enter_all(tables: Sequence[tuple[LiveTable, str]], db: Database) -> None:
    for live, ended_at in tables:
        enter(db, live, ended_at)


def enter(db: Database, live: LiveTable, ended_at: str) -> None:
    """Make the rows of a table anew; a host's wish to hide it stays."""
    id = live.header.id
    hidden = db.execute("select hidden from chronicle where table_id = ?", [id]).first()
    projection.forget(db, id)
    projection.insert_table(db, live.header)
    ended = projection.closing(live.table)
    if ended is not None:
        projection.seal(db, id, live.line, ended_at, ended)
    if hidden and hidden[0]:
        projection.hide(db, id, True)


def counts_rightly(store: Store, header: Header) -> bool:
    """The same as `is_right`, of a table that is read for it; Damaged if it is."""
    return is_right(store, unfold(store, header))


def enter_as_stored(store: Store, header: Header, db: Database) -> None:
    """A job: make the rows of a table anew from its lines of this moment; Damaged if it is."""
    enter(db, unfold(store, header), log.first_seal(store.reader(), header.id))


def is_right(store: Store, live: LiveTable) -> bool:
    """Whether the chronicle says of a table what its lines add up to; also if it does not know it yet."""
    kept = projection.stored_rows(store.reader(), live.header.id)
    if not kept[0]:
        return True
    merged = store.reader().execute("select id, name, colour, shape, seen_at, same_as, group_id from people")
    with store.scratch() as beside:
        beside.executemany("insert into people values (?, ?, ?, ?, ?, ?, ?)", merged)
        enter(beside, live, log.first_seal(store.reader(), live.header.id))
        if projection.is_hidden(store.reader(), live.header.id):
            projection.hide(beside, live.header.id, True)
        return kept == projection.stored_rows(beside, live.header.id)
