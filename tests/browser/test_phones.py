"""A phone at a table: its question is in view whenever it changes, and all else is behind one mark."""

from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def host(evening: Evening) -> Device:
    """The phone of the host, at a table of four before the first decree."""
    host = evening.phone(NAMES[0], evening.host_link())
    for name in NAMES[1:3]:
        evening.guest(host, name)
    return host


def begin(evening: Evening, host: Device) -> None:
    evening.guest(host, NAMES[3])
    evening.start(host, drafting="phones")
    evening.agree()


def test_a_question_that_changes_is_brought_into_view(evening: Evening, host: Device) -> None:
    phone = evening.phone(NAMES[3])
    evening.start(host, drafting="phones")
    phone.page.set_viewport_size({"width": 390, "height": 420})
    phone.page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("() => window.scrollY") > 0
    host.decree(0, -1, 1, 0)
    evening.agree()
    form = phone.form("write")
    for part in (form.locator("label"), form.locator("input[name=name]"), form.locator("button")):
        expect(part).to_be_in_viewport(ratio=1)


def top(part: Locator) -> float:
    """Where a part begins on the screen."""
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def below(part: Locator) -> float:
    """Where a part ends on the screen."""
    box = part.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_what_a_round_did_is_seen_before_what_is_asked_next_and_the_head_stays(evening: Evening, host: Device) -> None:
    phone = evening.phone(NAMES[3])
    evening.start(host, drafting="phones")
    phone.page.set_viewport_size({"width": 390, "height": 640})
    host.decree(0, -1, 1, 0)
    evening.agree()
    for device, seat, name in ((host, 0, "Bob"), (host, 1, "Cy"), (host, 2, "Di"), (phone, 3, "Ed")):
        device.write(name, seat)
    for device, seat in ((host, 0), (host, 1), (host, 2), (phone, 3)):
        device.declare("keep", seat)
    evening.agree()
    me, told = phone.page.locator(".me"), phone.page.locator(".own .about")
    expect(told).to_contain_text("Ed")
    assert below(me) <= top(told)
    phone.page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("() => window.scrollY") > 0
    expect(me).to_be_in_viewport(ratio=1)
    phone.page.locator("#menu > summary").click()
    expect(phone.page.locator("#menu .standing")).to_be_in_viewport()
    phone.look("the menu over a page that was scrolled")


def test_what_was_just_done_lies_above_who_is_waited_for_and_over_nothing_that_is_asked(
    evening: Evening, host: Device
) -> None:
    begin(evening, host)
    host.decree(0, -1, 1, 0)
    evening.agree()
    page = host.page
    done = page.locator("#taken > div")
    expect(done).to_be_visible()
    assert below(done) <= top(page.locator(".foot"))
    assert below(page.locator(".own form.tap button").first) <= top(done)
    host.shot("what was just done")


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_a_decree_of_zeros_takes_a_second_tap(evening: Evening, script: bool) -> None:
    host = evening.phone(NAMES[0], evening.host_link(), script=script)
    for name in NAMES[1:4]:
        evening.guest(host, name)
    evening.start(host)
    form = host.page.locator("form[data-ask=decree]:has(input[type=radio])")
    host.open_up(form.locator("fieldset").first)
    expect(form.locator("button.main")).to_be_hidden()
    expect(form.locator(".nothing button")).to_be_hidden()
    host.look("no icon yet")
    host.pick(form.locator("input[name=icons1][value='-1']"))
    expect(form.locator("button.main")).to_be_visible()
    expect(form.locator(".nothing")).to_be_hidden()
    host.pick(form.locator("input[name=icons1][value='0']"))
    host.decree(0, 0, 0, 0)
    evening.agree()


def read_beside(evening: Evening, host: Device, path: str) -> Device:
    """A phone that reads a page beside the table, which a game is on."""
    reader = evening.phone(NAMES[3])
    evening.start(host)
    reader.page.goto(evening.server.url + path.format(code=evening.now_code()))
    expect(reader.page.locator("#moved-on")).to_be_hidden()
    return reader


@pytest.mark.parametrize("path", ["/table/{code}/sheet", "/history/"])
@pytest.mark.parametrize("ends", ["/put-away", "/rematch"])
def test_who_reads_beside_the_table_is_told_when_the_next_game_begins(
    evening: Evening, host: Device, path: str, ends: str
) -> None:
    reader = read_beside(evening, host, path)
    host.decree(0, -1, 1, 0)
    host.page.goto(f"{evening.server.url}/table/{evening.now_code()}/sheet")
    host.open_up(host.page.locator("button.danger"))
    host.page.locator("button.danger").click()
    host.page.locator(f"form[action='{ends}'] button").click()
    if ends == "/put-away":
        host.page.locator("form[action='/tables']:has(input[value='death-name']) button.main").click()
    go = reader.page.locator("#moved-on a")
    expect(go).to_be_in_viewport(ratio=1)
    go.click()
    expect(reader.page.locator("#screen[data-layout='phone table']")).to_be_visible()


def test_who_reads_beside_the_table_is_told_of_a_game_only_while_another_one_is_there(
    evening: Evening, host: Device
) -> None:
    reader = read_beside(evening, host, "/history/")
    news, left = reader.page.locator("#moved-on"), evening.now_code()
    host.send(host.page.locator("form[action='/put-away'] button"))
    expect(host.page.locator("#screen[data-layout='phone gather']")).to_be_visible()
    reader.page.evaluate("() => new Promise((heard) => new EventSource('/live').addEventListener('reload', heard))")
    expect(news).to_be_hidden()
    host.page.locator("form[action='/tables']:has(input[value='death-name']) button.main").click()
    expect(news).to_be_visible()
    assert evening.now_code() != left, "another game of the same kind, at its first line as well"
    host.send(host.page.locator("form[action='/put-away'] button"))
    expect(news).to_be_hidden()
    reader.page.reload()
    reader.page.evaluate("() => new Promise((heard) => new EventSource('/live').addEventListener('reload', heard))")
    expect(news).to_be_hidden()


def test_the_menu_holds_what_is_not_asked_and_closes_beside_it(evening: Evening, host: Device) -> None:
    begin(evening, host)
    page = host.page
    standing = page.locator("#menu .standing")
    expect(standing).to_be_hidden()
    expect(page.locator(".foot .waiting")).to_be_in_viewport(ratio=1)
    page.locator("#menu > summary").click()
    for part in (standing, page.locator("#menu a[href$='/sheet']"), page.locator("#menu a[href='/phone']")):
        expect(part).to_be_in_viewport(ratio=1)
    host.look("the menu is open")
    page.mouse.click(195, 838)
    expect(standing).to_be_hidden()


def test_the_rules_are_two_taps_away(evening: Evening, host: Device) -> None:
    begin(evening, host)
    page = host.page
    page.locator("#menu > summary").click()
    page.locator("#menu a[href^='/rules/']").click()
    expect(page.locator("#rules .rules")).to_be_visible()
    expect(page.locator("#menu .standing")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phones_and_pages_follow_the_wish_of_the_device_and_a_scoreboard_does_not(
    evening: Evening, host: Device, scheme: Literal["light", "dark"]
) -> None:
    begin(evening, host)
    page = host.page
    page.emulate_media(color_scheme=scheme)
    for path in ("/", "/phone", "/history/", "/rules/death-name"):
        page.goto(evening.server.url + path)
        assert is_light(page) == (scheme == "light"), path
        host.look(f"{scheme} {path}")
    page.goto(f"{evening.server.url}/choose")
    host.send(page.locator("form[action='/use']:has(input[value=board]) button"))
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"


def is_light(page: Page) -> bool:
    """Whether a page is dark on light."""
    ground, letters = page.evaluate(
        """() => ["backgroundColor", "color"].map((name) =>
            getComputedStyle(document.documentElement)[name].match(/\\d+/g).map(Number).reduce((a, b) => a + b))"""
    )
    return bool(ground > letters)
