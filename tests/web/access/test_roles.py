"""Who may call what: every route, by every role, at an evening of the home and at one of another group.

`TABLE` says how the guard answers on a server on which anybody may open a group: 200 lets the caller in. `AT_HOME` is
where a home answers otherwise. `left` is a device that had a seat at an evening that is over, `put_out` one that was
asked to leave it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.evening.model import OFFERED, REPLACED, TAKEN, Evening
from companion.group import groups, keepers
from companion.storage.identifiers import HOME
from companion.web.access.guard import AUDIENCES
from companion.web.access.services import Services
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

TABLE = """
audience   outside guest host keeper offered objector replaced spectator operator key left put_out
anyone     200     200   200  200    200     200      200      200       200      200 200  200
visit      200     200   200  200    200     200      200      200       200      200 200  200
open       200     200   200  200    200     200      200      200       200      200 200  200
guest      401     200   200  200    200     200      200      401       401      401 401  401
reader     401     200   200  200    200     200      200      401       401      401 200  401
returning  401     401   401  401    401     401      401      401       401      401 200  401
host       401     403   200  403    403     403      403      401       401      401 401  401
keeper     401     403   403  200    403     403      403      401       401      401 401  401
offered    401     403   403  403    200     403      403      401       401      401 401  401
objector   401     403   403  403    403     200      403      401       401      401 401  401
replaced   401     403   403  403    403     403      200      401       401      401 401  401
spectator  410     410   410  410    410     410      410      200       410      410 410  410
operator   404     404   404  404    404     404      404      404       200      404 404  404
key        401     401   401  401    401     401      401      401       401      200 401  401
"""
ROLES = TABLE.split("\n")[1].split()[1:]
EXPECTED = {
    name: dict(zip(ROLES, map(int, statuses), strict=True))
    for name, *statuses in map(str.split, TABLE.strip().split("\n")[1:])
}
AT_HOME = {("keeper", "host"): 200} | {("open", role): 404 for role in ROLES}  # every host keeps it; nobody opens one
LET_IN = "the guard has let you in"


@dataclass(frozen=True)
class Caller:
    """Somebody with a role: their device, and what they know."""

    phone: Phone
    ticket: str = "never"
    key: str = ""

    def call(self, rule: Rule, method: str, code: str) -> tuple[int, str]:
        """How a route answers; its address names the table of a program."""
        values = dict.fromkeys(rule.arguments, "7") | {"day": "2026-01-01", "code": code, "ticket": self.ticket}
        path = rule.build({name: values[name] for name in rule.arguments})
        assert path is not None
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        answer = self.phone.client.open(path[1], method=method, headers=HERE | headers)
        return answer.status_code, answer.text


@dataclass(frozen=True)
class Callers:
    """A caller of each role at one evening."""

    is_home: bool
    by_role: Mapping[str, Caller]
    code: str

    def expected(self, audience: str, role: str) -> int:
        """What the table says."""
        at_home = AT_HOME.get((audience, role)) if self.is_home else None
        return at_home or EXPECTED[audience][role]


def routes(app: Flask) -> Iterator[tuple[Rule, str]]:
    """Every route with each of its methods."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            yield rule, method


def audience(view: Any) -> str:
    (name,) = view.audience
    return str(name)


def only_let_in(view: Any) -> Callable[..., str]:
    """A view for the same audience that does nothing."""

    def let_in(**_: object) -> str:
        return LET_IN

    let_in.audience = view.audience  # type: ignore[attr-defined]
    return let_in


@pytest.fixture(params=["home", "another group"])
def callers(request: pytest.FixtureRequest, app: Flask) -> Callers:
    """A caller of each role, whose evening is the home's or another group's."""
    services: Services = app.extensions["services"]
    services.is_open = request.param != "home"
    group = HOME if request.param == "home" else services.store.do(lambda db: groups.open_group(db, "The club")).id
    evening = Gathering(app, services.evenings.open(group))
    guest, keeper = evening.come("Ann"), evening.come("Bo")
    evening.tablet.get("/spectators").tap("/spectators")
    by_role = {
        "outside": Caller(Phone(app)),
        "guest": Caller(guest),
        "host": Caller(evening.tablet),
        "spectator": Caller(Phone(app), evening.now.spectators[0].ticket),
        "operator": Caller(Phone(app), services.hall_ticket),
    }
    by_role |= left_and_put_out(app)
    if group != HOME:
        services.store.do(lambda db: keepers.add(db, group, evening.device("Bo")))
        by_role["keeper"] = Caller(keeper)
    for role, code in {"offered": OFFERED, "objector": TAKEN, "replaced": REPLACED}.items():
        by_role[role] = Caller(evening.come(role))
        services.evenings.act(evening.now, Evening.telling, [evening.device(role)], code, "next-game")
    laid = Phone(app).client.post("/api/tables", json={"game": "death-wish", "seats": ["Cy", "Di"]}, headers=HERE).json
    assert laid is not None
    by_role["key"] = Caller(Phone(app), key=laid["host_key"])
    return Callers(group == HOME, by_role, laid["table"])


def left_and_put_out(app: Flask) -> dict[str, Caller]:
    """Devices that were at an evening that is over: one that had a seat, and one that was asked to leave."""
    evening = Gathering.of_group(app, "Others")
    left, put_out = evening.come("Ei"), evening.come("Flo")
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Flo')}", "remove")
    evening.tablet.get("/").tap("/end")
    return {"left": Caller(left), "put_out": Caller(put_out)}


def test_the_table_names_every_audience_and_every_route_has_one(app: Flask) -> None:
    assert EXPECTED.keys() == AUDIENCES.keys()
    named = {audience(app.view_functions[rule.endpoint]) for rule, _ in routes(app)}
    assert named == AUDIENCES.keys()


def test_every_route_lets_in_whom_the_table_says(app: Flask, callers: Callers) -> None:
    audiences = {endpoint: audience(view) for endpoint, view in app.view_functions.items()}
    app.view_functions |= {endpoint: only_let_in(view) for endpoint, view in app.view_functions.items()}
    wrong = []
    for rule, method in routes(app):
        for role, caller in callers.by_role.items():
            status, text = caller.call(rule, method, callers.code)
            expected = callers.expected(audiences[rule.endpoint], role)
            if (status, text == LET_IN) != (expected, expected == 200):
                wrong.append((method, rule.rule, role, status, expected))
    assert wrong == []
