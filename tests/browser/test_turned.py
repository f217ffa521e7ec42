"""A scoreboard that lies on the table is turned to who sits opposite, stays so, and is used as before."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Evening

pytestmark = pytest.mark.browser

# Whether the top of the board is at the lower edge of the screen.
UPSIDE_DOWN = """() => {
    const { y } = document.querySelector('.top').getBoundingClientRect();
    return y > innerHeight / 2 && getComputedStyle(document.body).rotate === '180deg';
}"""


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
