"""Several hosts do the same thing at the same moment, by forms and as programs: one is taken, the others see it."""

import json
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import gevent
from flask import Flask
from flask.testing import FlaskClient

from companion.evening import api_keys
from companion.games import GAMES
from companion.storage.stored_table import LiveTable
from companion.table.result import is_closed
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import CAST, adjust
from tests.support.forms import flat
from tests.support.games.random_play import answer, offered
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import HERE, Phone

DEVICES = 4
OF_AN_EVENING = 25  # tries
STOP = 0.05  # so often all hosts break the game off
TAKEN, LATE = (200, 201, 303), 409
Send = Callable[[], int]


class Hosts:
    """An evening with several hosts; each is a device, or a program with the host's key."""

    def __init__(self, outcome: Outcome, rng: Random, app: Flask) -> None:
        self._outcome, self._rng, self._services = outcome, rng, app.extensions["services"]
        self._evening, self._numbers = Gathering(app), count()
        ticket = self._evening.now.host_ticket
        self._devices = [self._evening.tablet, *(Phone(app).get(f"/host/{ticket}") for _ in range(DEVICES - 1))]
        for phone in self._devices[1:]:
            phone.fill("/use", kind="board")
        self._programs = [app.test_client(use_cookies=False) for _ in range(DEVICES)]
        self._host_key = ""
        for name in CAST[:4]:
            self._services.evenings.sit(self._evening.now, None, name)

    @property
    def _live(self) -> LiveTable:
        return self._evening.live

    def clash(self) -> None:
        """All do the same thing: start a game, answer a question, or correct a line."""
        if self._evening.now.table_code is None:
            self._start("/tables", [{"game": self._rng.choice([*GAMES])} for _ in self._devices])
        elif is_closed(self._live.table):
            self._start("/rematch", [{} for _ in self._devices])
        elif self._rng.random() < STOP:
            self._report([{"move": "stop"}] * DEVICES * 2)
        else:
            self._rng.choice([self._answer, self._correct, self._correct_and_take_back])()

    def _start(self, path: str, forms: Sequence[dict[str, str]]) -> None:
        """Each device starts a game: there is one table more, and it is shown."""
        before = self._tables()
        sends = [self._posting(phone.client, path, form) for phone, form in zip(self._devices, forms, strict=True)]
        self._count(self._at_once(sends), self._tables() - before)
        table_id = self._live.header.id
        self._host_key = self._services.writer.write(lambda db: api_keys.make(db, table_id, 4))[0]

    def _tables(self) -> int:
        number: int = self._services.store.reader().execute("select count(*) from tables").first()[0]
        return number

    def _answer(self) -> None:
        """All answer the same question, each in their own way."""
        asked = offered(self._live.table, optional=False)
        if not asked:
            self._evening.tablet.client.post("/put-away", headers=HERE)
            return
        ask = self._rng.choice(asked)
        self._report([answer(self._rng, ask) for _ in range(2 * DEVICES)])

    def _correct(self) -> None:
        """All correct the same entry; who came late may do so afterwards."""
        line = self._enter()
        moves = [self._mended(line, number) for number in range(2 * DEVICES)]
        late = self._report(moves)
        if late:
            self._outcome.note("lost", "a correction that came late", int(self._rng.choice(late)() not in TAKEN))

    def _correct_and_take_back(self) -> None:
        """One half corrects the newest line, the other takes it back."""
        line = self._enter()
        back = [
            self._posting(phone.client, f"/table/{self._live.header.code}/back", {"line": line})
            for phone in self._devices[: self._rng.randint(1, DEVICES)]
        ]
        corrects = [self._sending(number, self._mended(line, number), self._live.line) for number in range(DEVICES)]
        before = self._live.line
        self._count(self._at_once([*back, *corrects]), self._live.line - before)

    def _enter(self) -> int:
        """An entry by hand, the newest line; its number."""
        track = self._live.table.tracks[0]
        assert self._sending(0, adjust(0) | {"track": track}, self._live.line)() in TAKEN
        return self._live.line

    def _mended(self, line: int, number: int) -> dict[str, Any]:
        entry = adjust(0, 2 + number) | {"track": self._live.table.tracks[0]}
        return {"move": "correct", "lines": [[line, entry]]}

    # --- what is sent

    def _report(self, moves: Sequence[dict[str, Any]]) -> list[Send]:
        """Some hosts report these at once, all of whom saw the newest line; those that came late, to be sent again."""
        before = self._live.line
        places = self._rng.sample(range(len(moves)), self._rng.randint(2, len(moves)))
        keys = [f"clash-{next(self._numbers):08}" for _ in places]
        sends = [self._sending(place, moves[place], before, key) for place, key in zip(places, keys, strict=True)]
        statuses = self._at_once(sends)
        self._count(statuses, self._live.line - before)
        self._assert_fresh()
        return [
            self._sending(place, moves[place], self._live.line, key)
            for place, key, status in zip(places, keys, statuses, strict=True)
            if status == LATE
        ]

    def _sending(self, place: int, move: dict[str, Any], seen: int, key: str = "") -> Send:
        """What sends a move, from the device or the program in this place."""
        body = move | {"key": key or f"clash-{next(self._numbers):08}", "seen": seen}
        code = self._live.header.code
        if place < DEVICES:
            path, form = f"/table/{code}/move", flat(body)
            if move["move"] == "correct":
                ((line, entry),) = move["lines"]
                pending = json.dumps([[line, "replace", entry]])
                path = f"/table/{code}/correct"
                form = {"sure": "1", "pending": pending, "key": body["key"], "seen": seen}
            return self._posting(self._devices[place].client, path, form)
        client = self._programs[place % DEVICES]
        headers = {"Authorization": f"Bearer {self._host_key}"}
        return lambda: client.post(f"/api/tables/{code}/moves", json=body, headers=headers).status_code

    def _posting(self, client: FlaskClient, path: str, form: dict[str, Any]) -> Send:
        return lambda: client.post(path, data=form, headers=HERE).status_code

    def _at_once(self, sends: Sequence[Send]) -> list[int]:
        """The statuses of requests that are sent at the same moment."""
        running = [gevent.spawn(send) for send in sends]
        gevent.joinall(running, raise_error=True)
        self._outcome.load += len(running)
        return [one.value for one in running]

    def _count(self, statuses: Sequence[int], taken: int) -> None:
        """One is taken, and all others came too late."""
        self._outcome.tries += 1
        self._outcome.note("doubled", f"{taken} are there: {statuses}", abs(taken - 1))
        other = [status for status in statuses if status not in (*TAKEN, LATE)]
        self._outcome.note("failed", f"neither taken nor late: {statuses}", len(other))
        self._outcome.note("lost", f"{taken} are there: {statuses}", int(not {*TAKEN} & {*statuses}))

    def _assert_fresh(self) -> None:
        """A device that looks now is shown the table as it is."""
        page = self._rng.choice(self._devices).get("/")
        self._outcome.note("lost", "a screen is behind", int(not page.says(f'data-line="{self._live.line}"')))


@row("several hosts at once", load="requests sent", whole=5000, few=20)
def several_hosts(effort: Effort) -> Outcome:
    """Let hosts clash so often, at a new evening every now and then."""
    outcome = effort.outcome()
    for evening in range(-(-effort.tries // OF_AN_EVENING)):
        with app_of_its_own() as app:
            hosts = Hosts(outcome, Random(f"{effort.seed} {evening}"), app)
            while outcome.tries < min(effort.tries, (evening + 1) * OF_AN_EVENING):
                hosts.clash()
    return outcome
