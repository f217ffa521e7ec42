"""A pool of worker threads for slow work."""

from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

from gevent.threadpool import ThreadPool

T = TypeVar("T")


class WorkerPool:
    """Runs slow work (history, exports, pictures) on threads, so that no page delays a tap."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPool(threads)

    def run(self, work: Callable[..., T], *given: Any, **named: Any) -> T:
        """What `work` returns, done on another thread in a copy of this request's context."""
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
