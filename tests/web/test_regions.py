"""The regions of a screen: frozen values, from which templates are rendered without asking anybody."""

import ast
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields
from inspect import getsource

import pytest
from flask import Flask

from companion.games import GAMES
from companion.storage.store import Store
from companion.web.play.screen import draw
from companion.web.regions import gathering, own, prepare_gathering, prepare_own, prepare_shared, shared
from companion.web.regions.region import Region, rendered
from companion.web.text import template_globals
from tests.support.gathering import Gathering

GRAPHS = ("LiveTable", "Table", "Evening", "Services", "Store", "Tables")


def regions() -> Iterator[type[Region]]:
    """All kinds of regions."""
    for module in (shared, own, gathering):
        yield from (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Region))


@pytest.mark.parametrize("kind", sorted(set(regions()), key=str), ids=lambda kind: kind.__name__)
def test_a_region_is_a_documented_frozen_value_that_holds_no_table_and_no_evening(kind: type[Region]) -> None:
    assert kind.__doc__
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert not [field.name for field in fields(kind) if str(getattr(field.type, "__name__", field.type)) in GRAPHS]


def test_what_templates_may_call_knows_no_services() -> None:
    tree = ast.parse(getsource(template_globals))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "companion.web.services" not in modules
    assert not {
        module for module in modules if module and module.startswith(("companion.evening", "companion.web.play"))
    }


@pytest.mark.parametrize("slug", GAMES)
def test_a_screen_is_rendered_without_the_database(app: Flask, store: Store, slug: str) -> None:
    evening = Gathering(app)
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    tablet = evening.now.screens[0]
    with app.test_request_context():
        between: list[Region] = [prepare_gathering.board(evening.now), prepare_gathering.own(evening.now, tablet)]
    evening.start(slug)
    device = evening.device("Ann")
    with app.test_request_context():
        phone, now = evening.now.screen(device), evening.now
        assert phone
        table = prepare_shared.shown(evening.live, now)
        screen = draw(now, device)
        values: list[Region] = [
            prepare_shared.board(table),
            prepare_shared.shared_on_phone(table),
            prepare_own.own(table, now, phone),
            prepare_own.own(table, now, tablet),
        ]
        store.close()
        html = [rendered(value) for value in between + values]
    assert screen
    assert (screen.shared, screen.private) == (html[3], html[4])
    assert len(phones) == 4


def test_a_region_cannot_be_changed() -> None:
    notices = own.Notices(notices=())
    with pytest.raises(FrozenInstanceError):
        notices.notices = ()  # type: ignore[misc]
