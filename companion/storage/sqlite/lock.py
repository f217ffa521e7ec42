"""The data folder: private to its owner, since it holds secrets, and in exclusive use by one process."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from companion.storage.errors import InUse

LOCK, ADDRESS = "lock", "serving"  # files in the data folder
PRIVATE = 0o700


@contextmanager
def exclusive_use(folder: Path, address: str = "") -> Iterator[bool]:
    """Hold the data folder, served on `address`; yields whether the last holder was killed. InUse if it is held."""
    make_private(folder)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InUse(_address(folder)) from None
    was_killed = (folder / ADDRESS).exists()
    try:
        (folder / ADDRESS).write_text(address)
        yield was_killed
    finally:
        (folder / ADDRESS).unlink(missing_ok=True)
        lock.release()


def served_address(folder: Path) -> str:
    """The address of the server that holds the data folder; empty if none does. Nothing is created."""
    if not (folder / LOCK).exists():
        return ""
    try:
        with FileLock(folder / LOCK, timeout=0):
            return ""
    except Timeout:
        return _address(folder)


def _address(folder: Path) -> str:
    return (folder / ADDRESS).read_text() if (folder / ADDRESS).exists() else ""


def make_private(folder: Path) -> None:
    """Make the data folder if it is missing, and deny it to other accounts. OSError with a sentence if it is a file."""
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as problem:
        sentence = f"{folder} cannot be the data folder, for a file is there: choose another with --data."
        raise OSError(sentence) from problem
    mode = folder.stat().st_mode
    if not mode & stat.S_ISVTX:  # /tmp and its like are everybody's
        with suppress(OSError):  # another owner's folder, or a file system without modes
            folder.chmod(stat.S_IMODE(mode) & PRIVATE)
