"""The first minute: from the codes in the terminal to a game on a scoreboard and three phones, by nothing but taps."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Evening
from tests.support.terminal_pictures import picture_of, read

pytestmark = pytest.mark.browser


def test_two_codes_three_names_and_three_taps_start_a_game(evening: Evening) -> None:
    evening.code()  # the last that is printed besides the codes
    host, players = read(picture_of(evening.server.printed))
    tablet = evening.device("tablet", "tablet")
    tablet.page.goto(host)
    expect(tablet.page.get_by_text("This device is the host")).to_be_visible()
    tablet.send(tablet.page.get_by_role("button", name="This is the scoreboard"))
    assert evening.scanned(tablet) == players
    start = tablet.page.get_by_role("button", name="Start", exact=True)
    expect(start).to_have_count(0)
    phones = [evening.phone(name) for name in NAMES[:3]]
    expect(phones[0].page.get_by_text("The host is at the scoreboard.")).to_be_visible()
    expect(start).to_be_visible()  # the box that is down is now one for three
    tablet.send(start)
    for device in (tablet, *phones):
        expect(device.page.locator("body.table")).to_be_visible()
    assert evening.stored().seats == tuple(NAMES[:3])


def test_a_box_that_the_host_has_taken_down_stays_down_whoever_comes(evening: Evening) -> None:
    tablet = evening.tablet()
    box = tablet.page.locator("label.box[data-game='death-wish']")
    tablet.tap(box)
    for name in NAMES[:2]:
        evening.phone(name)
        expect(tablet.page.locator(".around").get_by_text(name)).to_be_visible()
    expect(tablet.page.locator("#box-death-wish")).to_be_checked()


def test_a_wrong_game_on_a_tablet_alone_is_left_by_a_tap_and_the_right_one_stopped_by_the_menu(
    evening: Evening,
) -> None:
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    evening.start(tablet)
    tablet.look_at_board("the wrong game")
    tablet.send(tablet.page.get_by_role("button", name="Another game"))
    tablet.page.locator("#screen[data-layout='board gather']").wait_for()
    expect(tablet.page.locator("form[action$='/go-on']")).to_have_count(0)
    tablet.page.goto(f"{evening.server.url}/history/")
    expect(
        tablet.page.locator("main a[href^='/history/']:not([href='/history/'])").filter(has_text="Ann")
    ).to_have_count(0)
    tablet.home()
    tablet.tap(tablet.page.locator("label.box[data-game='death-wish']"))
    tablet.send(tablet.page.get_by_role("button", name="Start", exact=True))
    tablet.page.locator("body.table[data-game='death-wish']").wait_for()
    menu = tablet.page.locator("#menu")
    menu.locator("summary").first.click()
    for told in ("Fix a mistake", "Devices", "Second screen", "Saved history", "Break off this game"):
        expect(menu.get_by_role("link", name=told)).to_be_visible()
    expect(menu.get_by_text("End the evening")).to_be_visible()
    tablet.look_at_board("the menu of a scoreboard")
    menu.get_by_role("link", name="Break off this game").click()
    expect(tablet.page.get_by_role("button", name="Break it off")).to_be_visible()


def test_the_large_code_closes_by_itself_beside_it_and_by_escape(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    evening.start(tablet)
    code, large = tablet.page.locator(".corner > summary"), tablet.page.locator(".corner[open] > summary")
    for close in (
        code.click,
        lambda: tablet.page.mouse.click(40, 400),
        lambda: tablet.page.keyboard.press("Escape"),
    ):
        code.click()
        expect(large).to_be_visible()
        close()
        expect(large).to_have_count(0)
    expect(code).to_be_focused()
