"""A pool of worker threads for slow work, and a single thread to which one task after the other is handed."""

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextvars import ContextVar, copy_context
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from gevent import GreenletExit, get_hub
from gevent.event import Event
from gevent.threadpool import ThreadPool

T = TypeVar("T")
Outcome = tuple[Any, BaseException | None]  # what a task returned, and what it raised
Task = Callable[[], Any]
SLICE_SECONDS = 0.01  # of a slice of long work, which ends at the next None after that
# Called before a request waits for slow work, so that it does not block others.
STEP_ASIDE: ContextVar[Callable[[], None]] = ContextVar("step aside", default=lambda: None)
# Whether the client has hung up.
HAS_HUNG_UP: ContextVar[Callable[[], bool]] = ContextVar("has hung up", default=lambda: False)


class _Waiting(NamedTuple):
    """Work that waits for a thread; `is_slice`: of something long, whose slices leave one thread to others."""

    whose: Hashable
    is_slice: bool
    begins: Event


class WorkerPool:
    """Runs slow work on threads: one task of a group at a time. Work in slices never has the last thread."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPool(threads)
        self.slice_seconds = SLICE_SECONDS
        self._free, self._free_for_slices = threads, max(1, threads - 1)
        self._waiting: list[_Waiting] = []
        self._busy: Counter[Hashable] = Counter()

    def run(self, whose: Hashable, work: Callable[..., T], *given: Any, **named: Any) -> T:
        """Call `work` on another thread, in a copy of this context; one at a time of a `whose` that is not None."""
        return self._run(whose, False, work, *given, **named)

    def pieces(self, whose: Hashable, made: Iterator[T | None]) -> Iterator[T]:
        """Values of `made`, iterated on another thread in slices that may end at its None; GreenletExit on hang-up."""
        is_over = False
        while not is_over:
            if HAS_HUNG_UP.get()():
                raise GreenletExit
            piece, is_over = self._run(whose, True, _slice, made, self.slice_seconds)
            if piece is not None:
                yield piece

    def _run(self, whose: Hashable, is_slice: bool, work: Callable[..., T], *given: Any, **named: Any) -> T:
        if get_hub() is not self._threads.hub:
            return work(*given, **named)  # that is a worker thread
        STEP_ASIDE.get()()
        self._wait(_Waiting(whose, is_slice, Event()))
        task = self._threads.spawn(copy_context().run, outcome_of, work, *given, **named)
        task.rawlink(lambda ended: self._end(whose, is_slice))  # also where nobody waits for it any more
        outcome: tuple[T, BaseException | None] = task.get()
        if outcome[1] is not None:
            raise outcome[1]
        return outcome[0]

    def _wait(self, mine: _Waiting) -> None:
        self._waiting.append(mine)
        self._next()
        try:
            mine.begins.wait()
        except BaseException:  # the connection was ended meanwhile
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self._end(mine.whose, mine.is_slice)
            raise

    def _next(self) -> None:
        """Start those who may begin, the longest waiting first; the other tasks of the same key go to the end."""
        while (mine := next(filter(self._may_begin, self._waiting), None)) is not None:
            self._waiting.remove(mine)
            self._waiting.sort(key=lambda other: other.whose is not None and other.whose == mine.whose)
            self._free -= 1
            self._free_for_slices -= mine.is_slice
            self._busy[mine.whose] += 1
            mine.begins.set()

    def _may_begin(self, waiting: _Waiting) -> bool:
        has_thread = self._free > 0 and (not waiting.is_slice or self._free_for_slices > 0)
        return has_thread and (waiting.whose is None or not self._busy[waiting.whose])

    def _end(self, whose: Hashable, is_slice: bool) -> None:
        self._free += 1
        self._free_for_slices += is_slice
        self._busy[whose] -= 1
        if not self._busy[whose]:
            del self._busy[whose]
        self._next()


def _slice(made: Iterator[T | None], seconds: float) -> tuple[T | None, bool]:
    """The next piece, or None if it takes longer than a slice; and whether the work is done."""
    end = time.perf_counter() + seconds
    for piece in made:
        if piece is not None or time.perf_counter() >= end:
            return piece, False
    return None, True


def outcome_of(work: Callable[..., Any], *given: Any, **named: Any) -> Outcome:
    """The result of `work`, or its exception: gevent would print a raised one on the terminal."""
    try:
        return work(*given, **named), None
    except BaseException as problem:  # raised by the caller
        return None, problem


class WorkerThread:
    """An OS thread that runs one task at a time and calls back: a fourth of the cost of a pool of one."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._done = get_hub().loop.async_()
        self._outcome: Outcome = (None, None)
        self._thread: Thread | None = None

    def start(self, task: Task, then: Callable[[Outcome], None]) -> None:
        """Run a task once the previous one has ended. `then` gets its outcome in the hub, and may not block."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name="companion.storage.workers", daemon=True)
            self._thread.start()
        self._done.start(self._call, then)
        self._tasks.put(task)

    def end(self) -> None:
        self._tasks.put(None)
        self._done.close()

    def _call(self, then: Callable[[Outcome], None]) -> None:
        self._done.stop()
        then(self._outcome)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._outcome = outcome_of(task)
            self._done.send()
