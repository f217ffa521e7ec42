"""A line that comes restyles what it is about, not the whole screen: counted in elements, of each game.

A rule with :has() that ends in a child without a class of its own (`:has(.a) > *`) makes a browser style every element
anew whenever any of them changes.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games import GAMES
from tests.support.browser import stills
from tests.support.states.games import game_states

pytestmark = pytest.mark.browser

MOST = 0.4  # of all elements of a screen
TRACED = {"transferMode": "ReportEvents", "categories": "devtools.timeline"}
CHANGE = """() => {
    document.body.offsetWidth;
    const foot = document.querySelector('.foot');
    foot.innerHTML = foot.innerHTML;
    document.body.offsetWidth;
    return document.querySelectorAll('body *').length;
}"""


def restyled(page: Page) -> tuple[int, int]:
    """How many elements a new footer restyles, and how many there are."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    done: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: found.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.start", TRACED)
    elements = page.evaluate(CHANGE)
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    return sum(one["args"].get("elementCount", 0) for one in found if one["name"] == "UpdateLayoutTree"), elements


@pytest.mark.parametrize("words", [" asks ", " waits "])
@pytest.mark.parametrize("game", GAMES)
def test_a_new_footer_does_not_restyle_a_screen(page: Page, game: str, words: str) -> None:
    state = next(state for state in game_states(game) if words in state.name and state.viewer is not None)
    for kind, html in stills.stills(state).items():
        page.set_content(html)
        page.wait_for_timeout(100)
        styled, elements = restyled(page)
        assert 0 < styled <= MOST * elements, f"{kind}: {styled} of {elements} elements"
