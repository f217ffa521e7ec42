"""A pool of worker threads for slow work, and a single thread to which one task after the other is handed."""

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from gevent import get_hub
from gevent.threadpool import ThreadPool

T = TypeVar("T")
Outcome = tuple[Any, BaseException | None]  # what a task returned, and what it raised
Task = Callable[[], Any]
# What a request does before it waits for anything slow: it is in nobody's way meanwhile.
STEP_ASIDE: ContextVar[Callable[[], None]] = ContextVar("step aside", default=lambda: None)


class WorkerPool:
    """Runs slow work (history, exports, pictures) on threads, so that no page delays a tap."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPool(threads)

    def run(self, work: Callable[..., T], *given: Any, **named: Any) -> T:
        """What `work` returns, done on another thread in a copy of this request's context."""
        STEP_ASIDE.get()()
        done, problem = self._threads.apply(copy_context().run, (outcome_of, work, *given), named)
        if problem is not None:
            raise problem
        result: T = done
        return result


def outcome_of(work: Callable[..., T], *given: Any, **named: Any) -> tuple[T | None, Exception | None]:
    """What `work` returns, or what it raises: gevent would print that on the terminal, whoever waits for it."""
    try:
        return work(*given, **named), None
    except Exception as problem:  # handed to the caller, who raises it
        return None, problem


class WorkerThread:
    """An OS thread that does one task at a time, and calls back: a fourth of what a task costs in a pool of one."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._done = get_hub().loop.async_()
        self._outcome: Outcome = (None, None)
        self._thread: Thread | None = None

    def start(self, task: Task, then: Callable[[Outcome], None]) -> None:
        """Do a task, the one before having ended; `then` is called with its outcome in the hub, and may not wait."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name="companion.storage.workers", daemon=True)
            self._thread.start()
        self._done.start(self._call, then)
        self._tasks.put(task)

    def end(self) -> None:
        """End the thread, after the task that it does."""
        self._tasks.put(None)
        self._done.close()

    def _call(self, then: Callable[[Outcome], None]) -> None:
        self._done.stop()
        then(self._outcome)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._outcome = _ended(task)
            self._done.send()


def _ended(task: Task) -> Outcome:
    try:
        return task(), None
    except BaseException as problem:  # handed to whoever waits for it
        return None, problem
