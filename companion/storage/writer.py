"""The single writer: jobs that come while a commit is under way go together into the next one."""

import logging
from typing import Any

import gevent
from gevent.event import AsyncResult
from gevent.threadpool import ThreadPool

from companion.storage.store import Job, Store
from companion.storage.workers import outcome_of

log = logging.getLogger("companion.storage.writer")
QUIET_SECONDS = 5  # after so long without a write, the log is carried over into the file


class Closed(Exception):
    """The server is closing: nothing was stored."""


class Writer:
    """Writes on an OS thread of its own, so that an fsync stops nobody; waiting jobs share a commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPool(1)
        self._waiting: list[tuple[Job, AsyncResult]] = []
        self._writing = self._closed = False
        self._quiet = gevent.spawn(lambda: None)

    def write(self, job: Job) -> Any:
        """What `job` returns, once it is committed and on disk; raises what it raises, store.WriteFailed, or Closed."""
        if self._closed:
            raise Closed
        result = AsyncResult()
        self._waiting.append((job, result))
        if not self._writing:
            self._writing = True
            gevent.spawn(self._write_all)
        return result.get()

    def close(self) -> None:
        """Finish what is being written, and accept no more jobs: the file must not be closed during a write."""
        self._closed = True
        while self._writing:
            gevent.sleep(0.01)
        self._quiet.kill(block=False)
        self._thread.kill()

    def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                self._write_batch(batch)
        finally:
            self._writing = False
        self._quiet.kill(block=False)
        self._quiet = gevent.spawn_later(QUIET_SECONDS, self.tidy)

    def tidy(self) -> None:
        """Carry the log over while nobody writes: what lies in the file alone cannot be lost with the log."""
        if not self._writing:
            _, problem = self._thread.apply(outcome_of, (self._store.checkpoint,))
            if problem is not None:
                log.warning("The log could not be carried over into the file: %s", problem)

    def _write_batch(self, batch: list[tuple[Job, AsyncResult]]) -> None:
        done, problem = self._thread.apply(outcome_of, (self._store.write, [job for job, _ in batch]))
        if problem is not None:  # nothing was written: every caller is told
            done = [problem] * len(batch)
        for (_, result), outcome in zip(batch, done, strict=True):
            if isinstance(outcome, Exception):
                result.set_exception(outcome)
            else:
                result.set(outcome)
