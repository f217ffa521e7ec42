"""The projection rebuilt from the lines, or compared with them; games of older rules sealed under those of now."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from companion.games import GAMES
from companion.storage import identifiers, log, projection
from companion.storage.damage import Damaged, differs
from companion.storage.database import Database
from companion.storage.log import Header
from companion.storage.projection import Span
from companion.storage.sqlite.shape import scratch
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, unfold
from companion.table.result import is_closed, result

AT_ONCE = 200
Skipped = Callable[[Damaged], Any]
Changed = Callable[[LiveTable], Any]


def _refuse(damaged: Damaged) -> None:
    raise damaged


def catch_up(store: Store, all_of_it: bool = False, skipped: Skipped = _refuse) -> int:
    """Enter every missing or incomplete table, or `all_of_it` again; how many.

    Damaged tables go to `skipped`, which may raise.
    """
    picked = log.all_tables(store.reader()) if all_of_it else log.tables_to_project(store.reader())
    entered = 0
    for _, tables in lots(store, [header for header in picked if header.game in GAMES], skipped):
        store.do(partial(_enter_all, tables))
        entered += len(tables)
    return entered


def mend(store: Store, skipped: Skipped) -> None:
    """Rebuild all rows if their indexes are damaged; hidden games stay hidden."""
    if not store.damage(projection.TABLES):  # a bit that flips in an index hides a game from lists
        return
    hidden = [id for (id,) in store.reader().execute("select table_id from chronicle where hidden = 1")]
    store.do(projection.forget_all)
    catch_up(store, all_of_it=True, skipped=skipped)
    store.do(partial(_hide_all, hidden))


def _hide_all(ids: Sequence[str], db: Database) -> None:
    for id in ids:
        projection.hide(db, id, True)


def lots(store: Store, headers: Sequence[Header], skipped: Skipped) -> Iterator[tuple[int, list[LiveTable]]]:
    """The tables of these games in batches, each with the number read so far; damaged ones go to `skipped`."""
    for start in range(0, len(headers), AT_ONCE):
        some, tables = headers[start : start + AT_ONCE], []
        for header in some:
            try:
                tables.append(unfold(store, header))
            except Damaged as problem:
                skipped(problem)
        yield start + len(some), tables


def _enter_all(tables: Sequence[LiveTable], db: Database) -> None:
    for live in tables:
        enter(db, live, projection.span(db, live.header.id))


def enter(db: Database, live: LiveTable, span: Span) -> None:
    """Rebuild the rows of a table; a hidden one stays hidden."""
    id = live.header.id
    hidden = projection.is_hidden(db, id)
    projection.forget(db, id)
    projection.insert_table(db, live.header)
    ended = projection.closing(live.table)
    if ended is not None:
        projection.seal(db, id, live.line, span, ended)
    if hidden:
        projection.hide(db, id, True)


def counts_rightly(store: Store, header: Header) -> bool:
    """As `is_right`, of a table that is read for it; raises Damaged."""
    return is_right(store, unfold(store, header))


def enter_as_stored(store: Store, header: Header, db: Database) -> None:
    """A job: rebuild the rows of a table from its present lines; raises Damaged."""
    _enter_all([unfold(store, header)], db)


def is_right(store: Store, live: LiveTable) -> bool:
    """Whether the projection has the rows that a table's lines add up to, or none of this release."""
    if not log.is_projected(store.reader(), live.header.id):
        return True
    kept = projection.stored_rows(store.reader(), live.header.id)
    merged = store.reader().execute("select id, name, colour, shape, seen_at, same_as, group_id from people")
    with scratch() as beside:
        beside.executemany("insert into people values (?, ?, ?, ?, ?, ?, ?)", merged)
        enter(beside, live, projection.span(store.reader(), live.header.id))
        if projection.is_hidden(store.reader(), live.header.id):
            projection.hide(beside, live.header.id, True)
        return kept == projection.stored_rows(beside, live.header.id)


def outdated(store: Store) -> list[Header]:
    """The closed games that were sealed under older rules alone, the oldest first."""
    return [header for header in log.tables_of_older_rules(store.reader()) if header.game in GAMES]


def score_anew(store: Store, tables: Sequence[LiveTable], changed: Changed) -> None:
    """Seal these games under the present rules; those with another result go to `changed`."""
    for live in tables:
        seal = log.last_seal(store.reader(), live.header.id)
        if seal is not None and differs(live.table, seal[2]):
            changed(live)
    store.do(partial(_seal_all, tables))


def _seal_all(tables: Sequence[LiveTable], db: Database) -> None:
    for live in tables:
        if is_closed(live.table):
            log.add_seal(db, live.header, live.line, log.to_json(result(live.table)), identifiers.now())
    _enter_all(tables, db)
