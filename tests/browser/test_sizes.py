"""Every state of a game, and what is shown between games and after the last one, on a screen of every size, from a
small tablet to a large television and on all phones.

A run draws a few states by its seed, and a few sizes by its slice; a thorough one goes through all of both. Each state
speaks another language with each slice.
"""

import re

import pytest
from playwright.sync_api import Page

from docs import words
from tests.support.browser import sizes, stills
from tests.support.effort import drawn, one_of
from tests.support.states import some_states
from tests.support.states.around import around_states
from tests.support.states.around.page import AroundState
from tests.support.states.state import State

pytestmark = pytest.mark.browser

NIGHTS = [state for state in around_states() if re.match(r"after games|sixteen after|an evening of \d", state.name)]
SCREEN = 'id="screen"'  # of what a stream keeps up to date
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


@pytest.mark.parametrize("state", drawn("sizes of nights", NIGHTS, 1), ids=str)
def test_what_an_evening_shows_between_games_and_leaves_fits_every_size(page: Page, state: AroundState) -> None:
    language = one_of(state.name, words.languages())
    wrong = [
        f"{path} in {language} {fault}"
        for screen, path, html in stills.around_stills(state, language)
        for kind in [screen if SCREEN in html else "page"]
        for fault in sizes.faults(page, html, kind, DRAWN[kind])
    ]
    assert wrong == []


# Of each scene of the last act, alone on the screen as the script shows it, what reaches beyond the edges, and which
# words are cut off.
SCENES = """() => {
    document.body.classList.add('acting');
    return [...document.querySelectorAll('.scene')].flatMap((scene) => {
        scene.classList.add('now');
        const seen = [...scene.querySelectorAll(':not(svg *)')].filter((one) => one.checkVisibility());
        const beyond = seen.filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        }).map((one) => `${one.localName} “${one.textContent.trim().slice(0, 40)}”`);
        const told = seen.filter((one) => one.matches('bdi, .what, .verdict'))
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
            .map((one) => `“${one.textContent.trim().slice(0, 40)}” is cut off`);
        scene.classList.remove('now');
        return [...beyond, ...told];
    });
}"""


@pytest.mark.parametrize("state", drawn("scenes", [one for one in NIGHTS if "is over" in one.name], 1), ids=str)
def test_each_scene_of_the_last_act_fits_every_size(page: Page, state: AroundState) -> None:
    language = one_of(f"{state.name}, scenes", words.languages())
    nights = [html for _, path, html in stills.around_stills(state, language) if path == "/"]
    assert len(nights) == 2
    for html in nights:
        page.set_content(html)
        assert page.locator(".scene").count()
        for still in DRAWN["page"]:
            if not still.large:
                sizes.show(page, still)
                assert page.evaluate(SCENES) == [], f"{still} in {language}"
