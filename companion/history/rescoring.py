"""Games that were sealed under older rules, scored anew: each gets a seal more, and its rows in the projection are made
again. The older seal stays as it is."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from companion.games import GAMES
from companion.history import rebuild
from companion.storage import identifiers, log
from companion.storage.damage import differs
from companion.storage.database import Database
from companion.storage.log import Header
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable
from companion.table.result import is_closed, result

Changed = Callable[[LiveTable], Any]


def outdated(store: Store) -> list[Header]:
    """The closed games that were sealed under older rules alone, the oldest first."""
    return [header for header in log.tables_of_older_rules(store.reader()) if header.game in GAMES]


def lots(store: Store, headers: Sequence[Header], skipped: rebuild.Skipped) -> Iterator[tuple[int, list[LiveTable]]]:
    """These games in lots: how many were read by then, and the lot; `skipped` is told of those that are damaged."""
    read = 0
    for some in rebuild.batches(headers):
        read += len(some)
        yield read, [live for header in some if (live := rebuild.whole(store, header, skipped))]


def score_anew(store: Store, tables: Sequence[LiveTable], changed: Changed) -> None:
    """Seal these games under the rules of now; `changed` is told of those that add up to something else by now."""
    for live in tables:
        seal = log.last_seal(store.reader(), live.header.id)
        if seal is not None and differs(live.table, seal[2]):
            changed(live)
    store.do(partial(_seal_all, tables))


def _seal_all(tables: Sequence[LiveTable], db: Database) -> None:
    for live in tables:
        if is_closed(live.table):
            log.add_seal(db, live.header, live.line, log.to_json(result(live.table)), identifiers.now())
        rebuild.enter(db, live, log.first_seal(db, live.header.id))
