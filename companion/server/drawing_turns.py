"""Turns at drawing: one is given when nobody is being answered, so that a tap never waits for many screens."""

import time
from collections import OrderedDict, deque

from gevent.hub import Waiter, get_hub

from companion.server.turns import Turns

TURN_SECONDS = 0.003  # of processor time
LOOK_SECONDS = 0.005  # how often it is looked whether somebody has waited for too long


class DrawingTurn:
    """It is over after so much processor time of its thread."""

    def __init__(self) -> None:
        self._end = time.thread_time() + TURN_SECONDS

    @property
    def is_over(self) -> bool:
        return time.thread_time() >= self._end


class DrawingTurns:
    """The turns of a loop, which groups have one after the other, beside the `turns` of requests."""

    def __init__(self, turns: Turns) -> None:
        loop, self._turns = get_hub().loop, turns
        turns.when_calm = self._go_on
        self._idle, self._busy = loop.idle(), loop.timer(LOOK_SECONDS, LOOK_SECONDS)
        self._waiting: OrderedDict[int | None, deque[tuple[float, Waiter]]] = OrderedDict()

    def take(self, group: int | None, seconds: float) -> DrawingTurn:
        """Wait for a turn; while the loop always has something else to do, for so many seconds."""
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
