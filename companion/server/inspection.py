"""Inspection at the start of the server: the tables that are shown at once, and the others beside the taps."""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import cast

import gevent
from flask import Flask

from companion.evening.model import Evening
from companion.games import GAMES
from companion.history import rebuild
from companion.paths import PROGRAM
from companion.storage import log
from companion.storage.damage import Damaged
from companion.storage.errors import DatabaseError, Unavailable
from companion.storage.log import Header
from companion.storage.writer import Closed
from companion.terminal import say
from companion.web.access.services import services_of
from companion.web.text.environment import Templates

SHARE = 0.1  # of the time, at most


def report_damage(damaged: Damaged) -> None:
    say(f"A game is damaged, and not shown: {damaged}. See “{PROGRAM} check”.", file=sys.stderr)


class Inspection:
    """Loads all templates, verifies the tables of the open evenings, and after a kill compares all with the history.

    No table is shown or played before it was verified, whenever that is: this only reports the damage.
    """

    def __init__(self, app: Flask) -> None:
        self._services = services_of(app)
        self._templates = cast("Templates", app.jinja_env)
        self._greenlet = gevent.spawn(lambda: None)

    def begin(self, was_killed: bool) -> None:
        """Verify what the open evenings show now, and start the rest, one game after the other on a worker thread."""
        evenings = self._services.evenings.all_open()
        for evening in evenings:
            self._services.tables.shown(evening)
            for damaged in self._services.tables.damaged(evening.id):
                report_damage(damaged)
        self._greenlet = gevent.spawn(self._inspect, evenings, was_killed)

    def end(self) -> None:
        """Stop after the game that is inspected now."""
        self._services.closing = True
        self._greenlet.join()

    def _inspect(self, evenings: list[Evening], was_killed: bool) -> None:
        for _ in self._services.workers.pieces(None, self._templates.look_up_all()):
            if self._services.closing:
                return
        try:
            self._inspect_tables(evenings, was_killed)
        except Unavailable as problem:  # a database is gone that was there a moment ago
            say(f"Not all games were inspected, and each is before it is shown: {problem}.", file=sys.stderr)

    def _inspect_tables(self, evenings: list[Evening], was_killed: bool) -> None:
        db = self._services.store.reader()
        tasks = [partial(self._verify, one, table) for one in evenings for table in log.tables_of_evening(db, one.id)]
        if was_killed:
            tasks += [partial(self._compare, table) for table in log.all_tables(db) if table.game in GAMES]
        for task in tasks:
            if self._services.closing:
                return
            self._beside_taps(task)

    def _beside_taps(self, task: Callable[[], None]) -> None:
        began = time.monotonic()
        task()
        pause = (time.monotonic() - began) / SHARE
        while not self._services.closing and pause > 0:
            gevent.sleep(min(pause, 0.1))
            pause -= 0.1

    def _verify(self, evening: Evening, header: Header) -> None:
        if header.code == evening.table_code:
            return  # verified at once
        damaged = self._services.tables.damage(header)
        if damaged is not None:
            report_damage(damaged)
            self._write(header, lambda: self._services.evenings.change(evening))  # its screens say so, too

    def _compare(self, header: Header) -> None:
        if self._is_right(header):
            return
        count = partial(rebuild.enter_as_stored, self._services.store, header)
        if self._write(header, lambda: self._services.writer.write(count)):
            say(f"{header.id} ({header.game}): the history counted it as something else, and counts it again.")

    def _is_right(self, header: Header) -> bool:
        """Whether the history counts a game as its lines add up; True for a damaged one."""
        try:
            return bool(self._services.workers.run(None, rebuild.counts_rightly, self._services.store, header))
        except (Damaged, DatabaseError):  # reported when it is shown
            return True

    def _write(self, header: Header, write: Callable[[], object]) -> bool:
        """Run `write` for a table; whether it succeeded. A failure is printed."""
        try:
            write()
        except (Damaged, Unavailable, Closed) as problem:
            say(f"Nothing was noted about {header.id}: {problem}")
            return False
        return True
