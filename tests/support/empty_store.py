"""A store without a game, made once in a process of the tests and copied for each test."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from tests.support.postgres import Postgres
from tests.support.yielding import YieldingStore


@cache
def content() -> bytes:
    """The file as a new store makes it, closed again."""
    with TemporaryDirectory(prefix="ledger-empty-") as made:
        SqliteStore(Path(made)).close()
        return (Path(made) / FILE).read_bytes()


def fill(folder: Path, file: bytes = b"") -> Path:
    """Make this folder, with this file of a store, or that of one in which nothing was kept yet."""
    folder.mkdir(mode=0o700)
    (folder / FILE).touch(0o600)
    (folder / FILE).write_bytes(file or content())
    return folder


@contextmanager
def opened(folder: Path, like: str = "") -> Iterator[Store]:
    """A store of the engine of this run, of which every read lets others go on; of SQLite in this folder.

    It is empty, or `like` another that is not open: the file, or the address of the database.
    """
    if Postgres.of_this_run is None:
        with closing(YieldingStore(fill(folder, Path(like).read_bytes() if like else b""))) as store:
            yield store
    else:
        with Postgres.of_this_run.house(like) as url, closing(PostgresStore(url)) as there:
            yield there
