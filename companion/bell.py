"""The bell: ring when something changes, wait for the ring. All waiting of the server is gevent's."""

from gevent.event import Event
from gevent.lock import BoundedSemaphore


class Bell:
    """Rings by name. A ring is counted, so that one which came between two waits is not missed."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._events: dict[str, Event] = {}

    def count(self, name: str) -> int:
        """How often `name` has rung."""
        return self._counts.get(name, 0)

    def ring(self, name: str) -> None:
        """Wake all who wait for `name`. Ring only what is on disk."""
        self._counts[name] = self.count(name) + 1
        event = self._events.pop(name, None)
        if event is not None:
            event.set()

    def ring_all(self) -> None:
        """Wake everybody who waits: the house closes."""
        for name in list(self._events):
            self.ring(name)

    def wait(self, name: str, heard: int, seconds: float) -> int:
        """Wait until `name` has rung more than `heard` times, at most `seconds`; how often it has by then."""
        if self.count(name) == heard:
            self._events.setdefault(name, Event()).wait(seconds)
        return self.count(name)


def one_at_a_time() -> BoundedSemaphore:
    """A lock for greenlets: `with` it, one move of a table is in flight."""
    return BoundedSemaphore(1)
