"""What the dead send to the scoreboard: seen and heard there for some seconds, never before what unfolds is shown."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_death_wish import contract
from tests.browser.test_sound import becomes, board, sources
from tests.support.browser import axe
from tests.support.browser.evening import Device, Evening

pytestmark = pytest.mark.browser

CAW = 540  # hertz
GOES = 20_000  # milliseconds at most, until it is gone
SENT_MEANWHILE = """() => document.getElementById("private").insertAdjacentHTML(
    "beforeend", '<svg class="gesture" data-kind="crow" data-seat="0" hidden></svg>')"""
LIES_BY_THE_NAME = """() => { const [flower, mark] = [".gesture", ".standing > .s0 .mark"]
    .map((one) => document.querySelector(one).getBoundingClientRect());
    return Math.abs(flower.left - mark.right) < mark.width && Math.abs(flower.top - mark.top) < mark.height; }"""


def dead(evening: Evening) -> tuple[Device, Device]:
    """A scoreboard, and the phone of Ann, who has just died there; two play on."""
    tablet = board(evening)
    ann = evening.phone("Ann", evening.host_link())
    for name in ("Bo", "Cy"):
        evening.guest(tablet, name)
    evening.start(tablet, "death-wish", target=4, last_survivor=True, first=0)
    contract(tablet, 0, "Plague", "red", 4)
    evening.agree()
    return tablet, ann


def send(phone: Device, kind: str) -> None:
    phone.tap(phone.page.locator(f"button[name=gesture][value={kind}]"))


def test_a_crow_flies_over_the_scoreboard_once_a_minute_and_waits_for_what_unfolds(evening: Evening) -> None:
    evening.moving = True
    tablet, ann = dead(evening)
    for device in (tablet, ann):
        device.settle()
    ann.look("out, while the others play on")
    tablet.page.evaluate("window.sources = []")
    crow = tablet.page.locator(".gesture")
    send(ann, "crow")
    expect(crow).to_be_visible()
    expect(crow).to_have_attribute("aria-hidden", "true")
    becomes(tablet.page, lambda: CAW in sources(tablet.page))
    tablet.page.wait_for_timeout(2500)
    tablet.shot("a crow")
    expect(ann.page.locator("#taken")).to_contain_text("Sent.")
    expect(ann.page.locator("#said")).to_contain_text("Sent.")
    expect(crow).to_have_count(0, timeout=GOES)
    send(ann, "flower")
    expect(ann.page.locator("#note")).to_contain_text("Once a minute")
    expect(crow).to_have_count(0)
    contract(tablet, 1, "Rot", "red", 4)
    expect(tablet.page.locator("body.unfolding")).to_have_count(1)
    tablet.page.evaluate(SENT_MEANWHILE)
    tablet.page.wait_for_timeout(400)
    expect(tablet.page.locator("body.unfolding .gesture")).to_be_hidden()
    tablet.settle()
    expect(crow).to_be_visible()


def test_with_less_motion_it_stands_and_a_flower_lies_by_the_name(evening: Evening) -> None:
    tablet, ann = dead(evening)
    send(ann, "flower")
    flower = tablet.page.locator(".gesture")
    expect(flower).to_be_visible()
    assert tablet.page.evaluate(LIES_BY_THE_NAME)
    tablet.shot("a flower")
    assert axe.faults(tablet.page) == []
    assert axe.faults(ann.page) == []
    expect(flower).to_have_count(0, timeout=GOES)
    tablet.page.evaluate(SENT_MEANWHILE)
    expect(tablet.page.locator(".gesture")).to_be_visible()
