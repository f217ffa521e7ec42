"""The saved history as commands open it, whichever its engine."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.storage.data import Data
from companion.storage.errors import Unusable
from companion.storage.moving import assert_here
from companion.storage.sqlite import condition, lock
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store

LACKING = "A database of PostgreSQL needs psycopg, which is not installed: pip install 'psycopg[binary]'."


def open_store(data: Data) -> Store:
    """Open the store; a file of an older release is brought up to date, in exclusive use. Unusable if it is missing."""
    assert_there(data)
    if data.database:
        return open_database(data)
    if condition.steps_to_come(data.folder):
        with lock.exclusive_use(data.folder):
            SqliteStore(data.folder).close()
    return open_file(data)


def assert_there(data: Data) -> None:
    """Unusable if there is no saved history in a folder; a database says so when it is opened."""
    if not data.database:
        condition.assert_there(data.folder)


def open_sound(data: Data) -> Store:
    """Open the store in exclusive use, for writing; Unusable if a page of the file is damaged."""
    if data.database:
        return open_database(data)
    condition.assert_sound(data.folder)
    return open_file(data)


def open_file(data: Data, new: bool = False) -> Store:
    """Open the file of the folder; `new`: also where games were stored and are gone. Unusable if they moved away."""
    return _here(data, SqliteStore(data.folder, new))


def _here(data: Data, store: Store) -> Store:
    try:
        assert_here(store.reader(), str(data))
    except Unusable:
        store.close()
        raise
    return store


def open_database(data: Data, new: bool = False) -> Store:
    """Open the database of PostgreSQL; `new`: also if it is empty. Unusable if all has moved away."""
    try:
        from companion.storage.postgres.store import PostgresStore  # late: no house in a file needs psycopg
    except ImportError as problem:
        raise Unusable(LACKING) from problem
    return _here(data, PostgresStore(data.database, new))


@contextmanager
def exclusive_use(data: Data, address: str = "") -> Iterator[bool]:
    """Hold folder and database, served on `address`; yields whether the last holder was killed. InUse if held.

    Servers hold a database beside each other, but alone what has no address.
    """
    with lock.exclusive_use(data.folder, address) as was_killed:
        if not data.database:
            yield was_killed
            return
        try:
            from companion.storage.postgres.lock import use  # late, as above
        except ImportError as problem:
            raise Unusable(LACKING) from problem
        with use(data.database, beside_servers=bool(address)):
            yield was_killed


@contextmanager
def starting(data: Data) -> Iterator[None]:
    """Wait for another server of the database that starts, and be the only one that does."""
    if not data.database:
        yield
        return
    from companion.storage.postgres.lock import starting as alone  # late, as above

    with alone(data.database):
        yield


def is_alone(data: Data) -> bool:
    """Whether no other server has the history that this process holds: a group that it takes in looks forgotten."""
    if not data.database:
        return True
    from companion.storage.postgres.lock import holders  # late, as above

    return holders(data.database) <= 1


def assert_in_file(data: Data) -> None:
    """Unusable, with what to do instead, if the history is in a database: its copies are PostgreSQL's own."""
    if data.database:
        raise Unusable(f"{data} is copied and put back by PostgreSQL's own pg_dump and pg_restore.")
