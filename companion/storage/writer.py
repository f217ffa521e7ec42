"""The single writer: jobs that come while a commit is under way go together into the next one."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

import gevent
from gevent import get_hub
from gevent.event import AsyncResult

from companion.storage.errors import Late
from companion.storage.store import Job, Store
from companion.storage.workers import Outcome, WorkerThread

log = logging.getLogger("companion.storage.writer")
LATE_SECONDS = 3.0  # of a commit, after which nobody waits for it any more
QUIET_SECONDS = 5  # without a write, after which SQLite's log is moved into the file
Batch = Sequence[tuple[Job, AsyncResult]]


class Closed(Exception):
    """The server is closing: nothing was stored."""


class Writer:
    """Writes on an OS thread of its own, so that an fsync blocks nobody; waiting jobs share a commit.

    A commit that takes too long, as without a standby, may not be cancelled: its thread goes on waiting. Its callers
    and all that come meanwhile get Late. `after_late` is called at its end, since its outcome reaches no caller.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.after_late: Callable[[], Any] = lambda: None
        self._thread = WorkerThread()
        self._waiting: list[tuple[Job, AsyncResult]] = []
        self._batch: Batch = ()  # that is being written
        self._writing = self._closed = self._late = False
        self._patience = get_hub().loop.timer(0, LATE_SECONDS)
        self._written_at = 0.0  # by the monotonic clock
        self._quiet = gevent.spawn(lambda: None)

    def write(self, job: Job) -> Any:
        """The result of `job`, once it is on disk. Raises the job's exception, Unavailable, Late, or Closed."""
        if self._closed:
            raise Closed
        if self._late:
            raise Late
        result = AsyncResult()
        self._waiting.append((job, result))
        if not self._writing:
            self._write_waiting()
        return result.get()

    def close(self) -> bool:
        """Finish the present write and accept no more jobs; False if it is late, and the store still in use by it."""
        self._closed = True
        while self._writing and not self._late:
            gevent.sleep(0.01)
        self._quiet.kill(block=False)
        if not self._late:
            self._thread.end()
            self._patience.close()
        return not self._late

    def tidy(self) -> None:
        """Move SQLite's log into the file while nobody writes: data in the file cannot be lost with the log."""
        if self._writing or self._closed:
            return
        carried = AsyncResult()
        self._start((), self._store.checkpoint, carried.set)
        _, problem = carried.get()
        if problem is not None:
            log.warning("The log could not be carried over into the file: %s", problem)

    def _start(self, batch: Batch, task: Callable[[], Any], then: Callable[[Outcome], None]) -> None:
        self._batch, self._writing = batch, True
        self._patience.again(self._give_up)
        self._thread.start(task, lambda outcome: self._ended(then, outcome))

    def _give_up(self) -> None:
        """Answer all who wait; what has not begun is never written."""
        self._patience.stop()
        self._late = True
        for _, result in (*self._batch, *self._waiting):
            result.set_exception(Late())
        self._waiting.clear()

    def _ended(self, then: Callable[[Outcome], None], outcome: Outcome) -> None:
        self._patience.stop()
        self._writing = False
        if self._late:
            self._late = False
            gevent.spawn(self.after_late)
        if self._waiting:
            self._write_waiting()
        then(outcome)

    def _write_waiting(self) -> None:
        batch, self._waiting = self._waiting, []
        jobs = [job for job, _ in batch]
        self._start(batch, lambda: self._store.write(jobs), lambda outcome: self._written(batch, outcome))

    def _written(self, batch: Batch, outcome: Outcome) -> None:
        self._written_at = time.monotonic()
        if self._quiet.dead and not self._closed:
            self._quiet = gevent.spawn_later(QUIET_SECONDS, self._tidy_once_quiet)
        done, problem = outcome
        answers = [problem] * len(batch) if problem else done  # nothing was written: every caller gets the exception
        for (_, result), answer in zip(batch, answers, strict=True):
            if isinstance(answer, BaseException):
                result.set_exception(answer)
            else:
                result.set(answer)

    def _tidy_once_quiet(self) -> None:
        while (left := self._written_at + QUIET_SECONDS - time.monotonic()) > 0:
            gevent.sleep(left)
        self.tidy()
