"""Point 5 of an evening among people, screens that go dark: the scoreboard stays awake, or says that it cannot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_sleep import put_to_sleep
from tests.support.browser.chromium import Chromium
from tests.support.browser.evening import NAMES, Device, Evening, until
from tests.support.server import Server

pytestmark = pytest.mark.browser

COUNTED = """
    window.locks = [];
    navigator.wakeLock.request = async (kind) => {
        if (window.refuses) { throw new DOMException("low battery", "NotAllowedError"); }
        const lock = { kind, released: false };
        window.locks.push(lock);
        return lock;
    };"""
PLAIN = "delete Navigator.prototype.wakeLock;"  # as at http://192.168.1.20

WATCHED = """
    window.locks = [];
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (kind) => {
        const lock = await request(kind);
        window.locks.push(lock);
        return lock;
    };"""
AWAKE = "window.locks?.length === 1 && window.locks[0].released === false"


def becomes(page: Page, true: str) -> None:
    """Wait until something is true on the page."""
    until(page, lambda: "" if page.evaluate(f"() => {true}") else f"not {true}")


def tablet_with(evening: Evening, script: str, **more: Any) -> Device:
    """A scoreboard in whose browser `script` has run before the page."""
    tablet = evening.device("tablet", "tablet", **more)
    tablet.page.add_init_script(script)
    tablet.page.goto(evening.host_link())
    tablet.send(tablet.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
    return tablet


@pytest.mark.drawn("kept awake", 2)
def test_the_scoreboard_is_kept_awake_and_again_when_it_is_back(evening: Evening) -> None:
    tablet = tablet_with(evening, COUNTED)
    page = tablet.page
    becomes(page, "window.locks?.length === 1")
    assert page.evaluate("window.locks[0].kind") == "screen"
    expect(page.locator(".goes-dark")).to_be_hidden()
    put_to_sleep(page, True)
    page.evaluate("window.locks[0].released = true")  # as the browser does
    put_to_sleep(page, False)
    becomes(page, "window.locks.length === 2")
    put_to_sleep(page, False)
    page.wait_for_timeout(100)
    assert page.evaluate("window.locks.length") == 2, "it has one already"


@pytest.mark.drawn("kept awake", 2)
def test_this_browser_really_keeps_it_awake(evening: Evening, whole_chromium: Chromium) -> None:
    evening.browser = whole_chromium.running()
    tablet = tablet_with(evening, WATCHED)
    assert tablet.page.evaluate("'wakeLock' in navigator")
    becomes(tablet.page, AWAKE)
    tablet.look("awake")


@pytest.mark.drawn("kept awake", 2)
def test_where_it_cannot_be_the_lobby_says_so_in_a_line_and_the_table_nothing(evening: Evening) -> None:
    tablet = tablet_with(evening, PLAIN)
    told = tablet.page.locator(".goes-dark")
    expect(told).to_be_visible()
    tablet.look("told")
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    expect(told).to_be_visible()
    lines = told.evaluate("(line) => line.offsetHeight / parseFloat(getComputedStyle(line).lineHeight)")
    assert lines < 2.6, "a line of a target's height"
    told.locator("a").click()
    expect(tablet.page.locator("main")).to_contain_text("screen timeout")
    tablet.home()
    evening.start(tablet)
    tablet.home()
    expect(tablet.page.locator(".moment")).to_be_visible()
    expect(told).to_have_count(0)
    tablet.look("at the table")


@pytest.mark.drawn("kept awake", 2)
def test_a_battery_that_refuses_is_told_and_forgotten_when_it_is_full(evening: Evening) -> None:
    tablet = tablet_with(evening, "window.refuses = true;" + COUNTED)
    expect(tablet.page.locator(".goes-dark")).to_be_visible()
    tablet.page.evaluate("window.refuses = false")
    put_to_sleep(tablet.page, False)
    expect(tablet.page.locator(".goes-dark")).to_be_hidden()


@pytest.mark.drawn("kept awake", 2)
def test_a_phone_may_go_dark(evening: Evening) -> None:
    phone = evening.phone(NAMES[0], evening.host_link())
    expect(phone.page.locator(".goes-dark")).to_have_count(0)


@pytest.fixture
def sealed(browser: Browser, tmp_path: Path, pictures: Path) -> Iterator[Evening]:
    """An evening at a server of its own certificate."""
    server = Server(tmp_path, https=True)
    server.start()
    evening = Evening(browser, server, pictures)
    yield evening
    evening.close()
    server.close()
    if evening.faults:
        pytest.fail(evening.told_faults(), pytrace=False)
    assert server.complaints == ""


@pytest.mark.drawn("whole games", 2)
def test_with_https_a_tablet_and_phones_play_after_the_warning(
    sealed: Evening, browser: Browser, whole_chromium: Chromium
) -> None:
    sealed.browser = whole_chromium.running()
    tablet = tablet_with(sealed, WATCHED, accept=True)
    sealed.browser = browser
    becomes(tablet.page, AWAKE)
    tablet.look("gathering")
    assert tablet.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "it needs no scrolling"
    link = sealed.scanned(tablet)
    assert link.startswith(f"{sealed.server.url}/j/")
    for name in NAMES[:2]:
        sealed.phone(name, link, accept=True)
    for name in NAMES[2:4]:
        sealed.guest(tablet, name)
    sealed.start(tablet, drafting="phones")
    sealed.devices[1].decree(0, -1, 1, 0)
    sealed.agree()
    tablet.look("at the table")
    assert tablet.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "it needs no scrolling"
    assert tablet.page.evaluate("isSecureContext")
    (cookie,) = tablet.context.cookies()
    assert cookie["secure"] and cookie["httpOnly"]
    tablet.page.goto(f"{sealed.server.url}/help")
    tablet.look("help")
