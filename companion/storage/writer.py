"""The single writer: jobs that come while a commit is under way go together into the next one."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

import gevent
from gevent.event import AsyncResult

from companion.storage.store import Job, Store
from companion.storage.workers import Outcome, WorkerThread

log = logging.getLogger("companion.storage.writer")
QUIET_SECONDS = 5  # without a write, after which SQLite's log is moved into the file
Batch = Sequence[tuple[Job, AsyncResult]]


class Closed(Exception):
    """The server is closing: nothing was stored."""


class Writer:
    """Writes on an OS thread of its own, so that an fsync blocks nobody; waiting jobs share a commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = WorkerThread()
        self._waiting: list[tuple[Job, AsyncResult]] = []
        self._writing = self._closed = False
        self._written_at = 0.0  # by the monotonic clock
        self._quiet = gevent.spawn(lambda: None)

    def write(self, job: Job) -> Any:
        """The result of `job`, once it is on disk. Raises the job's exception, Unavailable, or Closed."""
        if self._closed:
            raise Closed
        result = AsyncResult()
        self._waiting.append((job, result))
        if not self._writing:
            self._write_waiting()
        return result.get()

    def close(self) -> None:
        """Finish the present write and accept no more jobs: the file must not be closed during a write."""
        self._closed = True
        while self._writing:
            gevent.sleep(0.01)
        self._quiet.kill(block=False)
        self._thread.end()

    def tidy(self) -> None:
        """Move SQLite's log into the file while nobody writes: data in the file cannot be lost with the log."""
        if self._writing or self._closed:
            return
        carried = AsyncResult()
        self._start(self._store.checkpoint, carried.set)
        _, problem = carried.get()
        if problem is not None:
            log.warning("The log could not be carried over into the file: %s", problem)

    def _start(self, task: Callable[[], Any], then: Callable[[Outcome], None]) -> None:
        self._writing = True
        self._thread.start(task, lambda outcome: self._ended(then, outcome))

    def _ended(self, then: Callable[[Outcome], None], outcome: Outcome) -> None:
        self._writing = False
        if self._waiting:
            self._write_waiting()
        then(outcome)

    def _write_waiting(self) -> None:
        batch, self._waiting = self._waiting, []
        jobs = [job for job, _ in batch]
        self._start(lambda: self._store.write(jobs), lambda outcome: self._written(batch, outcome))

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
