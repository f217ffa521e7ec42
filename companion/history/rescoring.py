"""Games that were sealed under older rules, scored anew: each gets a seal more, and its rows in the projection are made
again. The older seal stays as it is."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlite_utils import Database

from companion.games import GAMES
from companion.history import rebuild
from companion.storage import identifiers, log
from companion.storage.integrity.damage import differs
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable
from companion.table.result import is_closed, result

Changed = Callable[[LiveTable], Any]


def is_outdated(store: Store) -> bool:
    """Whether a closed game was sealed under older rules alone."""
    return bool(log.tables_of_older_rules(store.reader()))


def score_all_anew(store: Store, changed: Changed, skipped: rebuild.Skipped) -> None:
    """Seal every game anew that was sealed under older rules alone.

    `changed` is told of those that add up to something else by now, `skipped` of those that are damaged.
    """
    headers = [header for header in log.tables_of_older_rules(store.reader()) if header.game in GAMES]
    for some in rebuild.batches(headers):
        whole = [live for header in some if (live := rebuild.whole(store, header, skipped))]
        score_anew(store, whole, changed)


def score_anew(store: Store, tables: Sequence[LiveTable], changed: Changed) -> None:
    """Seal these games under the rules of now."""
    for live in tables:
        seal = log.last_seal(store.reader(), live.header.id)
        if seal is not None and differs(live.table, seal[2]):
            changed(live)
    store.do(partial(_seal_all, tables))


def _seal_all(tables: Sequence[LiveTable], db: Database) -> None:
    for live in tables:
        if is_closed(live.table):
            log.add_seal(db, live.header, live.line, result(live.table), identifiers.now())
        rebuild.enter(db, live, log.first_seal(db, live.header.id))
