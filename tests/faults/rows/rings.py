"""Screens are rung once what they will show is stored: whoever fetches at the ring, by another store, has it.

A screen that fetched before would show what was there until then, and nobody would ring again.
"""

from contextlib import closing
from random import Random
from typing import Any

from flask import Flask

from companion.games import GAMES
from companion.storage.notifier import evening_topic
from tests.faults.crowd import Crowd
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.games.random_play import answer, offered
from tests.support.own_app import app_of_its_own
from tests.support.stored_rows import opened_again

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
            rung = Rung(app, rng)
            with closing(rung.other):
                _play(outcome, effort.tries, rung)
        number += 1
    return outcome


class Rung:
    """An evening, and what another store read at the newest ring of its screens."""

    def __init__(self, app: Flask, rng: Random) -> None:
        self.rng, self.crowd = rng, Crowd.gathered(app, rng, rng.choice([*GAMES]))
        services = app.extensions["services"]
        self.other, self._evening = opened_again(services.store), self.crowd.evening.now.id
        self._topics = {evening_topic(self._evening), self.crowd.evening.live.header.code}
        self.rings, self.fetched = 0, self.stored()
        services.notifier.listen(self._fetch)

    def stored(self) -> Stored:
        """What another store reads now."""
        stored: Stored = self.other.reader().execute(STORED, [self._evening]).first()
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
