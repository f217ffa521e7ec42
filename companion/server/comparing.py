"""After an end that was no end: what the history counts of each game is compared with its lines, beside the taps."""

import sqlite3
import time
from functools import partial

import gevent

from companion.games import GAMES
from companion.history import rebuild
from companion.storage import log
from companion.storage.integrity.damage import Damaged
from companion.storage.log import Header
from companion.storage.store import WriteFailed
from companion.storage.writer import Closed
from companion.terminal import say
from companion.web.services import Services

SHARE = 0.1  # of the time, at most, that goes into it


class Comparing:
    """One game after the other is compared on a worker thread, and counted again if it has to be."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._greenlet = gevent.spawn(lambda: None)

    def begin(self) -> None:
        """Compare all games; this returns at once."""
        self._greenlet = gevent.spawn(self._compare_all)

    def end(self) -> None:
        """Wait until the game that is compared now is done, and compare no more."""
        self._services.closing = True
        self._greenlet.join()

    def _compare_all(self) -> None:
        for header in log.all_tables(self._services.store.reader()):
            began = time.monotonic()
            if header.game in GAMES and not self._is_right(header):
                self._count_again(header)
            pause = (time.monotonic() - began) / SHARE
            while not self._services.closing and pause > 0:
                gevent.sleep(min(pause, 0.1))
                pause -= 0.1
            if self._services.closing:
                return

    def _is_right(self, header: Header) -> bool:
        """Whether the history counts a game as its lines add up; also where that cannot be seen, for it is damaged."""
        try:
            return bool(self._services.workers.run(rebuild.counts_rightly, self._services.store, header))
        except (Damaged, sqlite3.DatabaseError):  # told when it is shown
            return True

    def _count_again(self, header: Header) -> None:
        try:
            self._services.writer.write(partial(rebuild.enter_as_stored, self._services.store, header))
        except (Damaged, WriteFailed, Closed) as problem:
            say(f"{header.id} cannot be counted again: {problem}")
            return
        say(f"{header.id} ({header.game}): the history counted it as something else, and counts it again.")
