"""What another group has answers as what never was: the very same bytes, whatever the address or the form names."""

from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.evening import rows
from companion.evening.model import Evening
from companion.group import decks, groups, keepers, leagues
from companion.group.leagues import League, Points
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from tests.support.phone import HERE, Phone
from tests.support.side_by_side import FIVE, Hosted
from tests.support.states.around.crowd import Crowd, played_table
from tests.web.access.test_roles import audience, routes

LEAGUE = League("Theirs", None, None, (), Points((3, 1), 1, 0), 0)
NAMES = ("Ann", "Bo", "Cy", "Di")
NEVER = {
    "code": "ZZZZZ",
    "id": "00000000000000000000000000000000",
    "person": 999_999,
    "other": 999_998,
    "third": 999_997,
    "deck": 999_999,
    "league": 999_999,
    "device": 999_999,
    "link": 999_999,
    "group": 999_999,
    "evening": "ZZZZZ",
}
OPEN = {"slug", "day", "year", "seat", "move", "fold", "number"}  # name nothing of a group
BY_TICKET = {"anyone", "visit", "spectator", "operator", "key"}  # whoever holds the ticket or the key is let in
FORMS = {
    "gather.sit": {"person": "{person}"},
    "devices.take": {"person": "{person}"},
    "devices.let_go": {"person": "{person}"},
    "devices.answer_claim": {"device": "{device}", "person": "{person}", "allow": "yes"},
    "gather.order": {"person": "{person}", "way": "on"},
}
WORDS = {"how": "remove", "name": "Zed", "into": "{person}", "colour": "red", "shape": "star", "line": "1"}


@pytest.fixture
def theirs(app: Flask) -> Crowd:
    """An evening of the home: four who sit, of whom one has a phone, a game that is over, a deck, a link."""
    crowd = Crowd(app, NAMES)
    crowd.comes("guest", 0)
    crowd.sits(1, 2, 3)
    crowd.lays(played_table("death-wish", NAMES))
    crowd.links(1)
    store = app.extensions["services"].store
    crowd.values["deck"] = store.do(lambda db: decks.make(db, HOME, "death-name", "Theirs"))
    crowd.values["league"] = store.do(lambda db: leagues.add(db, HOME, LEAGUE))
    crowd.values |= {
        "person": crowd.person("Ann"),
        "other": crowd.person("Bo"),
        "third": crowd.person("Cy"),
        "device": crowd.device("Ann"),
        "evening": crowd.now.code,
    }
    crowd.values["group"] = HOME
    crowd.values["link"] = crowd.now.spectators[0].id
    return crowd


@pytest.fixture
def ours(app: Flask, theirs: Crowd) -> Hosted:
    """An evening of another group, whose host keeps it."""
    services: Services = app.extensions["services"]
    services.is_open = True
    group = services.store.do(lambda db: groups.open_group(db, "The club")).id
    evening = Hosted(app, services.evenings.open(group), *FIVE)
    services.store.do(lambda db: keepers.add(db, group, evening.now.screens[0].device))
    return evening


def named(rule: Rule, values: Mapping[str, Any]) -> dict[str, Any]:
    """What the address of a route names, of these values."""
    folder, given = rule.rule.split("/")[1], {"seat": 0, "number": 1, "move": "act", "fold": "none"} | dict(values)
    if folder == "people" or rule.rule.startswith("/history/people/"):
        given["id"] = values["person"]
    elif rule.rule.startswith("/history/leagues/"):
        given["id"] = values["league"]
    elif folder == "decks":
        given["id"] = values["deck"]
    elif folder == "evenings":
        given["code"] = values["evening"]
    return {name: given[name] for name in rule.arguments}


def answer(phone: Phone, rule: Rule, method: str, values: Mapping[str, Any]) -> tuple[int, str, bytes]:
    built = rule.build(named(rule, values))
    assert built is not None
    fields = FORMS.get(rule.endpoint, WORDS) if method == "POST" else {}
    form = {name: text.format(**values) for name, text in fields.items()}
    got = phone.client.open(built[1], method=method, data=form or None, headers=HERE)
    return got.status_code, got.headers.get("Location", ""), got.data


def kept(evening: Crowd) -> Evening | None:
    """An evening as it is stored, with all that it holds."""
    return rows.read(evening.services.store.reader(), evening.now.id)


def of_a_group(app: Flask) -> list[tuple[Rule, str]]:
    """The routes whose address or form names something that a group has."""
    return [
        (rule, method)
        for rule, method in routes(app)
        if (rule.arguments - OPEN or rule.endpoint in FORMS)
        and audience(app.view_functions[rule.endpoint]) not in BY_TICKET
    ]


def test_it_answers_as_what_never_was_and_nothing_there_changes(app: Flask, theirs: Crowd, ours: Hosted) -> None:
    guest, before = ours.come("Ivy"), kept(theirs)
    assert len(of_a_group(app)) > 30
    for rule, method in of_a_group(app):
        for phone in (ours.tablet, guest):
            of_theirs = answer(phone, rule, method, theirs.values)
            assert of_theirs == answer(phone, rule, method, NEVER), (method, rule)
            if method == "GET":
                assert of_theirs[0] in (403, 404), rule
    assert kept(theirs) == before


def test_at_home_all_of_it_is_there(app: Flask, theirs: Crowd) -> None:
    gets = [rule for rule, method in of_a_group(app) if method == "GET"]
    answers = {rule.rule: answer(theirs.tablet, rule, "GET", theirs.values)[0] for rule in gets}
    assert {path for path, status in answers.items() if status != 200} <= {
        "/table/<code>/ask/<int:seat>/<move>",
        "/table/<code>/ask/all/<move>",
        "/table/<code>/fold/<int:seat>/<move>/<fold>",
        "/table/<code>/fold/all/<move>/<fold>",
        "/table/<code>/fold/<fold>",
        "/table/<code>/for/<int:seat>",
        "/table/<code>/names",
        "/table/<code>/notes",
    }
