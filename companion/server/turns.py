"""Turns of requests by address, so that an address with many requests delays only itself; and turns of drawings."""

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any

import gevent
from gevent.hub import Waiter, get_hub

from companion.web.access.limits import REMEMBERED, Limit, Rate

ADDRESS = Rate(500, 1000)  # requests a second and at once: a café behind one router is one address
CONNECTION = Rate(200, 400)
MUCH = ADDRESS.burst - 100  # an address with less than this left has had many requests lately
UNDER_WAY = 8  # requests of one address that are answered at once
TURN_SECONDS = 0.003  # of processor time
LOOK_SECONDS = 0.005  # between two checks for a drawing that has waited for too long


class Turn:
    """A request that is being answered, until `over` is called. Idempotent."""

    def __init__(self, turns: "Turns", address: str, is_over: bool = False) -> None:
        self._turns, self._address, self.is_over = turns, address, is_over

    def over(self) -> None:
        """End the turn: answered, or no longer in the way because it streams or works on a thread."""
        if not self.is_over:
            self.is_over = True
            self._turns.leave(self._address)


class Turns:
    """The requests that wait for the loop, and how many of each address are being answered.

    One begins at a time. The address that has used the least time of the loop goes first (start-time fair queueing).
    An address with many recent requests begins nothing while another one is being answered.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Any]] = {}
        self._under_way: Counter[str] = Counter()
        self._used: OrderedDict[str, float] = OrderedDict()  # seconds of the loop, counted from `_newest` on
        self._newest = 0.0
        self._is_due = False
        self._next_round = gevent.get_hub().loop.timer(0)  # callbacks are called fifty at a time, with no look around
        self._limit = Limit(ADDRESS)
        self.when_calm: Callable[[], None] = lambda: None  # called when nobody is being answered any more

    @property
    def are_calm(self) -> bool:
        return not self._under_way

    def owed(self, address: str) -> float:
        """Count a request of an address, or a new connection; the seconds that it owes by now."""
        return self._limit.bucket(address).owed(time.monotonic())

    def take(self, address: str) -> Turn:
        """Wait for the turn of a request from this address."""
        waiter = Waiter()
        self._waiting.setdefault(address, deque()).append(waiter)
        self._call()
        try:
            waiter.get()
        except BaseException:  # the connection was ended meanwhile
            self._drop(address, waiter)
            raise
        return Turn(self, address)

    def leave(self, address: str) -> None:
        """Count that a request of this address is answered."""
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]
        if self.are_calm:
            self.when_calm()
        self._call()

    def _drop(self, address: str, waiter: Any) -> None:
        waiters = self._waiting.get(address, deque())
        if waiter in waiters:
            waiters.remove(waiter)
            if not waiters:
                del self._waiting[address]

    def _call(self) -> None:
        if not self._is_due and self._waiting:
            self._is_due = True
            self._next_round.start(self._next)

    def _next(self) -> None:
        """Run the next request until it waits, in the hub."""
        self._is_due = False
        ready = [address for address in self._waiting if self._may_begin(address)]
        if not ready:
            return
        address = min(ready, key=self._start_of)
        self._newest = self._start_of(address)
        waiters = self._waiting[address]
        waiter = waiters.popleft()
        if not waiters:
            del self._waiting[address]
        self._under_way[address] += 1
        began = time.perf_counter()
        waiter.switch(None)
        self._charge(address, time.perf_counter() - began)
        self._call()

    def _may_begin(self, address: str) -> bool:
        mine = self._under_way[address]
        if mine >= UNDER_WAY:
            return False
        are_others = self._under_way.total() > mine
        return not are_others or self._limit.bucket(address).filled(time.monotonic()) > MUCH

    def _start_of(self, address: str) -> float:
        return max(self._used.get(address, 0.0), self._newest)

    def _charge(self, address: str, seconds: float) -> None:
        self._used[address] = self._newest + seconds
        self._used.move_to_end(address)
        if len(self._used) > REMEMBERED:
            self._used.popitem(last=False)


NO_TURN = Turn(Turns(), "", is_over=True)


class DrawingTurn:
    """A turn of `TURN_SECONDS` of processor time of its thread."""

    def __init__(self) -> None:
        self._end = time.thread_time() + TURN_SECONDS

    @property
    def is_over(self) -> bool:
        return time.thread_time() >= self._end


class DrawingTurns:
    """The turns of a loop for drawing, by group, beside the `turns` of requests."""

    def __init__(self, turns: Turns) -> None:
        loop, self._turns = get_hub().loop, turns
        turns.when_calm = self._go_on
        self._idle, self._busy = loop.idle(), loop.timer(LOOK_SECONDS, LOOK_SECONDS)
        self._waiting: OrderedDict[int | None, deque[tuple[float, Waiter]]] = OrderedDict()

    def take(self, group: int | None, seconds: float) -> DrawingTurn:
        """Wait for a turn, `seconds` at most while the loop is busy."""
        waiter = Waiter()
        self._waiting.setdefault(group, deque()).append((time.monotonic() + seconds, waiter))
        if not self._busy.active:
            self._busy.start(self._give_late)
        self._go_on()
        waiter.get()
        return DrawingTurn()

    def _go_on(self) -> None:
        if self._waiting and not self._idle.active:
            self._idle.start(self._give_if_calm)

    def _give_if_calm(self) -> None:
        if self._turns.are_calm:
            self._give()
        else:
            self._idle.stop()  # a commit is waited for: until it is answered

    def _give_late(self) -> None:
        now = time.monotonic()
        late = [group for group, waiting in self._waiting.items() if waiting[0][0] <= now]
        if late:
            self._waiting.move_to_end(late[0], last=False)
            self._give()

    def _give(self) -> None:
        group, waiting = self._waiting.popitem(last=False)
        _, waiter = waiting.popleft()
        if waiting:
            self._waiting[group] = waiting  # behind the others
        if not self._waiting:
            self._idle.stop()
            self._busy.stop()
        waiter.switch(None)
