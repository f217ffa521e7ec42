"""What has just happened stands alone on the scoreboard for a moment: whole, large, and gone by itself. A scoreboard
that lies on the table is turned to who sits opposite, and used as before.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.table import visibility
from companion.table.result import is_closed
from companion.web.text.languages import DEFAULT
from docs import words
from tests.support.browser import sizes, stills
from tests.support.browser.evening import NAMES, Evening, until
from tests.support.browser.ink import INK
from tests.support.effort import drawn, one_of, patient
from tests.support.stage.shown import SHOW
from tests.support.states import states
from tests.support.states.state import State

pytestmark = pytest.mark.browser

LEAST = 0.4  # of the height of the board, what the object has; upright it is as broad as WIDE of the width
WIDE = 0.6
LETTERS = 0.045  # of the shorter side, what the sentence has
QUIET = 1.2  # seconds; what a scoreboard shows within a second of its stream's beginning it shows without a spotlight
# What is wrong with the spotlight that a board shows.
WRONG = """([least, wide, letters]) => {
    const spot = document.querySelector('.spot');
    const box = (one) => one.getBoundingClientRect();
    const isInside = ({ left, top, right, bottom }) =>
        left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    const { left, top, right, bottom } = ink([document.querySelector('.spot > .thing')]);
    const isBroad = innerHeight > innerWidth && right - left >= wide * innerWidth;
    const wrong = [];
    if (!isBroad && bottom - top < least * innerHeight) {
        wrong.push(`the object is ${Math.round(bottom - top)} of ${innerHeight} px high`);
    }
    for (const said of spot.querySelectorAll(':scope > .voice')) {
        const size = parseFloat(getComputedStyle(said).fontSize);
        if (size < letters * Math.min(innerWidth, innerHeight)) {
            wrong.push(`the sentence has letters of ${size} px`);
        }
    }
    for (const told of spot.querySelectorAll(':is(p, bdi, b)')) {
        const shown = told.textContent.trim().slice(0, 40);
        if (!isInside(box(told))) {
            wrong.push(`“${shown}” reaches over the edge`);
        }
        if (told.clientWidth && told.scrollWidth > told.clientWidth + 1) {
            wrong.push(`“${shown}” needs ${told.scrollWidth} of ${told.clientWidth} px`);
        }
    }
    return wrong;
}"""

# Notes when a spotlight has come, and that it is gone.
HEED = """() => {
    window.shown = [];
    document.addEventListener('animationstart', ({ animationName, target }) => {
        if (animationName === 'spot' && target.checkVisibility()) {
            shown.push(target.querySelector('bdi').textContent);
        }
    });
    document.addEventListener('animationend', ({ animationName }) => animationName === 'spot' && shown.push('gone'));
}"""

# Opens a drawer while the spotlight shines; whether anything of that is seen.
SHINE = """() => {
    document.querySelector('.own details:has(> .drawer)').open = true;
    document.querySelector('.spot').classList.add('now');
    return document.querySelector('.spot > *').checkVisibility();
}"""

# Whether the top of the board is at the lower edge of the screen.
UPSIDE_DOWN = """() => {
    const { y } = document.querySelector('.top').getBoundingClientRect();
    return y > innerHeight / 2 && getComputedStyle(document.body).rotate === '180deg';
}"""


def is_spotlit(state: State) -> bool:
    newest = state.table.lines[-1].recorded if state.table.lines else None
    kind = str(newest.move.__struct_config__.tag) if newest else ""
    return not is_closed(state.table) and visibility.view(state.table, None).is_spotlit(kind)


SPOTLIT = [state for state in states() if is_spotlit(state)]


@pytest.mark.parametrize("state", drawn("spotlights", SPOTLIT, 3), ids=str)
def test_a_spotlight_is_large_and_whole_at_every_size(page: Page, state: State) -> None:
    language = one_of(f"{state.name}, spotlight", words.languages())
    page.set_content(stills.stills(state, language)["board"])
    page.evaluate(SHOW, "spot")
    page.evaluate(INK)
    wrong = []
    for still in drawn("sizes of spotlights", sizes.STILLS["board"], 2):
        sizes.show(page, still)
        wrong += [f"{language} {still}: {fault}" for fault in page.evaluate(WRONG, [LEAST, WIDE, LETTERS])]
    assert wrong == []


@pytest.mark.parametrize("state", drawn("spotlights before a drawer", SPOTLIT, 3), ids=str)
def test_a_drawer_that_is_open_puts_the_spotlight_out(page: Page, state: State) -> None:
    page.set_content(stills.stills(state, DEFAULT)["board"])
    assert not page.evaluate(SHINE)


def came_and_went(page: Page) -> str:
    shown = page.evaluate("shown")
    return "" if shown == ["Hiccups", "gone"] else f"what came and went: {shown}"


def test_what_happens_stands_alone_and_goes_by_itself(evening: Evening) -> None:
    evening.moving = True
    tablet = evening.tablet()
    phone, _ = [evening.phone(name, evening.scanned(tablet)) for name in NAMES[:2]]
    evening.start(tablet, "death-wish")
    spot = tablet.page.locator(".spot")
    tablet.page.evaluate(HEED)
    tablet.page.wait_for_timeout(patient(1000 * QUIET))
    form = phone.form("contract", 0).filter(has=phone.page.locator("input[type=radio]"))
    phone.type(form.locator("input.voice[name=disease]"), "Hiccups")
    phone.pick(form.locator("input[name=color]").first)
    phone.send(form.locator("button[name=skulls][value='2']"))
    expect(spot).to_contain_text("Hiccups")
    until(tablet.page, lambda: came_and_went(tablet.page))
    expect(spot).to_be_hidden()
    tablet.page.reload()
    expect(spot).to_be_attached()
    expect(spot).to_be_hidden()


def test_a_board_is_turned_and_stays_turned(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:3]:
        evening.guest(tablet, name)
    evening.start(tablet, "death-wish")
    turn = tablet.page.locator("[name=turn]")
    assert not tablet.page.evaluate(UPSIDE_DOWN)
    tablet.tap(turn)
    assert tablet.page.evaluate(UPSIDE_DOWN)
    tablet.page.reload()
    expect(tablet.page.locator("html")).to_have_class("turned")
    assert tablet.page.evaluate(UPSIDE_DOWN)
    drawer = tablet.page.locator("#for-2")
    expect(drawer).not_to_have_attribute("open", "")
    drawer.locator("> summary").click()
    expect(drawer).to_have_attribute("open", "")
    tablet.tap(turn)
    assert not tablet.page.evaluate(UPSIDE_DOWN)
