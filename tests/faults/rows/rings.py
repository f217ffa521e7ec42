"""Screens are rung once what they will show is stored: whoever fetches at the ring, from the file itself, has it.

A screen that fetched before would show what was there until then, and nobody would ring again.
"""

import sqlite3
from contextlib import closing
from random import Random
from typing import Any

from flask import Flask

from companion.games import GAMES
from companion.storage.notifier import evening_topic
from companion.storage.sqlite.condition import FILE
from tests.faults.crowd import Crowd
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.games.random_play import answer, offered
from tests.support.own_app import app_of_its_own

LINES = 40  # of an evening at most
OF_AN_EVENING = 0.2  # so often somebody does something else than report a move
ACTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("watcher", "/use", {"kind": "board"}),
    ("watcher", "/use", {"kind": "watch"}),
    ("tablet", "/order", {"way": "rotate"}),
    ("tablet", "/door", {"locked": "yes"}),
)
STORED = "select (select count(*) from lines), (select version from evenings where id = ?)"

Stored = tuple[int, int]  # lines, and the version of the evening


@row("screens are rung", load="rings", whole=10_000, few=30)
def rung_screens(effort: Effort) -> Outcome:
    """Report moves from phones, and change how devices are used."""
    outcome, number = effort.outcome(), 0
    while outcome.tries < effort.tries:
        rng = Random(f"{effort.seed} {number}")
        with app_of_its_own() as app:
            _play(outcome, effort.tries, Rung(app, rng))
        number += 1
    return outcome


class Rung:
    """An evening, and what a fresh reader of its file had at the newest ring of its screens."""

    def __init__(self, app: Flask, rng: Random) -> None:
        self.rng, self.crowd = rng, Crowd.gathered(app, rng, rng.choice([*GAMES]))
        services = app.extensions["services"]
        self._file, self._evening = services.store.path.with_name(FILE), self.crowd.evening.now.id
        self._topics = {evening_topic(self._evening), self.crowd.evening.live.header.code}
        self.rings, self.fetched = 0, self.stored()
        services.notifier.listen(self._fetch)

    def stored(self) -> Stored:
        """What lies in the file now."""
        with closing(sqlite3.connect(f"{self._file.as_uri()}?mode=ro", uri=True)) as conn:
            stored: Stored = conn.execute(STORED, [self._evening]).fetchone()
            return stored

    def _fetch(self, topic: str) -> None:
        if topic in self._topics:
            self.rings, self.fetched = self.rings + 1, self.stored()

    def act(self) -> None:
        """Somebody does something else than report a move."""
        device, path, form = self.rng.choice(ACTS)
        status, _ = self.crowd.ask(device, path, form)
        assert status == 303, (device, path, form, status)


def _play(outcome: Outcome, tries: int, rung: Rung) -> None:
    crowd = rung.crowd
    while outcome.tries < tries and len(crowd.table.lines) < LINES:
        must = offered(crowd.table, optional=False)
        if not must:
            break
        if rung.rng.random() < OF_AN_EVENING:
            rung.act()
        else:
            crowd.report(answer(rung.rng, rung.rng.choice(must)))
        outcome.tries += 1
        outcome.note("lost", f"{rung.stored()} is stored, and {rung.fetched} was at the ring", int(_is_late(rung)))
    outcome.load += rung.rings


def _is_late(rung: Rung) -> bool:
    return rung.fetched != rung.stored()
