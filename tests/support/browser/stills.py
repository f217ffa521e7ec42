"""Screens of states as pages without a server: drawn once, with the style sheets inside, and looked at in any size."""

import re

from playwright.sync_api import Browser, Page

from companion.web.access.static_files import static_files
from companion.web.text.languages import DEFAULT
from tests.support.own_app import app_of_its_own
from tests.support.phone import Phone
from tests.support.states.around.page import AroundState
from tests.support.states.opened import open_state
from tests.support.states.state import State

SHEET = re.compile(r'<link rel="stylesheet" href="/static/(?:[0-9a-f]{16}/)?([^"?]+)[^"]*"( media="print")?>')
BOARD = '<body class="board'
SCRIPT = re.compile(r"<script\b.*?</script>|<noscript>.*?</noscript>", re.S)


def stills(state: State, language: str = DEFAULT) -> dict[str, str]:
    """The HTML of the "board" in this state, and of the viewer's "phone" if somebody looks on, in this language."""
    with app_of_its_own() as app:
        opened = open_state(app, state)
        drawn = {"board": opened.tablet.speak(language).get("/").unfolded}
        if state.viewer is not None:
            drawn["phone"] = opened.viewer.speak(language).get("/").unfolded
        return {kind: still(html) for kind, html in drawn.items()}


def around_stills(state: AroundState, language: str = DEFAULT) -> list[tuple[str, str, str]]:
    """The pages of a state around games: of each whether it is of a "board" or of a "phone", its address and HTML."""
    with app_of_its_own() as app:
        crowd = state.open(app)
        for phone in crowd.phones.values():
            phone.speak(language)
        asked = [page for page in state.pages if page.form is None]
        drawn = [_drawn(crowd.phones[page.device], page.path.format(**crowd.values), page.status) for page in asked]
        return [("board" if BOARD in html else "phone", path, still(html)) for path, html in drawn]


def _drawn(phone: Phone, path: str, status: int) -> tuple[str, str]:
    """A page by its address, and its HTML; one that says what went wrong has no folds."""
    if status == 200:
        return path, phone.get(path).unfolded
    answer = phone.client.get(path)
    assert answer.status_code == status, answer.text
    return path, answer.text


def still(html: str) -> str:
    """A page without scripts that asks for nothing: its style sheets stand in it."""
    return SHEET.sub(lambda link: "" if link[2] else f"<style>{_sheet(link[1])}</style>", SCRIPT.sub("", html))


def _sheet(path: str) -> str:
    return static_files().files[path].content.decode()


def open_page(browser: Browser, scheme: str = "dark") -> Page:
    """An empty page of a device that wishes to be "dark" or "light", and that nothing moves."""
    context = browser.new_context(reduced_motion="reduce", color_scheme="light" if scheme == "light" else "dark")
    return context.new_page()
