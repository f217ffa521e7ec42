"""A child that reports to tables of a folder when it is told to, and the rows' end of it."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import gevent
from msgspec import Struct

from companion.games.moves import Refused
from companion.storage.errors import Unavailable
from companion.storage.stored_table import unfold
from tests.faults.children import begin
from tests.faults.children.players import Answered, House, Intent
from tests.support.effort import patient


class Failed(Struct, frozen=True):
    """An intent was not stored, for a reason that is no rule's; `is_space`: for want of room."""

    intent: Intent
    is_space: bool


Reply = Intent | Answered | Failed


class Obedient:
    """What a child does, order by order."""

    def __init__(self, folder: Path, seed: int, say: Callable[[object], object]) -> None:
        self._house = House(folder)
        self._rng = random.Random(seed)
        self._say = say

    def mean(self, code: str) -> None:
        """Say an intent for this table, or for a new one if its game is over; nothing where none can be opened."""
        intent = self._house.intent(self._rng, code) if code else None
        with suppress(Unavailable):
            self._say(intent or self._new_intent())

    def _new_intent(self) -> Intent:
        intent = self._house.intent(self._rng, self._house.open_table(self._rng))
        assert intent is not None, "a new table asks nothing"
        return intent

    def report(self, intents: Sequence[Intent]) -> None:
        """Report intents all at once, and say what came of each."""
        gevent.joinall([gevent.spawn(self._report, intent) for intent in intents], raise_error=True)

    def _report(self, intent: Intent) -> None:
        self._say(intent)
        try:
            self._say(Answered(intent, self._house.report(intent)))
        except Refused:
            self._say(Answered(intent, None))
        except Unavailable as problem:
            live = self._house.tables.find(intent.code)
            assert live is not None
            assert unfold(self._house.store, live.header).line == live.line  # it can be read meanwhile
            self._say(Failed(intent, problem.is_space))

    def pragma(self, setting: str) -> None:
        """Set something of the connection that writes."""
        self._house.writer.write(lambda db: db.execute(f"PRAGMA {setting}"))

    def break_off(self, steps: int) -> None:
        """Let SQLite break off the statement at which it is after so many steps of its own; none, if that is 0.

        Not a COMMIT: that would be told as broken off once it is done.
        """
        conn, left, is_commit = self._house.store._writer.conn, steps, False

        def hear(statement: str) -> None:
            nonlocal is_commit
            is_commit = statement == "COMMIT"

        def count() -> bool:
            nonlocal left
            left -= not is_commit
            return left == 0 and not is_commit

        conn.set_trace_callback(hear if steps else None)
        conn.set_progress_handler(count if steps else None, 1)

    def read_only(self, is_so: bool) -> None:
        """Let SQLite write nothing, as where it finds the file read only."""
        self._house.store._writer.conn.execute(f"PRAGMA query_only = {int(is_so)}")

    def room(self, more: int | None) -> None:
        """Let files grow by so many bytes beyond the log of now, or as they like."""
        import resource  # late: not every system has it

        log = self._house.store.path.with_name(f"{self._house.store.path.name}-wal")
        size = log.stat().st_size + more if more is not None else resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def close(self) -> None:
        self._house.close()


def obey(folder: Path, seed: int, channel: Connection) -> None:
    """Do what is ordered, one order after the other, until the other end closes."""
    child = Obedient(folder, seed, channel.send)
    while True:
        try:
            order, given = channel.recv()
        except EOFError:
            child.close()
            return
        getattr(child, order)(*given)
        channel.send(None)  # it is done


class Player:
    """The rows' end: orders, and what the child says meanwhile."""

    def __init__(self, channel: Connection) -> None:
        self._channel = channel

    def order(self, order: str, *given: Any) -> Iterator[Reply]:
        """Give an order; what the child says until it is done. EOFError if it ends before."""
        self._channel.send((order, given))
        while True:
            if not self._channel.poll(patient(60)):
                raise TimeoutError(f"The child does not do what it was told: {order}")
            reply = self._channel.recv()
            if reply is None:
                return
            yield reply

    def do(self, order: str, *given: Any) -> list[Reply]:
        """The same, all at once."""
        return [*self.order(order, *given)]


@contextmanager
def player(folder: Path, seed: int) -> Iterator[Player]:
    """A child that obeys; it closes the folder at the end of the block."""
    ours, theirs = Pipe()
    child = begin(obey, folder, seed, theirs)
    theirs.close()
    try:
        yield Player(ours)
    finally:
        ours.close()
        child.join()
