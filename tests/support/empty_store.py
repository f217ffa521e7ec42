"""A data folder without a game, made once in a process of the tests and copied for each test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore


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
