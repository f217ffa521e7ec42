"""A house on the home screen of a device, and a scoreboard that fills the whole screen."""

import io
import json
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect

from companion.paths import resources
from docs.icons import ICONS, drawn
from tests.support.browser import axe
from tests.support.browser.chromium import Chromium
from tests.support.browser.evening import NAMES, Device, Evening, until

pytestmark = pytest.mark.browser

LIKE = 3.0  # of 255, on the average: another Chromium smooths edges another way
APART = """(switches) => switches.every((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); })"""
FILLS = "() => document.fullscreenElement === document.documentElement"


def manifest(device: Device) -> dict[str, Any]:
    """The manifest of a page, as Chromium takes it; it complains of nothing."""
    answer = device.context.new_cdp_session(device.page).send("Page.getAppManifest")
    assert answer["errors"] == []
    return {"url": answer["url"], **json.loads(answer["data"])}


def switch(device: Device) -> Locator:
    return device.page.get_by_role("button", name="Full screen")


def fills(page: Page, is_so: bool) -> None:
    """Wait until a page fills the screen, or does no longer."""
    until(page, lambda: "" if page.evaluate(FILLS) == is_so else f"it should be {is_so} that it fills the screen")


def test_chromium_takes_the_manifests_of_a_scoreboard_and_a_phone(evening: Evening, whole_chromium: Chromium) -> None:
    evening.browser = whole_chromium.running()
    tablet = evening.tablet()
    phone = evening.phone(NAMES[0], evening.scanned(tablet))
    for device, kind, display in ((tablet, "board", "fullscreen"), (phone, "phone", "standalone")):
        taken = manifest(device)
        assert taken["url"] == f"{evening.server.url}/manifest/{kind}"
        assert (taken["display"], taken["start_url"]) == (display, "/")


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_the_drawing_of_the_house(browser: Browser, name: str) -> None:
    kept = Image.open(resources("static") / "icons" / f"{name}.png").convert("RGBA")
    now = Image.open(io.BytesIO(drawn(browser, name))).convert("RGBA")
    assert kept.size == now.size
    assert max(ImageStat.Stat(ImageChops.difference(kept, now)).mean) < LIKE, "python docs/icons.py makes it anew"


def test_a_scoreboard_fills_the_screen_by_a_switch_and_leaves_it_by_the_same(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    page, full = tablet.page, switch(tablet)
    expect(full).to_have_attribute("aria-pressed", "false")
    full.click()
    fills(page, True)
    expect(full).to_have_attribute("aria-pressed", "true")
    tablet.shot("the whole screen")
    assert axe.faults(page) == []
    full.press("Enter")
    fills(page, False)
    expect(full).to_have_attribute("aria-pressed", "false")
    evening.start(tablet)
    page.mouse.click(2, 2)
    fills(page, False)


def test_the_page_after_it_fills_the_screen_at_its_first_touch(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    page, full = tablet.page, switch(tablet)
    full.click()
    fills(page, True)
    evening.start(tablet)
    page.mouse.click(2, 2)
    fills(page, True)
    expect(full).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.exitFullscreen()")  # as Escape does
    fills(page, False)
    tablet.home()
    page.mouse.click(2, 2)
    fills(page, False)
    tablet.look_at_board("at the table")
    assert axe.faults(page) == []


def test_where_a_browser_does_not_let_it_there_is_no_switch(evening: Evening) -> None:
    tablet = evening.device("tablet", "tablet")
    tablet.page.add_init_script("Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false });")
    tablet.page.goto(evening.host_link())
    tablet.send(tablet.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
    expect(tablet.page.locator(".switch[name=sound]")).to_be_visible()
    expect(tablet.page.locator(".switch[name=full]")).to_be_hidden()
    expect(evening.phone(NAMES[0], evening.scanned(tablet)).page.locator(".switch[name=full]")).to_have_count(0)


def test_its_switches_lie_beside_the_languages_of_a_second_screen(evening: Evening) -> None:
    tablet, second = evening.tablet(), evening.device("second", "tablet")
    tablet.page.goto(f"{evening.server.url}/spectators")
    tablet.send(tablet.page.locator("form[action='/spectators'] button"))
    second.page.goto(tablet.page.locator(".address").inner_text())
    expect(switch(second)).to_be_visible()
    assert second.page.locator(".switch, .corner > summary").evaluate_all(APART)
    second.look_at_board("gathering")
