"""The folder of data is read only for a while: nothing is acknowledged, reading goes on, and all is as before after it.

No file system can be mounted anew while a file of it is open for writing. So the attribute `i` is put on the folder and
its files, which needs root and a file system that heeds it (ext4); and SQLite is told to write nothing, as it does
where it finds a file read only, which can be had anywhere.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage.sqlite import head
from companion.storage.sqlite.condition import FILE
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.rows.failing_writes import Evening, Fault, tried

KEPT = (FILE, f"{FILE}-wal", head.FILE)  # not what SQLite has in memory: to write there would be the end of it


@row("folder read only", load="acknowledged lines", whole=300, few=4)
def read_only_folder(effort: Effort) -> Outcome:
    """Let files be read only again and again while a player reports, on a disk if that can be had."""
    with TemporaryDirectory(prefix="ledger-row-") as made:
        if not _is_heeded(Path(made)):
            print("`chattr +i` cannot be had here: SQLite alone says that it is read only", file=sys.stderr)
            return tried(effort, _said_by_sqlite)
        return tried(replace(effort, folder=Path(made)), _either)


def _is_heeded(folder: Path) -> bool:
    """Whether a file that is open is no longer written into once it has the attribute."""
    if shutil.which("chattr") is None:
        return False
    with (folder / "tried").open("wb", buffering=0) as tried_file:
        try:
            with _immutable([folder / "tried"]):
                tried_file.write(b"x")
        except PermissionError:
            return True
        except subprocess.CalledProcessError:
            return False
    return False


@contextmanager
def _immutable(files: list[Path]) -> Iterator[None]:
    try:
        subprocess.run(["chattr", "+i", *files], check=True, capture_output=True)
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=False, capture_output=True)


def _either(evening: Evening) -> None:
    fault: Fault = evening.rng.choice([_said_by_sqlite, _said_by_the_system])
    fault(evening)


def _said_by_sqlite(evening: Evening) -> None:
    intents = evening.intents()
    evening.player.do("read_only", True)
    failed = evening.report(intents)
    evening.player.do("read_only", False)
    evening.outcome.note("failed", "called full", sum(one.is_space for one in failed))
    _count(evening, len(intents) - len(failed))
    evening.assert_goes_on(failed)


def _said_by_the_system(evening: Evening) -> None:
    intents = evening.intents()
    files = [evening.folder / name for name in KEPT if (evening.folder / name).exists()]
    with _immutable([evening.folder, *files]):
        failed = evening.report(intents)
    _count(evening, len(intents) - len(failed))
    evening.assert_goes_on(failed)


def _count(evening: Evening, taken: int) -> None:
    evening.outcome.note("lost", "acknowledged, and cannot have been written", taken)
