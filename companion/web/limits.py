"""Limits for each caller: calls a second, and open streams."""

import math
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass

from msgspec import Struct
from werkzeug.exceptions import TooManyRequests

STREAMS_PER_CALLER = 3
REMEMBERED = 10_000


class Streams:
    """The open streams of each caller: beyond three, the oldest is ended."""

    def __init__(self) -> None:
        self._open: defaultdict[str, deque[object]] = defaultdict(deque)

    def open(self, caller: str) -> object:
        """A token for a new stream."""
        token = object()
        self._open[caller].append(token)
        if len(self._open[caller]) > STREAMS_PER_CALLER:
            self._open[caller].popleft()
        return token

    def lives(self, caller: str, token: object) -> bool:
        """Whether this stream may go on."""
        return token in self._open[caller]

    def close(self, caller: str, token: object) -> None:
        """Forget a stream that has ended."""
        if self.lives(caller, token):
            self._open[caller].remove(token)
        if not self._open[caller]:
            del self._open[caller]


class Rate(Struct, frozen=True):
    """So many calls a second, and so many at once."""

    per_second: float
    burst: float


class Limits(Struct, frozen=True):
    """How often a key may report moves, a device ask for pages and send forms, an address lay tables without a key.

    `guesses` are codes of an evening that an address tries, or a device: each is counted by itself. `groups` are those
    that an address opens.
    Only tests and benches do more than this.
    """

    moves: Rate = Rate(50, 200)
    pages: Rate = Rate(50, 200)
    tables: Rate = Rate(30 / 60, 60)
    guesses: Rate = Rate(5 / 60, 5)
    groups: Rate = Rate(1 / 60, 5)


class Limit:
    """Token buckets: `rate` calls a second, `burst` at once, for each caller."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, caller: str, now: float) -> bool:
        """Whether `caller` may call at `now` (seconds, monotonic); if so, it is counted."""
        left, since = self._buckets.pop(caller, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        taken = left >= 1
        self._buckets[caller] = (left - taken, now)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return taken

    def check(self, caller: str, now: float) -> None:
        """Count a call; 429 if it is one too many, with the time after which there is room for one."""
        if not self.takes(caller, now):
            raise TooManyRequests(retry_after=math.ceil(1 / self.rate))


@dataclass(frozen=True)
class Buckets:
    """The calls that one app has counted, by what is limited."""

    moves: Limit
    pages: Limit
    tables: Limit
    guesses: Limit
    groups: Limit


def buckets(limits: Limits) -> Buckets:
    """Full token buckets for these limits."""
    rates = {name: getattr(limits, name) for name in Limits.__struct_fields__}
    return Buckets(**{name: Limit(rate.per_second, rate.burst) for name, rate in rates.items()})
