"""Between two games: the shelf of games, and the round table on which a host moves the marks."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_death_over_the_kingdom import told
from tests.support.browser.evening import NAMES, Device, Evening, until

pytestmark = pytest.mark.browser


def around(device: Device) -> list[str]:
    """Who sits round the table, clockwise, as a screen shows it."""
    return device.page.locator(".around li bdi").all_inner_texts()


def test_a_mark_is_dragged_round_the_table_and_moved_by_keys(evening: Evening) -> None:
    tablet = evening.tablet()
    phone = evening.phone(NAMES[0])
    for name in (NAMES[1], NAMES[3], NAMES[4]):
        evening.guest(tablet, name)
    marks = tablet.page.locator(".around li")
    expect(marks).to_have_count(4)
    marks.nth(0).locator(".mark").drag_to(marks.nth(2).locator(".mark"))
    dragged = [NAMES[1], NAMES[3], NAMES[0], NAMES[4]]
    until(tablet.page, lambda: "" if around(tablet) == dragged else f"{around(tablet)}")
    until(phone.page, lambda: "" if around(phone) == dragged else f"{around(phone)}")
    marks.nth(2).focus()
    tablet.page.keyboard.press("ArrowRight")
    pressed = [NAMES[1], NAMES[3], NAMES[4], NAMES[0]]
    until(tablet.page, lambda: "" if around(tablet) == pressed else f"{around(tablet)}")
    expect(marks.nth(3)).to_be_focused()
    expect(phone.page.locator(".around li[tabindex]")).to_have_count(0)


def test_one_box_of_the_shelf_is_taken_down_and_the_others_are_a_tap_away(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    start = tablet.page.locator("form.start button.main:visible")
    expect(start).to_have_count(1)
    tablet.tap(tablet.page.locator("label[for='box-final-deathweek']"))
    expect(tablet.page.locator("form.start:visible")).to_have_attribute("data-game", "final-deathweek")
    expect(start).to_have_count(1)
    tablet.look_at_board("a box is taken down")
    evening.guest(tablet, NAMES[4])
    expect(tablet.page.locator("#box-final-deathweek")).to_be_checked()
    expect(start).to_have_count(0)
    tablet.look_at_board("too many for it")


def test_every_screen_takes_on_the_style_sheet_of_the_next_game(evening: Evening) -> None:
    tablet = evening.tablet()
    phone = evening.phone(NAMES[0])
    for name in (NAMES[3], NAMES[4]):
        evening.guest(tablet, name)
    evening.start(tablet, "death-over-the-kingdom", mode="last-standing", lives=1)
    told(tablet, "losers", 0, 1)
    evening.agree()
    tablet.send(tablet.page.locator("form[action='/put-away'] button"))
    evening.start(tablet, "final-deathweek")
    for device in (tablet, phone):
        assert styled(device) == ["final-deathweek"], device.name


def styled(device: Device) -> list[str]:
    """The games whose style sheets are on this screen, and have rules."""
    slugs: list[str] = device.page.evaluate(
        """() => [...document.styleSheets].filter((sheet) => sheet.cssRules.length)
            .map((sheet) => sheet.href.match(/games\\/([\\w-]+)\\.css$/)?.[1]).filter(Boolean)"""
    )
    return slugs
