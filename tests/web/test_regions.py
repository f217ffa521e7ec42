"""The regions of a screen: frozen values, from which templates are rendered without asking anybody."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from inspect import getsource
from typing import Any

import pytest
from flask import Flask, before_render_template
from jinja2 import Template
from msgspec import Struct

from companion.games import GAMES
from companion.storage.store import Store
from companion.web import template_globals
from companion.web.screens import asking, gathering, gathering_own, private, shared, slots
from companion.web.screens.asking import AskForm
from companion.web.screens.facts import Facts
from companion.web.screens.region import Region
from companion.web.screens.screen import screen_of
from companion.web.text.drawn import rendered
from tests.support.gathering import Gathering

GRAPHS = ("LiveTable", "Table", "Evening", "Services", "Store", "Tables", "Entrances", "module")
OF_FLASK = {"g", "request", "session"}  # flask gives them to every template; ours read none of them


def regions() -> Iterator[type[Region]]:
    """All kinds of regions."""
    for module in (shared, slots, private, gathering, gathering_own):
        yield from (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Region))


def inside(value: Any) -> Iterator[Any]:
    """A value that a template reads, and all that it can reach from there by names and numbers."""
    yield value
    if isinstance(value, Mapping):
        parts: Iterable[Any] = [*value, *value.values()]
    elif is_dataclass(value):
        parts = list(vars(value).values())
    elif isinstance(value, Struct):
        parts = [getattr(value, name) for name in value.__struct_fields__]
    else:
        parts = value if isinstance(value, Sequence | set | frozenset) and not isinstance(value, str) else ()
    for part in parts:
        yield from inside(part)


def graphs(value: Any) -> set[str]:
    """What a template could reach and should not."""
    return {type(one).__name__ for one in inside(value)} & {*GRAPHS}


@pytest.mark.parametrize("kind", sorted(set(regions()), key=str), ids=lambda kind: kind.__name__)
def test_a_region_is_a_documented_frozen_value_that_holds_no_table_and_no_evening(kind: type[Region]) -> None:
    assert kind.__doc__
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert not [field.name for field in fields(kind) if str(getattr(field.type, "__name__", field.type)) in GRAPHS]


def test_what_templates_may_call_knows_no_services() -> None:
    tree = ast.parse(getsource(template_globals))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "companion.web.access.services" not in modules
    assert not {
        module
        for module in modules
        if module and module.startswith(("companion.evening", "companion.web.screens", "companion.web.pages"))
    }


@pytest.mark.parametrize("slug", GAMES)
def test_a_screen_is_rendered_without_the_database(app: Flask, store: Store, slug: str) -> None:
    evening = Gathering(app)
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    tablet, services = evening.now.screens[0], app.extensions["services"]
    with app.test_request_context():
        between = [
            *gathering.board(services, evening.now).values(),
            *gathering_own.own(services, evening.now, tablet).values(),
        ]
    evening.start(slug)
    device = evening.device("Ann")
    with app.test_request_context():
        phone, now = evening.now.screen(device), evening.now
        assert phone
        table = Facts(services, evening.live, now)
        screen = screen_of(services, now, device)
        alike = [form for form in asking.one_form_each(table, phone).values() if isinstance(form, AskForm)]
        on_phone = shared.shared_on_phone(table) | private.own(table, now, phone, alike)
        values = [*shared.board(table).values(), *private.own(table, now, tablet).values()]
        store.close()
        html = {name: rendered(value, name) for name, value in on_phone.items()}
        assert [rendered(value) for value in between + values]
    assert not graphs([*between, *values, *on_phone.values()])
    assert screen
    slots = {**screen.shared.slots, **screen.private.slots}
    assert {name: slots[name].html for name in html} == html
    assert len(phones) == 4


@pytest.mark.parametrize("slug", GAMES)
def test_no_page_is_given_a_table_an_evening_or_what_serves_them(app: Flask, slug: str) -> None:
    evening = Gathering(app)
    phone = evening.come("Ann")
    evening.seat("Bo", "Cy", "Di")
    evening.tablet.get("/decks/").fill("/decks/", game=slug, name="Ours")
    evening.start(slug)
    table = f"/table/{evening.live.header.code}"
    game = f"/history/{evening.live.header.id}"
    person = evening.person("Ann")
    reached: dict[str, set[str]] = {}

    def look(sender: Flask, template: Template, context: Mapping[str, Any], **more: Any) -> None:
        graph = graphs({name: value for name, value in context.items() if name not in OF_FLASK})
        reached.setdefault(template.name or "", set()).update(graph)

    with before_render_template.connected_to(look, app):
        for path in (
            "/help",
            "/rules/",
            "/rules/death-name",
            "/choose",
            "/network",
            "/decks/",
            "/decks/1",
            "/people/",
            f"/people/{person}",
            f"{table}/sheet",
        ):
            assert phone.client.get(path).status_code == 200, path
        for path in ("/", "/devices", "/history/", "/history/people", f"/history/people/{person}"):
            assert evening.tablet.client.get(path).status_code == 200, path
        for path in ("/history/games", f"/history/games/{slug}", game, f"{game}?line=0"):
            assert evening.tablet.client.get(path).status_code == 200, path
    assert len(reached) == 19
    assert not {name: graph for name, graph in reached.items() if graph}
