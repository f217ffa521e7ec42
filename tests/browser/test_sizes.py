"""Every state of a game on a screen of every size, from a small tablet to a large television and on all phones.

A run draws a few states by its seed, and a few sizes by its slice; a thorough one goes through all of both. Each state
speaks another language with each slice.
"""

import pytest
from playwright.sync_api import Page

from docs import words
from tests.support.browser import sizes, stills
from tests.support.effort import drawn, one_of
from tests.support.states import some_states
from tests.support.states.state import State

pytestmark = pytest.mark.browser

DRAWN = {kind: drawn(f"sizes of a {kind}", of_kind, 2) for kind, of_kind in sizes.STILLS.items()}


@pytest.mark.parametrize("state", some_states(1), ids=str)
def test_a_state_fits_every_size(page: Page, state: State) -> None:
    language = one_of(state.name, words.languages())
    drawn_once = stills.stills(state, language)
    wrong = [
        f"{kind} in {language} {fault}"
        for kind, html in drawn_once.items()
        for fault in sizes.faults(page, html, kind, DRAWN[kind])
    ]
    assert wrong == []
