"""Every page in every state, held against axe-core: scoreboards and phones, dark and light, folded and unfolded.

A run draws a few states by its seed, and looks at each as it comes, and unfolded in the other scheme; a thorough one
(`start.py axe`) goes through all states, each unfolded and not in both schemes.
"""

import pytest
from playwright.sync_api import Page

from tests.support.browser import axe, looks, stills
from tests.support.effort import PROFILE
from tests.support.states import some_states
from tests.support.states.around import some_around
from tests.support.states.around.page import AroundState
from tests.support.states.state import State

pytestmark = pytest.mark.browser

KINDS = {"board": "tablet", "phone": "phone"}
# Of each kind in which schemes as it comes, and in which unfolded. A scoreboard has one look, whatever is wished.
BOTH = ["dark", "light"]
SCHEMES = {
    "board": (["dark"], ["dark"]),
    "phone": (BOTH, BOTH) if PROFILE == "thorough" else (["dark"], ["light"]),
}


def faults(page: Page, kind: str, html: str) -> list[str]:
    """What is wrong with a still of this kind."""
    width, height = looks.SIZES[KINDS[kind]]
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(html)
    wrong: list[str] = []
    for folds, schemes in zip(("as it comes", "unfolded"), SCHEMES[kind], strict=True):
        if folds == "unfolded":
            page.evaluate(axe.OPEN_FOLDS)
        for scheme in schemes:
            page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            wrong += [f"{kind}, {scheme}, {folds}: {fault}" for fault in axe.faults(page)]
    return wrong


def test_what_is_wrong_is_said(page: Page) -> None:
    wrong = faults(page, "phone", "<html lang='en'><title>x</title><main><h1>x</h1><img src='x.png'></main>")
    assert [fault.partition(": <")[0] for fault in wrong[:1]] == ["phone, dark, as it comes: image-alt"]
    assert "light, unfolded" in wrong[-1]


@pytest.mark.parametrize("state", some_states(1), ids=str)
def test_a_screen_is_open_to_everybody(page: Page, state: State) -> None:
    assert [fault for kind, html in stills.stills(state).items() for fault in faults(page, kind, html)] == []


@pytest.mark.parametrize("state", some_around(1), ids=str)
def test_the_pages_around_a_game_are_open_to_everybody(page: Page, state: AroundState) -> None:
    drawn = stills.around_stills(state)
    assert [f"{path}: {fault}" for kind, path, html in drawn for fault in faults(page, kind, html)] == []
