"""What a disk may hold when the power is cut: all that was synced, and of the rest whatever got there."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from shutil import rmtree

from tests.faults.disk.recorder import Delete, Event, Sync, Truncate, Write

SECTOR = 512  # bytes that a disk writes whole or not at all
Files = Mapping[str, bytes | bytearray]
HOW = ("nothing", "everything", "a beginning", "some", "some, torn")


class Disk:
    """The files of a folder: what of them is on disk for certain, and what was done since."""

    def __init__(self, files: Files) -> None:
        self._synced = {name: bytearray(content) for name, content in files.items()}
        self._pending: list[Write | Truncate | Delete] = []

    def take(self, event: Event) -> None:
        """Do what was done."""
        if not isinstance(event, Sync):
            self._pending.append(event)
            return
        for change in self._pending:
            if change.file == event.file:
                _change(self._synced, change)
        self._pending = [change for change in self._pending if change.file != event.file]

    def after_a_cut(self, rng: Random, how: str) -> Files:
        """The files as they may be found; `how`: which of what was not synced got to the disk."""
        files = {name: bytearray(content) for name, content in self._synced.items()}
        for change in _arrived(rng, self._pending, how):
            _change(files, change)
        return files


def _arrived(
    rng: Random, pending: Sequence[Write | Truncate | Delete], how: str
) -> Sequence[Write | Truncate | Delete]:
    match how:
        case "nothing":
            return ()
        case "everything":
            return pending
        case "a beginning":
            return pending[: rng.randint(0, len(pending))]
    some = [change for change in pending if rng.random() < 0.5]
    return some if how == "some" else [piece for change in some for piece in _torn(rng, change)]


def _torn(rng: Random, change: Write | Truncate | Delete) -> Sequence[Write | Truncate | Delete]:
    """Some of the sectors of a write."""
    if not isinstance(change, Write):
        return [change]
    first = -change.offset % SECTOR or SECTOR  # bytes until the next sector begins
    starts = [0, *range(first, len(change.content), SECTOR)]
    ends = [*starts[1:], len(change.content)]
    return [
        Write(change.file, change.offset + start, change.content[start:end])
        for start, end in zip(starts, ends, strict=True)
        if rng.random() < 0.7
    ]


def _change(files: dict[str, bytearray], change: Write | Truncate | Delete) -> None:
    match change:
        case Write(file, offset, written):
            content = files.setdefault(file, bytearray())
            content.extend(bytes(max(0, offset - len(content))))
            content[offset : offset + len(written)] = written
        case Truncate(file, size):
            content = files.setdefault(file, bytearray())
            del content[size:]
            content.extend(bytes(size - len(content)))
        case Delete(file):
            files.pop(file, None)


def write(folder: Path, files: Files) -> None:
    """Let a folder hold these files and no others."""
    rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    for name, content in files.items():
        (folder / name).write_bytes(content)
