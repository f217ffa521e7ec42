"""The head: a small file that says which line was committed last, since SQLite takes a damaged log for the end.

It is written after the commit and not synced: it is ahead of the database only if that has lost its end.
"""

import hashlib
from io import FileIO
from pathlib import Path

from companion.storage.database import Newest

FILE = "head"
LENGTH = 256


class Writer:
    """Writes the head in place, always the same length: one small write for each commit."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._file: FileIO | None = None

    def write(self, newest: Newest) -> None:
        if self._file is None:
            self._path.touch()
            self._file = self._path.open("r+b", buffering=0)
        noted = f"{newest.table_id} {newest.line} {newest.hash}"
        self._file.seek(0)
        self._file.write(f"{noted} {_sum(noted)}".ljust(LENGTH - 1).encode() + b"\n")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def read(folder: Path) -> Newest | None:
    """The newest line; None where none was recorded, or the file is torn."""
    path = folder / FILE
    content = path.read_text(errors="replace").strip() if path.exists() else ""
    noted, _, check = content.rpartition(" ")
    fields = noted.split(" ")
    if check != _sum(noted) or len(fields) != 3:
        return None
    return Newest(fields[0], int(fields[1]), fields[2])


def drop(folder: Path) -> None:
    """Delete the head: the database is about to be replaced."""
    (folder / FILE).unlink(missing_ok=True)


def _sum(noted: str) -> str:
    return hashlib.sha256(noted.encode()).hexdigest()[:16]
