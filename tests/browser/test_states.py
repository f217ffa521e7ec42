"""How screens look in all kinds of states: of games on the scoreboard, on one phone, and their sheet; and around games.

A run draws a few states by its seed; a thorough one goes through all of them. Each state speaks another language with
each slice.
"""

import re
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext

from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.browser import looks
from tests.support.effort import one_of
from tests.support.phone import Phone, cookie
from tests.support.server import Server
from tests.support.states import some_states
from tests.support.states.around import some_around
from tests.support.states.around.page import AroundState
from tests.support.states.opened import open_state
from tests.support.states.state import State

pytestmark = pytest.mark.browser

LOCALES = ("en-GB", "es-ES", "ja-JP")


class Kept(NamedTuple):
    """A state in a data folder: the keys of the scoreboard and of the viewer's device, and the table's code."""

    board: tuple[str, str]
    viewer: tuple[str, str]
    code: str


def keep(folder: Path, state: State) -> Kept:
    """Open a state in a data folder, and leave it."""
    with closing(SqliteStore(folder)) as store:
        app = create_app(Services(store))
        opened = open_state(app, state)
        app.extensions["services"].writer.close()
        return Kept(key_of(opened.tablet), key_of(opened.viewer), opened.code)


def key_of(phone: Phone) -> tuple[str, str]:
    """The cookie of a device: its name and value."""
    given = cookie(phone.client)
    return given.key, given.value


def device(browser: Browser, server: Server, kind: str, key: tuple[str, str], state: str) -> BrowserContext:
    """A browser that has the cookie of a device, and the language in which the state of this name is looked at."""
    width, height = looks.SIZES[kind]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=one_of(state, LOCALES), reduced_motion="reduce"
    )
    context.add_cookies([{"name": key[0], "value": key[1], "url": server.url}])
    return context


@pytest.mark.parametrize("state", some_states(1), ids=str)
def test_the_screens_of_a_state_look_as_they_should(
    browser: Browser, tmp_path: Path, pictures: Path, state: State
) -> None:
    server = Server(tmp_path)
    kept = keep(server.data, state)
    server.start()
    kind = "tablet" if state.viewer is None else "phone"
    devices = {
        "tablet": device(browser, server, "tablet", kept.board, state.name),
        kind: device(browser, server, kind, kept.viewer, state.name),
    }
    try:
        for name, context in devices.items():
            for path in ("/", f"/table/{kept.code}/sheet"):
                page = context.new_page()
                looks.watch(page, server.url)
                page.goto(server.url + path)
                page.wait_for_load_state()
                page.screenshot(
                    path=pictures / f"{name}{re.sub('[^a-z]+', '-', path)}.png", full_page=True, caret="initial"
                )
                looks.check(page)
    finally:
        for context in devices.values():
            context.close()
        server.close()
    assert server.complaints == ""


def keep_around(folder: Path, state: AroundState) -> dict[str, tuple[tuple[str, str], list[str]]]:
    """Open a state around a game in a data folder, and leave it; per device its key, and the addresses it opens."""
    with closing(SqliteStore(folder)) as store:
        app = create_app(Services(store))
        crowd = state.open(app)
        app.extensions["services"].writer.close()
        pages = [page for page in state.pages if (page.form, page.status) == (None, 200) and page.device != "outside"]
        return {
            name: (
                key_of(crowd.phones[name]),
                [page.path.format(**crowd.values) for page in pages if page.device == name],
            )
            for name in dict.fromkeys(page.device for page in pages)
        }


@pytest.mark.parametrize("state", some_around(1, kept=True), ids=str)
def test_the_screens_around_a_game_look_as_they_should(
    browser: Browser, tmp_path: Path, pictures: Path, state: AroundState
) -> None:
    server = Server(tmp_path)
    kept = keep_around(server.data, state)
    server.start()
    for name, (key, paths) in kept.items():
        context = device(browser, server, "tablet" if name in ("tablet", "other") else "phone", key, state.name)
        for path in paths:
            page = context.new_page()
            looks.watch(page, server.url)
            page.goto(server.url + path)
            page.wait_for_load_state()
            picture = f"{name}{re.sub('[^a-z]+', '-', path)}.png"
            page.screenshot(path=pictures / picture, full_page=True, caret="initial")
            looks.check(page)
        context.close()
    server.close()
    told = [line for line in server.complaints.splitlines() if not line.startswith("A game is damaged")]
    assert told == [] and ("damaged" in state.name) == bool(server.complaints)
