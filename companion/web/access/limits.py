"""Limits for each caller: calls, and open streams."""

import math
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable

from msgspec import Struct
from werkzeug.exceptions import TooManyRequests

STREAMS_PER_CALLER = 3
REMEMBERED = 10_000
SCREEN = "screen "


def screen_caller(device: int) -> str:
    """Name, as a caller of streams, of the device that follows its screen."""
    return f"{SCREEN}{device}"


def device_of(caller: str) -> int | None:
    """Device that follows its screen as this caller; None for any other caller."""
    return int(caller.removeprefix(SCREEN)) if caller.startswith(SCREEN) else None


class Streams:
    """Open streams of each caller: beyond three, the oldest is ended."""

    def __init__(self, turned: Callable[[str], None] = lambda caller: None) -> None:
        """`turned` is called with a caller whose first stream has been opened, or whose last one has ended."""
        self._open: defaultdict[str, deque[object]] = defaultdict(deque)
        self._turned = turned

    def open(self, caller: str) -> object:
        """Register a new stream; its token."""
        token = object()
        self._open[caller].append(token)
        if len(self._open[caller]) == 1:
            self._turned(caller)
        if len(self._open[caller]) > STREAMS_PER_CALLER:
            self._open[caller].popleft()
        return token

    def lives(self, caller: str, token: object) -> bool:
        """Whether this stream may go on."""
        return token in self._open[caller]

    def is_followed(self, caller: str) -> bool:
        """Whether a caller has a stream that may go on."""
        return bool(self._open.get(caller))

    def close(self, caller: str, token: object) -> None:
        """Remove a stream that has ended."""
        if self.lives(caller, token):
            self._open[caller].remove(token)
        if not self._open[caller]:
            del self._open[caller]
            self._turned(caller)


class Rate(Struct, frozen=True):
    """Rate of calls: `per_second` in the long run, `burst` at once."""

    per_second: float
    burst: float


class Bucket:
    """A token bucket that begins full, or owes."""

    __slots__ = ("_left", "_rate", "_since")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._since = rate, rate.burst, -math.inf

    def owed(self, now: float) -> float:
        """Count a call at `now` (seconds, monotonic), which is taken anyway; the seconds that its caller has to
        wait."""
        self._left = self.filled(now) - 1
        return max(0.0, -self._left / self._rate.per_second)

    def takes(self, now: float) -> bool:
        """Whether there is room for a call at `now` (seconds, monotonic); if so, it is counted."""
        self._left = self.filled(now)
        is_room = self._left >= 1
        self._left -= is_room
        return is_room

    def filled(self, now: float) -> float:
        """Number of calls for which there is room at `now`; below 0, by how many it was exceeded."""
        seconds, self._since = now - self._since, now
        self._left = min(self._rate.burst, self._left + seconds * self._rate.per_second)
        return self._left


class Limit:
    """A bucket for each caller; those that called last are remembered."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, caller: str) -> Bucket:
        bucket = self._buckets.setdefault(caller, Bucket(self.rate))
        self._buckets.move_to_end(caller)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    def takes(self, caller: str, now: float) -> bool:
        """Whether `caller` may call at `now` (seconds, monotonic); if so, it is counted."""
        return self.bucket(caller).takes(now)

    def has_room(self, caller: str, now: float) -> bool:
        """Whether `caller` might call at `now`; nothing is counted."""
        return self.bucket(caller).filled(now) >= 1

    def check(self, caller: str, now: float) -> None:
        """Count a call; 429 if it is one too many, with the time after which there is room for one."""
        if not self.takes(caller, now):
            raise TooManyRequests(retry_after=math.ceil(1 / self.rate.per_second))


class Buckets:
    """Limits that one app counts; how often it may be called at all is limited by the server.

    `tables`: tables that an address opens without a key. `guesses`: codes of an evening tried by an address, or by a
    device. `groups`: groups that an address opens, or that are opened at a place.
    """

    def __init__(self) -> None:
        self.tables = Limit(Rate(30 / 60, 60))
        self.guesses = Limit(Rate(5 / 60, 5))
        self.groups = Limit(Rate(1 / 60, 5))
