"""Publish and subscribe inside this process; all waiting of the server is gevent's."""

import sys
import time
from collections.abc import Callable

import gevent
from gevent.lock import BoundedSemaphore

Clock = Callable[[], float]
EVENING = "evening "  # before its id, in the name of its topic
EVERYTHING = ""  # the name of all topics together


def seconds() -> float:
    """Seconds of a clock that only goes forward, and also while a laptop sleeps."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)  # time.monotonic() stands still meanwhile
    return time.monotonic()


class Notifier:
    def __init__(self, clock: Clock = seconds) -> None:
        self.clock = clock
        self._counts: dict[str, int] = {}
        self._last: dict[str, float] = {}
        self._listeners: list[Callable[[str], None]] = []

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the name of each topic that is woken; it must not block."""
        self._listeners.append(listener)

    def count(self, name: str) -> int:
        """Number of wakes of those who follow `name`."""
        return self._counts.get(name, 0) + self._counts.get(EVERYTHING, 0)

    def last(self, name: str) -> float | None:
        """The time of the last notice of `name`, by the notifier's clock; None if there was none since the start."""
        return self._last.get(name)

    def publish(self, name: str) -> None:
        """Wake all who follow `name`. Publish only after the commit."""
        self._last[name] = self.clock()
        self.wake(name)

    def wake(self, name: str) -> None:
        """Wake all who follow `name` though nothing happened there: other data that it shows may have changed."""
        self._counts[name] = self._counts.get(name, 0) + 1
        for listener in self._listeners:
            listener(name)


def one_at_a_time() -> BoundedSemaphore:
    """A lock for greenlets: under it one move of a table is in flight."""
    return BoundedSemaphore(1)


def beside(act: Callable[..., object], *given: object) -> None:
    """Call a function soon, in a greenlet of its own."""
    gevent.spawn(act, *given)


def evening_topic(evening: int) -> str:
    return f"{EVENING}{evening}"


def evening_of(topic: str) -> int | None:
    return int(topic.removeprefix(EVENING)) if topic.startswith(EVENING) else None
