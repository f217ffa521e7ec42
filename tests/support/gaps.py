"""The longest gap of a server's loop: processor time that its thread took from one turn of the loop to the next.

Whoever waits for the server then, waits at least so long: waiting for a disk, or for others on this machine, is none.
"""

import gc
import json
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_stack
from types import FrameType
from typing import Any, NamedTuple

import gevent

from tests.support import TOP

VARIABLE = "LEDGER_TEST_GAPS"  # of the environment: a folder, in which each server leaves a file
BAR = 50  # ms: more is too long
LOOK_SECONDS = 0.03  # after so much without a turn it is looked what is done
FRAMES = 4  # of those that are named


class Gap(NamedTuple):
    """A gap in ms, and what was done then, as far as that was seen."""

    ms: float
    what: str


class Watch:
    """Notes in a file each gap of this thread's loop that is longer than all before."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._longest = 0.0
        self._turned_at: float | None = None
        self._collecting_since = self._collecting = 0.0
        self._what = ""

    def begin(self) -> None:
        """From the next turn on."""
        self._turn = gevent.get_hub().loop.prepare(ref=False)
        self._turn.start(self._note)
        signal.signal(signal.SIGPROF, self._look)
        signal.siginterrupt(signal.SIGPROF, False)
        gc.callbacks.append(self._count_collection)

    def end(self) -> None:
        """From now on no more."""
        self._turn.stop()
        signal.setitimer(signal.ITIMER_PROF, 0)
        gc.callbacks.remove(self._count_collection)

    def _note(self) -> None:
        now = time.thread_time()
        if self._turned_at is not None and (gap := now - self._turned_at) > self._longest:
            self._longest = gap
            self._write()
        self._turned_at, self._what, self._collecting = now, "", 0.0
        signal.setitimer(signal.ITIMER_PROF, LOOK_SECONDS)

    def _write(self) -> None:
        collected = f"{1000 * self._collecting:.0f} ms of it garbage collection"
        told = ", ".join(filter(None, (self._what, collected if self._collecting > 0.001 else "")))
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([1000 * self._longest, told]) + "\n")

    def _look(self, number: int, frame: FrameType | None) -> None:
        """What is done now, if it takes so long by itself: other threads of this process take their time too."""
        left = (self._turned_at or 0.0) + LOOK_SECONDS - time.thread_time()
        if left > 0:
            signal.setitimer(signal.ITIMER_PROF, max(left, 0.001))
        else:
            self._what = _spelt(frame)

    def _count_collection(self, phase: str, _: Any) -> None:
        if phase == "start":
            self._collecting_since = time.thread_time()
        else:
            self._collecting += time.thread_time() - self._collecting_since


def _spelt(frame: FrameType | None) -> str:
    """The innermost frames of ours, and what they call of others."""
    frames = [(Path(one.f_code.co_filename), line, one.f_code.co_name) for one, line in walk_stack(frame)]
    ours = [one for one in frames if one[0].is_relative_to(TOP) and "site-packages" not in one[0].parts]
    named = [*frames[:1], *(one for one in ours[:FRAMES] if one not in frames[:1])]
    return " < ".join(f"{file.name}:{line} {name}" for file, line, name in named)


@contextmanager
def watched() -> Iterator[None]:
    """Watch the loop of this process as long as the block lasts, if the environment names a folder."""
    folder = os.environ.get(VARIABLE)
    if folder is None:
        yield
        return
    watch = Watch(Path(folder) / f"{os.getpid()}")
    watch.begin()
    try:
        yield
    finally:
        watch.end()


def longest(folder: Path) -> Gap | None:
    """The longest gap of all servers that were watched; None if there was none."""
    return max(_gaps(folder.iterdir()), default=None)


def _gaps(files: Iterable[Path]) -> Iterable[Gap]:
    return (Gap(*json.loads(line)) for file in files for line in file.read_text("utf-8").splitlines())
