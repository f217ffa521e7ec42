"""A phone sleeps, loses the Wi-Fi, is passed round: it is right when it wakes, and keeps no secret that it may not."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.storage.sqlite.condition import FILE
from tests.support.browser.chromium import program
from tests.support.browser.evening import NAMES, PLAIN_REFRESH, Device, Evening, until
from tests.support.browser.wire import Wire
from tests.support.effort import patient
from tests.support.server import Server

pytestmark = pytest.mark.browser

WAKE_SECONDS = 2.0
DEAD_LINE_SECONDS = 10.0  # a first try that nobody answers is given up by then
SECRET = "TNT7f3a9cQ"
LETTERS_STRUCK = "(button) => getComputedStyle(button.querySelector('.voice')).textDecorationLine === 'line-through'"
WAKING = {
    "it is looked at again": "document.dispatchEvent(new Event('visibilitychange'))",
    "it comes back from the cache": "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
    "it is in the network again": "window.dispatchEvent(new Event('online'))",
}


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """The air between one phone and the server."""
    relay = Wire(server.url)
    yield relay
    relay.close()


@pytest.fixture
def host(evening: Evening) -> Device:
    """The phone of the host, who reports for everybody without one."""
    return evening.phone(NAMES[0], evening.host_link())


@pytest.fixture
def away(evening: Evening, host: Device, wire: Wire) -> Device:
    """A phone that is connected by the wire, at a table after the first decree."""
    phone = evening.phone(NAMES[1], home=wire.url)
    begin(evening, host)
    return phone


def begin(evening: Evening, host: Device) -> None:
    for name in NAMES[2:4]:
        evening.guest(host, name)
    evening.start(host, drafting="phones")
    host.decree(0, -1, 1, 0)
    evening.agree()


def put_to_sleep(page: Page, hidden: bool) -> None:
    """What a browser tells a page that is put into the background, or shown again."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
            Object.defineProperty(document, 'visibilityState', { configurable: true,
                get: () => hidden ? 'hidden' : 'visible' });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def all_others_write(host: Device) -> None:
    """Everybody but the second writes."""
    for seat, name in ((0, "Chris"), (2, "Dora"), (3, "Ethan")):
        host.write(name, seat)


@pytest.mark.drawn("phones that sleep", 3)
def test_a_phone_in_the_background_holds_no_stream_and_is_right_when_shown_again(
    evening: Evening, wire: Wire, host: Device, away: Device
) -> None:
    until(away.page, lambda: "" if wire.streams() == 1 else f"{wire.streams()} streams")
    away.write("Bob")
    put_to_sleep(away.page, True)
    until(away.page, lambda: "" if wire.streams() == 0 else f"{wire.streams()} streams")
    all_others_write(host)
    assert away.asked() == set(), "it has heard nothing"
    put_to_sleep(away.page, False)
    until(away.page, away.astray, WAKE_SECONDS)
    assert away.asked() == {"declare"}
    assert wire.streams() == 1
    for again in range(10):
        put_to_sleep(away.page, again % 2 == 0)
    until(away.page, lambda: "" if wire.streams() == 1 else f"{wire.streams()} streams")
    away.look("awake")


@pytest.mark.drawn("phones that sleep", 3)
@pytest.mark.parametrize("how", WAKING)
def test_a_stream_that_was_cut_without_a_word_is_healed_when(
    evening: Evening, wire: Wire, host: Device, away: Device, how: str
) -> None:
    away.write("Bob")
    until(away.page, lambda: "" if wire.streams() == 1 else "no stream")
    wire.cut()
    all_others_write(host)
    evening.devices.remove(away)
    evening.agree()
    evening.devices.append(away)
    assert away.asked() == set(), "it has heard nothing"
    away.page.evaluate(f"() => {WAKING[how]}")
    until(away.page, away.astray, WAKE_SECONDS)
    away.declare("keep")
    evening.agree()


@pytest.mark.drawn("phones that sleep", 3)
def test_a_stream_that_was_cut_without_a_word_is_missed_by_itself(evening: Evening, wire: Wire, host: Device) -> None:
    """The server beats every 9 seconds; a phone that hears nothing for longer connects anew. Its clock is ours."""
    away = evening.device("phone2", "phone", home=wire.url)
    away.page.clock.install()
    evening.sit(away, NAMES[1])
    begin(evening, host)
    until(away.page, lambda: "" if wire.streams() == 1 else "no stream")
    away.write("Bob")
    wire.cut()
    all_others_write(host)
    assert away.asked() == set(), "it has heard nothing"
    away.page.clock.fast_forward(600_000)  # ten minutes
    until(away.page, away.astray, WAKE_SECONDS)


@pytest.mark.drawn("phones that sleep", 3)
def test_connections_kept_for_later_may_be_dead_too(evening: Evening, wire: Wire, host: Device, away: Device) -> None:
    """After a sleep the browser may ask again over a connection that nobody is at the other end of any more."""
    away.write("Bob")
    until(away.page, lambda: "" if wire.streams() == 1 else "no stream")
    wire.cut(idle_too=True)
    all_others_write(host)
    put_to_sleep(away.page, True)
    put_to_sleep(away.page, False)
    until(away.page, away.astray, DEAD_LINE_SECONDS)


@pytest.mark.drawn("phones that sleep", 3)
def test_a_tap_without_a_network_says_that_it_is_not_saved_and_is_sent_once_when_it_is_back(
    evening: Evening, away: Device
) -> None:
    away.context.set_offline(True)
    form = away.form("write")
    away.type(form.locator("input[name=name]"), "Bob")
    away.tap(form.locator("button"))
    expect(away.page.locator("#lost")).to_be_visible()
    expect(away.page.locator("#unsaved")).to_be_visible()
    expect(form.locator("button")).to_be_disabled()
    away.shot("no network")
    assert "Bob" not in kept(away.page)
    away.context.set_offline(False)
    expect(away.page.locator("#lost")).to_be_hidden()
    expect(away.page.locator("#unsaved")).to_be_hidden()
    evening.report(move="write", seat=1, name="Bob")
    away.forgive_outage()
    evening.agree()
    assert len(evening.stored().lines) == len(evening.truth.lines)
    away.look("the network is back")


@pytest.mark.drawn("phones that sleep", 3)
def test_of_several_buttons_the_one_that_was_tapped_without_a_network_is_marked(
    evening: Evening, host: Device, away: Device
) -> None:
    all_others_write(host)
    away.write("Bob")
    evening.agree()
    keep, give = (away.form("declare").locator(f"button[value={choice}]") for choice in ("keep", "pass"))
    away.context.set_offline(True)
    away.tap(give)
    expect(away.page.locator("#unsaved")).to_be_visible()
    for button in (keep, give):
        expect(button).to_be_disabled()
    expect(give).to_have_accessible_description("Not saved yet.")
    expect(keep).not_to_have_accessible_description("Not saved yet.")
    assert [button.evaluate(LETTERS_STRUCK) for button in (keep, give)] == [True, False]
    away.shot("which is not saved yet")
    away.context.set_offline(False)
    expect(away.page.locator("#unsaved")).to_be_hidden()
    evening.report(move="declare", seat=1, choice="pass")
    away.forgive_outage()
    evening.agree()


@pytest.mark.drawn("phones that sleep", 3)
def test_taps_made_while_the_server_is_away_are_sent_once_when_it_is_back(evening: Evening, host: Device) -> None:
    phones = [evening.phone(name) for name in NAMES[1:4]]
    evening.start(host, drafting="phones")
    host.decree(0, -1, 1, 0)
    evening.agree()
    evening.server.kill()
    for phone, name in zip((host, *phones), ("Bob", "Chris", "Dora", "Ethan"), strict=True):
        form = phone.form("write", phone.seat)
        phone.type(form.locator("input[name=name]"), name)
        phone.tap(form.locator("button"))
        expect(phone.page.locator("#unsaved")).to_be_visible()
    evening.start_again()
    for phone in (host, *phones):
        expect(phone.page.locator("#unsaved")).to_be_hidden()
    for seat, name in enumerate(("Bob", "Chris", "Dora", "Ethan")):
        evening.report(move="write", seat=seat, name=name)
    evening.agree()
    assert len(evening.stored().lines) == len(evening.truth.lines)
    for phone in (host, *phones):
        phone.forgive_outage()
        phone.look("the server is back")


@pytest.mark.drawn("phones that sleep", 3)
def test_a_tap_whose_answer_got_lost_counts_once_and_is_shown_when_it_wakes(
    evening: Evening, wire: Wire, host: Device, away: Device
) -> None:
    seen = host.page.locator("#screen").get_attribute("data-state") or ""
    wire.swallow_answers(True)
    away.type(away.form("write").locator("input[name=name]"), "Bob")
    away.tap(away.form("write").locator("button"))
    expect(host.page.locator("#screen")).not_to_have_attribute("data-state", seen)
    evening.report(move="write", seat=1, name="Bob")
    wire.swallow_answers(False)
    put_to_sleep(away.page, True)
    put_to_sleep(away.page, False)
    until(away.page, away.astray, WAKE_SECONDS)
    evening.agree()


# --- what a phone keeps ----------------------------------------------------------------------------------------------


def kept(page: Page) -> str:
    """All that the browser keeps of this site."""
    told = page.evaluate(
        """async () => ({
            local: {...localStorage}, session: {...sessionStorage}, state: history.state, name: window.name,
            cookies: document.cookie, caches: await Promise.all((await caches.keys()).map(async (name) =>
                (await (await caches.open(name)).keys()).map((request) => request.url))),
            databases: (await indexedDB.databases()).map((database) => database.name),
            workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
        })"""
    )
    return json.dumps(told)


def test_the_dump_would_find_a_secret(evening: Evening) -> None:
    phone = evening.phone(NAMES[0], evening.host_link())
    assert SECRET not in kept(phone.page)
    for store in ("localStorage", "sessionStorage"):
        phone.page.evaluate(f"() => {store}.setItem('htmx-history-cache', '{SECRET}')")
        assert SECRET in kept(phone.page)
        phone.page.evaluate(f"() => {store}.clear()")
    phone.page.evaluate(f"() => history.replaceState('{SECRET}', '')")
    assert SECRET in kept(phone.page)


@pytest.fixture
def keeping_browser(browser: Browser) -> Iterator[Browser]:
    """Chromium as people use it: with pages kept whole for the way back, which Playwright turns off."""
    other = browser.browser_type.launch(
        executable_path=program(), args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"]
    )
    yield other
    other.close()


@pytest.mark.drawn("phones that sleep", 3)
@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_who_has_left_finds_no_secret_on_the_way_back(keeping_browser: Browser, evening: Evening, script: bool) -> None:
    """Ann's phone shows what she wrote; she leaves, somebody else goes Back: nothing of it is there, nor kept."""
    host = evening.phone(NAMES[1], evening.host_link())
    evening.browser = keeping_browser
    ann = evening.phone(NAMES[0], script=script)
    begin(evening, host)
    ann.home()
    ann.write(SECRET)
    ann.home()
    expect(ann.page.locator("#private")).to_contain_text(SECRET)
    assert SECRET not in kept(ann.page)
    ann.page.goto(f"{evening.server.url}/help")
    ann.page.goto(f"{evening.server.url}/history/")
    leave(evening, host, NAMES[0])
    for _ in range(2):
        ann.page.go_back(wait_until="commit")
        if script:
            assert SECRET not in ann.page.content(), "not even for a moment"
        else:  # Chromium keeps the page whole; only its own refresh, which goes on, can empty it
            expect(ann.page.locator("body")).not_to_contain_text(SECRET, timeout=patient(PLAIN_REFRESH + 3) * 1000)
        until(ann.page, lambda: "" if ann.page.evaluate("document.readyState") == "complete" else "loading")
        assert SECRET not in ann.page.content()
        assert SECRET not in kept(ann.page)
    ann.page.go_forward(wait_until="commit")
    assert SECRET not in ann.page.content()


def leave(evening: Evening, host: Device, name: str) -> None:
    """The host lets somebody get up."""
    with closing(sqlite3.connect(evening.server.data / FILE)) as db:
        (person,) = db.execute("select id from people where name = ?", [name]).fetchone()
    headers = {"Origin": evening.server.url}
    answer = host.context.request.post(f"{evening.server.url}/guests/{person}/leave", headers=headers, max_redirects=0)
    assert answer.status == 303
