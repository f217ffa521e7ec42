"""The pen: the one writer. Jobs that come while a commit is under way go together into the next one."""

import logging
import sys
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

import gevent
from gevent.event import AsyncResult
from gevent.threadpool import ThreadPool

from companion.store import Job, Store

T = TypeVar("T")
log = logging.getLogger("companion.pen")
QUIET_SECONDS = 5  # after so long without a write, the log is carried over into the file
LETS_GO_SECONDS = 0.0003  # by itself Python would let it compute for 5 ms


class Closed(Exception):
    """The house closes: nothing was added."""


class Pen:
    """Writes on an OS thread of its own, so that an fsync stops nobody (performance: group commit)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPool(1)
        self._waiting: list[tuple[Job, AsyncResult]] = []
        self._writing = self._closed = False
        self._quiet = gevent.spawn(lambda: None)

    def write(self, job: Job) -> Any:
        """What `job` returns, once it is committed and on disk; raises what it raises, store.Full, or Closed."""
        if self._closed:
            raise Closed
        result = AsyncResult()
        self._waiting.append((job, result))
        if not self._writing:
            self._writing = True
            gevent.spawn(self._write_all)
        return result.get()

    def close(self) -> None:
        """Finish what is being written, and take nothing more: the file must not be closed under the writer's hand."""
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
            _, problem = self._thread.apply(_outcome, (self._store.checkpoint,))
            if problem is not None:
                log.warning("The log could not be carried over into the file: %s", problem)

    def _write_batch(self, batch: list[tuple[Job, AsyncResult]]) -> None:
        done, problem = self._thread.apply(_outcome, (self._store.write, [job for job, _ in batch]))
        if problem is not None:  # nothing was written: every caller is told
            done = [problem] * len(batch)
        for (_, result), outcome in zip(batch, done, strict=True):
            if isinstance(outcome, Exception):
                result.set_exception(outcome)
            else:
                result.set(outcome)


class Aside:
    """Slow work (history, exports, pictures) on threads of its own, so that no page delays a tap.

    A tap asks for Python's one lock half a dozen times, and each time waits until whoever computes lets go.
    """

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPool(threads)
        sys.setswitchinterval(LETS_GO_SECONDS)

    def run(self, work: Callable[..., T], *given: Any, **named: Any) -> T:
        """What `work` returns, done on another thread in a copy of this request's context."""
        done, problem = self._threads.apply(copy_context().run, (_outcome, work, *given), named)
        if problem is not None:
            raise problem
        result: T = done
        return result


def _outcome(work: Callable[..., T], *given: Any, **named: Any) -> tuple[T | None, Exception | None]:
    """What `work` returns, or what it raises: gevent would print that on the terminal, whoever waits for it."""
    try:
        return work(*given, **named), None
    except Exception as problem:  # handed to the caller, who raises it
        return None, problem
