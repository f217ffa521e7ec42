"""A pool of worker threads for slow work."""

import sys
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

from gevent.threadpool import ThreadPool

T = TypeVar("T")
LETS_GO_SECONDS = 0.0003  # by itself Python would let it compute for 5 ms


class WorkerPool:
    """Slow work (history, exports, pictures) on threads of its own, so that no page delays a tap.

    A tap asks for Python's one lock half a dozen times, and each time waits until whoever computes lets go.
    """

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPool(threads)
        sys.setswitchinterval(LETS_GO_SECONDS)

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
