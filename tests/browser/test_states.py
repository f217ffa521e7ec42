"""How screens look in all kinds of states: of games on the scoreboard, on one phone, and their sheet; and around games.

A run draws a few states by its seed; a thorough one goes through all of them. Of each it looks at the viewer's own
screen and at one page more, which its slice draws: the viewer's sheet, or the scoreboard. Of a state around a game it
looks at all pages, with long names or with Japanese ones, which its slice draws. Each page is looked at as wide as a
phone and as a tablet, in the language that the slice draws. A few states of games are kept by one server, each at an
evening of a group of its own. Each scoreboard and each phone in more sizes is in test_sizes.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.browser import looks
from tests.support.effort import one_of
from tests.support.phone import Phone, cookie
from tests.support.server import Server, free_port
from tests.support.states import some_states
from tests.support.states.around import some_around
from tests.support.states.around.page import AroundState
from tests.support.states.opened import Opened, open_state
from tests.support.states.state import State

pytestmark = pytest.mark.browser

LOCALES = ("en-GB", "es-ES", "ja-JP")


HOUSE = 12  # states that one server keeps
PORT = free_port()  # of one server after the other: what browsers keep of its files is still good

Key = tuple[str, str]
Screen = tuple[str, Key, str]
Contexts = Callable[[str, str], BrowserContext]


def keep(folder: Path, states: Sequence[State]) -> list[tuple[State, list[Screen]]]:
    """Open states in a data folder, and leave them; of each the screens to look at: kind, key of a device, address."""
    with closing(SqliteStore(folder)) as store:
        app = create_app(Services(store))
        kept = [(state, screens(state, open_state(app, state, f"{number}"))) for number, state in enumerate(states)]
        app.extensions["services"].writer.close()
        return kept


def screens(state: State, opened: Opened) -> list[Screen]:
    """The viewer's own screen, and one of the others."""
    kind = "tablet" if state.viewer is None else "phone"
    key, sheet = key_of(opened.viewer), f"/table/{opened.code}/sheet"
    others = [(kind, key, sheet), *([("tablet", key_of(opened.tablet), "/")] if kind == "phone" else [])]
    return [(kind, key, "/"), one_of(f"{state}, more", others)]


def key_of(phone: Phone) -> Key:
    """The cookie of a device: its name and value."""
    given = cookie(phone.client)
    return given.key, given.value


@pytest.fixture
def contexts(browser: Browser, made: dict[tuple[Browser, str, str], BrowserContext]) -> Contexts:
    """What a device of a kind and language browses with, the same for all states: its files are fetched once."""

    def context(kind: str, locale: str) -> BrowserContext:
        if (browser, kind, locale) not in made:
            width, height = looks.SIZES[kind]
            made[browser, kind, locale] = browser.new_context(
                viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce"
            )
            made[browser, kind, locale].add_init_script("localStorage.clear(); sessionStorage.clear()")
        return made[browser, kind, locale]

    return context


@pytest.fixture(scope="module")
def made() -> Iterator[dict[tuple[Browser, str, str], BrowserContext]]:
    """The contexts of this file."""
    kept: dict[tuple[Browser, str, str], BrowserContext] = {}
    yield kept
    for context in kept.values():
        context.close()


def served(folder: Path) -> Server:
    """A server of this folder at the port of all."""
    server = Server(folder)
    server.port = PORT
    return server


def faults(context: BrowserContext, url: str, key: Key, path: str, pictures: Path, name: str) -> list[str]:
    """What is wrong with a page of the device with this key; then there is a picture of it."""
    context.clear_cookies()
    context.add_cookies([{"name": key[0], "value": key[1], "url": url}])
    page = context.new_page()
    looks.watch(page, url)
    page.goto(url + path)
    page.wait_for_load_state()
    wrong = [f"{name} {path}: {fault}" for fault in looks.faults(page)]
    if wrong:
        picture = re.sub("[^a-z0-9]+", "-", f"{name}{path}")
        page.screenshot(path=pictures / f"{picture}.png", full_page=True, caret="initial")
    page.close()
    return wrong


HOUSES = [some_states(1)[first : first + HOUSE] for first in range(0, len(some_states(1)), HOUSE)]


@pytest.mark.parametrize("states", HOUSES, ids=lambda states: f"{len(states)} from {states[0]} on")
def test_the_screens_of_a_state_look_as_they_should(
    contexts: Contexts, tmp_path: Path, pictures: Path, states: Sequence[State]
) -> None:
    server, locale = served(tmp_path), one_of(states[0].name, LOCALES)
    kept = keep(server.data, states)
    server.start()
    wrong = [
        fault
        for state, of_it in kept
        for kind, key, path in of_it
        for fault in faults(contexts(kind, locale), server.url, key, path, pictures, f"{state} {kind}")
    ]
    server.close()
    assert wrong == []
    assert server.complaints == ""


def keep_around(folder: Path, state: AroundState) -> dict[str, tuple[Key, list[str]]]:
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


def of_one_style(states: Sequence[AroundState]) -> list[AroundState]:
    """Each of these states once, with names of one of its styles."""
    styles = defaultdict[str, list[AroundState]](list)
    for state in states:
        styles[state.name.rpartition(", ")[0]].append(state)
    return [one_of(name, of_it) for name, of_it in styles.items()]


@pytest.mark.parametrize("state", of_one_style(some_around(1, kept=True)), ids=str)
def test_the_screens_around_a_game_look_as_they_should(
    contexts: Contexts, tmp_path: Path, pictures: Path, state: AroundState
) -> None:
    server, locale = served(tmp_path), one_of(state.name, LOCALES)
    kept = keep_around(server.data, state)
    server.start()
    wrong = [
        fault
        for name, (key, paths) in kept.items()
        for path in paths
        for context in [contexts("tablet" if name in ("tablet", "other") else "phone", locale)]
        for fault in faults(context, server.url, key, path, pictures, name)
    ]
    server.close()
    assert wrong == []
    told = [line for line in server.complaints.splitlines() if not line.startswith("A game is damaged")]
    assert told == [] and ("damaged" in state.name) == bool(server.complaints)
