"""A line that comes restyles what it is about, not the whole screen: counted in elements, of each game.

A rule with :has() that ends in a child without a class of its own (`:has(.a) > *`) makes a browser style every element
anew whenever any of them changes.
"""

import pytest
from playwright.sync_api import Page

from companion.games import GAMES
from tests.support.browser import stills
from tests.support.browser.trace import Trace
from tests.support.states.games import game_states

pytestmark = pytest.mark.browser

MOST = 0.4  # of all elements of a screen
CHANGE = """() => {
    document.body.offsetWidth;
    const foot = document.querySelector('.foot');
    foot.innerHTML = foot.innerHTML;
    document.body.offsetWidth;
    return document.querySelectorAll('body *').length;
}"""


def restyled(page: Page) -> tuple[int, int]:
    """How many elements a new footer restyles, and how many there are."""
    trace = Trace(page, "devtools.timeline")
    elements = page.evaluate(CHANGE)
    updates = [event for event in trace.events() if event["name"] == "UpdateLayoutTree"]
    return sum(update["args"].get("elementCount", 0) for update in updates), elements


@pytest.mark.parametrize("words", [" asks ", " waits "])
@pytest.mark.parametrize("game", GAMES)
def test_a_new_footer_does_not_restyle_a_screen(page: Page, game: str, words: str) -> None:
    state = next(state for state in game_states(game) if words in state.name and state.viewer is not None)
    for kind, html in stills.stills(state).items():
        page.set_content(html)
        page.wait_for_timeout(100)
        styled, elements = restyled(page)
        assert 0 < styled <= MOST * elements, f"{kind}: {styled} of {elements} elements"
