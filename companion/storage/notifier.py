"""Publish and subscribe inside this process; all waiting of the server is gevent's."""

import sys
import time
from collections.abc import Callable

from gevent.lock import BoundedSemaphore

Clock = Callable[[], float]
EVENING = "evening "  # before its id, in the name of its topic


def seconds() -> float:
    """Seconds that only go forward, whatever the clock on the wall does; those that a laptop sleeps count as well."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)  # time.monotonic() stands still meanwhile
    return time.monotonic()


class Notifier:
    """Topics by name, and who listens to all of them."""

    def __init__(self, clock: Clock = seconds) -> None:
        self.clock = clock
        self._counts: dict[str, int] = {}
        self._last: dict[str, float] = {}
        self._listeners: list[Callable[[str], None]] = []

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call this with the name of each topic that is woken; it must not wait."""
        self._listeners.append(listener)

    def count(self, name: str) -> int:
        """How many notices `name` has had."""
        return self._counts.get(name, 0)

    def last(self, name: str) -> float | None:
        """When `name` had its last notice, by the notifier's clock; None if it had none since the server started."""
        return self._last.get(name)

    def publish(self, name: str) -> None:
        """Wake all who follow `name`. Publish only what is on disk."""
        self._last[name] = self.clock()
        self.wake(name)

    def wake(self, name: str) -> None:
        """Wake all who follow `name`, where nothing has happened itself: what it shows of others may have changed."""
        self._counts[name] = self.count(name) + 1
        for listener in self._listeners:
            listener(name)


def one_at_a_time() -> BoundedSemaphore:
    """A lock for greenlets: `with` it, one move of a table is in flight."""
    return BoundedSemaphore(1)


def evening_topic(evening: int) -> str:
    """The topic of everything that happens in an evening."""
    return f"{EVENING}{evening}"


def evening_of(topic: str) -> int | None:
    """The evening whose topic this is; None of any other topic."""
    return int(topic.removeprefix(EVENING)) if topic.startswith(EVENING) else None
