"""Exclusive use of a data folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from companion.storage.integrity.folder import make_private


class InUse(Exception):
    """Another process has the data folder; what it says is where that one serves, if it told."""


@contextmanager
def exclusive_use(folder: Path, address: str = "") -> Iterator[None]:
    """Have the data folder for this process; InUse if another one has it."""
    make_private(folder)
    address_file = folder / "serving"
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InUse(address_file.read_text() if address_file.exists() else "") from None
    try:
        address_file.write_text(address)
        yield
    finally:
        address_file.unlink(missing_ok=True)
        lock.release()
