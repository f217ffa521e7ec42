"""A scoreboard at which the host reports for somebody: the form lies over the standing, beside what it asks about."""

import pytest
from playwright.sync_api import Page

from companion.games import GAMES
from docs import words
from tests.support.browser import sizes, stills
from tests.support.effort import one_of
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.states import game_states
from tests.support.states.state import State

pytestmark = pytest.mark.browser

STATES = [
    state
    for slug in GAMES
    for state in game_states(slug)
    if "some" not in state.name and state.viewer is None and ": is half played with" in state.name
]
LAID_OUT = [
    state for state in game_states("death-over-the-kingdom") if "begins with" in state.name and state.viewer is None
]
SIZES = ((1280, 800), (1024, 768), (1920, 1080))
# What people look at while they answer: what is asked about and, of a game that has it in rows, who and what is theirs.
ASKED_ABOUT = """.moment :is(.goal, .deals, .at-court, .big, .huge, .gang-now, .gang-tile, .fd-open, .fd-who, .fd-hand,
    .fd-does, .fd-risk, .dw-turn, .dw-diagnosis), .dw-race :is(.who, .total)"""
# Opens one form after the other; says of each what of these it lies on, whether it ends on the screen, and on which
# marks of others, who are reported for next, it lies.
COVERED = """(asked) => {
    const box = (one) => one.getBoundingClientRect();
    return [...document.querySelectorAll('.own details:has(> .drawer)')].map((fold) => {
        fold.open = true;
        const over = box(fold.querySelector('.drawer'));
        const shown = [...document.querySelectorAll(asked)].filter((one) => one.checkVisibility());
        const covered = shown.map((one) => [one.className, box(one)]).filter(([, told]) =>
            Math.min(over.right, told.right) - Math.max(over.left, told.left) > 1
            && Math.min(over.bottom, told.bottom) - Math.max(over.top, told.top) > 1);
        const marks = [...document.querySelectorAll('.own .for > summary')].filter((mark) => {
            const { x, y, width, height } = box(mark);
            return !mark.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
        fold.open = false;
        return [fold.id, shown.length > 1, [...covered.map(([name]) => name), ...marks.map((mark) => mark.innerText)],
            over.bottom <= innerHeight];
    }).filter(([, isAnyShown, covered, isWhole]) => !isAnyShown || covered.length || !isWhole); }"""
FORMS = "() => document.querySelectorAll('.own .for > .drawer').length"
GOAL = """() => {
    const box = (one) => one.getBoundingClientRect();
    const [goal, drawer] = ['.goal', '.own details[open] > .drawer'].map((one) => box(document.querySelector(one)));
    const moment = box(document.querySelector('.moment'));
    return goal.left < moment.right && goal.bottom <= moment.bottom + 1 && goal.bottom <= drawer.top; }"""


@pytest.mark.parametrize("state", STATES, ids=str)
def test_a_form_of_the_host_covers_nothing_that_it_asks_about(page: Page, state: State) -> None:
    page.set_content(stills.stills(state, one_of(state.name, words.languages()))["board"])
    assert page.evaluate(FORMS) > 0
    for size in SIZES:
        sizes.show(page, sizes.Still(size))
        assert page.evaluate(COVERED, ASKED_ABOUT) == [], size


@pytest.mark.parametrize("state", LAID_OUT, ids=str)
def test_the_first_goal_of_the_kingdom_stays_above_a_form_while_the_table_is_laid_out(page: Page, state: State) -> None:
    for language in words.languages():
        page.set_content(stills.stills(state, language)["board"])
        for size in SIZES:
            sizes.show(page, sizes.Still(size))
            assert page.evaluate(GOAL), (language, size)


OPENED = "(field) => { for (let one = field; one; one = one.parentElement) one.open = true; }"
LETTERS = "(field) => getComputedStyle(field).webkitTextSecurity"


def test_a_name_that_is_typed_on_the_scoreboard_is_covered_until_somebody_asks_for_it(page: Page) -> None:
    with app_of_its_own() as app:
        evening = Gathering(app)
        phone, *_ = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
        evening.start()
        evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
        drawn = [stills.still(one.get("/").unfolded) for one in (evening.tablet, phone)]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.set_content(drawn[0])
    field = page.locator("input[name=name].card").first
    field.evaluate(OPENED)
    field.fill("Bob")
    assert field.evaluate(LETTERS) == "disc"
    page.get_by_text("Show the letters").first.click()
    assert field.evaluate(LETTERS) == "none"
    page.set_content(drawn[1])
    assert page.locator("input[name=name].card").first.evaluate(LETTERS) == "none"
