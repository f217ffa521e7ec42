"""A table that is played, and who may not speak for a seat of it: by form and by JSON, in one way or another."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion.evening import api_keys
from companion.table.model import Correct, Line, Table, move_of
from tests.support.api import ApiTable, over
from tests.support.forms import flat
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone, cookie
from tests.support.states.opened import lay
from tests.support.states.state import State

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
NUMBERS = count()


@dataclass(frozen=True)
class Forger:
    """Somebody who sends moves. `seats`: those for which they may; `headers`: by which they are known."""

    name: str
    seats: frozenset[int]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Forged:
    """A request that reports a move for the seat of somebody else. `names_own`: it names the forger's own behind it."""

    forger: Forger
    path: str
    body: str
    kind: str
    names_own: bool = False


class PlayedTable:
    """A table in the middle of its game: two of its players have phones and keys of programs, the others have none."""

    def __init__(self, app: Flask, rng: Random, table: Table) -> None:
        self.app, self.rng = app, rng
        self.evening = Gathering(app)
        self.players = sorted(rng.sample(range(len(table.seats)), 2))
        phones = {seat: self._sit(seat, name) for seat, name in enumerate(table.seats)}
        self.code = lay(self.evening, State("", table))
        self.client = app.test_client(use_cookies=False)
        self.keys = self._make_keys(len(table.seats))
        self.forms = [self._by_form("a player", phones[seat], seat) for seat in self.players]
        self.watching = [self._by_form(name, phone) for name, phone in self._others()]
        self.programs = [self._by_key("a player's program", self.keys[seat], seat) for seat in self.players]
        laid = ApiTable(over(self.client))
        keys = {"a watcher's program": self.keys[-1], "a program of another table": laid.seats[0], "a guess": "x" * 32}
        self.strangers = [self._by_key(name, key) for name, key in keys.items()]
        self.strangers.append(Forger("a program without a key", frozenset(), {}))

    def _sit(self, seat: int, name: str) -> Phone | None:
        if seat in self.players:
            return self.evening.come(name)
        self.app.extensions["services"].evenings.sit(self.evening.now, None, name)
        return None

    def _make_keys(self, seats: int) -> list[str]:
        services, table_id = self.app.extensions["services"], self.evening.live.header.id
        made: tuple[str, list[str], str] = services.writer.write(lambda db: api_keys.make(db, table_id, seats))
        return [*made[1], made[2]]

    def _others(self) -> Iterator[tuple[str, Phone]]:
        watcher = self.evening.come()
        watcher.fill("/use", kind="watch")
        yield "a watcher", watcher
        yield "somebody new", self.evening.come()
        yield "somebody outside", Phone(self.app)
        yield "a host of another group", Gathering.of_group(self.app, "The club").tablet

    def _by_form(self, name: str, phone: Phone | None, *seats: int) -> Forger:
        assert phone is not None
        given = cookie(phone.client) if phone.client._cookies else None
        return Forger(name, frozenset(seats), HERE | ({"Cookie": f"{given.key}={given.value}"} if given else {}))

    def _by_key(self, name: str, key: str, *seats: int) -> Forger:
        return Forger(name, frozenset(seats), {"Authorization": f"Bearer {key}"})

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.evening.live.table

    def send(self, forged: Forged) -> tuple[int, Sequence[Line]]:
        """The status of the answer, and the lines that are new since."""
        before = len(self.table.lines)
        headers = {**forged.forger.headers, "Content-Type": forged.kind}
        answer = self.client.post(forged.path, data=forged.body, headers=headers)
        answer.close()
        return answer.status_code, self.table.lines[before:]

    def forgeries(self, plain: Mapping[str, Any]) -> Iterator[Forged]:
        """A move of one seat in every way in which somebody else may send it."""
        body = {**plain, "key": f"forged-{next(NUMBERS):08}"}
        if self.rng.random() < 0.7:
            body["seen"] = len(self.table.lines) - self.rng.randint(0, min(2, len(self.table.lines)))
        yield from self._forms(body)
        yield from self._programs(body)

    def _others_than(self, forgers: Sequence[Forger], body: Mapping[str, Any]) -> list[Forger]:
        return [one for one in forgers if body["seat"] not in one.seats and not _may_report(self.table, one, body)]

    def _forms(self, body: Mapping[str, Any]) -> Iterator[Forged]:
        path, form = f"/table/{self.code}/move", flat(body)
        players = self._others_than(self.forms, body)
        yield from (Forged(one, path, _form(form), FORM) for one in (*players, *self.watching))
        victim = {"person": self.evening.person(self.table.seats[body["seat"]]), "device": 1, "host": 1, "as": 0}
        for one in players:
            yield Forged(one, path, _form({**form, **victim}), FORM)
            yield Forged(one, path, json.dumps(body), JSON)
            together = {f"moves.0.{name}": value for name, value in form.items()} | {"key": form["key"]}
            yield Forged(one, f"/table/{self.code}/moves", _form(together), FORM)
            yield Forged(one, f"/api/tables/{self.code}/moves", json.dumps(body), JSON)
            yield from self._seat_twice(one, path, _form(form))

    def _seat_twice(self, one: Forger, path: str, form: str) -> Iterator[Forged]:
        """The own seat beside that of the other: before it, behind it, and in the address."""
        own = _form({"seat": min(one.seats)})
        yield Forged(one, path, f"{own}&{form}", FORM)
        yield Forged(one, path, f"{form}&{own}", FORM, names_own=True)
        yield Forged(one, f"{path}?{own}", form, FORM)
        yield Forged(one, f"{path}?{form}", own, FORM)
        yield Forged(one, f"{path}?{form}", "", FORM)

    def _programs(self, body: Mapping[str, Any]) -> Iterator[Forged]:
        path, sent = f"/api/tables/{self.code}/moves", json.dumps(body)
        players = self._others_than(self.programs, body)
        yield from (Forged(one, path, sent, JSON) for one in (*players, *self.strangers))
        yield from (Forged(one, f"{path}?key={self.keys[-1]}", sent, JSON) for one in self.strangers)
        for one in players:
            own = min(one.seats)
            yield Forged(one, path, f'{sent.removesuffix("}")}, "seat": {own}}}', JSON)
            yield Forged(one, f"{path}?{_form({'seat': own})}", sent, JSON)
            yield Forged(one, path, json.dumps({**body, "seat": [own, body["seat"]]}), JSON)
            yield Forged(one, path, _form(flat(body)), FORM)
            yield Forged(one, f"/table/{self.code}/move", _form(flat(body)), FORM)


def is_about(line: Line, seats: frozenset[int]) -> bool:
    """Whether a line is a move of one of these seats."""
    move = move_of(line)
    return not isinstance(move, Correct) and getattr(move, "seat", None) in seats


def _form(fields: Mapping[str, Any]) -> str:
    return urlencode(fields, doseq=True)


def _may_report(table: Table, forger: Forger, body: Mapping[str, Any]) -> bool:
    """What a player may report for another by the rules: an outbreak's work, and as the leader what is exposed."""
    if body["move"] == "expose":
        return table.state.leader in forger.seats
    return body["move"] in ("mutate", "revive")
