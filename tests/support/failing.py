"""Stores that refuse what they are to write: for want of room, or one change of their rows."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from companion.storage.database import Database
from companion.storage.postgres.schema import tables
from companion.storage.store import Store

REFUSE = """create function fail() returns trigger language plpgsql as
            'begin raise exception ''refused'' using errcode = ''{}''; end'"""
FULL, BROKEN = "53100", "23000"  # SQLSTATE of a full disk, and of a row that cannot be


def fill_up(store: Store, pages: int = 1) -> None:
    """Leave room for so many more pages in the file of a store; in a database of PostgreSQL for nothing."""
    if store.path is None:
        store.do(lambda db: _refuse(db, FULL, [f"insert or update on {name}" for name in tables(db)]))
    else:
        _limit(store, store.reader().execute("PRAGMA page_count").first()[0] + pages)


def make_room(store: Store) -> None:
    """Let a store that was filled up grow again."""
    if store.path is None:
        store.do(lambda db: db.execute("drop function fail() cascade"))
    else:
        _limit(store, 100_000)


@contextmanager
def refusing(store: Store, change: str) -> Iterator[None]:
    """Let a change of rows be a Conflict meanwhile, as `update of open on screens`."""
    if store.path is None:
        store.do(lambda db: _refuse(db, BROKEN, [change]))
    else:
        abort = f"create temp trigger refused before {change} begin select raise(abort, 'refused'); end"
        store.do(lambda db: db.execute(abort))
    yield
    store.do(lambda db: db.execute("drop trigger refused" if store.path else "drop function fail() cascade"))


def _limit(store: Store, pages: int) -> None:
    store.do(lambda db: db.execute(f"PRAGMA max_page_count = {pages}"))


def _refuse(db: Database, state: str, changes: Iterable[str]) -> None:
    db.execute(REFUSE.format(state))
    for number, change in enumerate(changes):
        db.execute(f"create trigger refused_{number} before {change} for each row execute function fail()")
