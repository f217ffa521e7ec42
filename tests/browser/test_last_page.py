"""The end of an evening and the next one a week later, as people walk through them."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser
LANGUAGES = ("en-GB", "ja", "es", "en-GB")


def played(evening: Evening, winner: int) -> None:
    """A game of Death Wish of one skull, by a program of the home."""
    game = {"game": "death-wish", "seats": NAMES[:4], "options": {"target": 1, "first": winner}}
    program = evening.server.program()
    table = program.call("POST", "/api/tables", body=game).json
    contract = {"move": "contract", "seat": winner, "disease": "Boredom", "color": "red", "skulls": 1}
    line = contract | {"key": "a-key-of-tests"}
    assert program.call("POST", f"/api/tables/{table['table']}/moves", table["host_key"], line).status == 201


def is_over(device: Device) -> None:
    """It has the last page, without a tap."""
    expect(device.page.locator("body.last .stone li")).to_have_count(4)
    device.look("the evening is over")


def test_the_end_of_the_evening_and_the_next_one_a_week_later(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link, locale=tag) for name, tag in zip(NAMES, LANGUAGES, strict=False)]
    gone = phones.pop()
    tablet.page.goto(f"{tablet.url}/devices")
    tablet.page.locator("li:has-text('Di') summary").click()
    tablet.send(tablet.page.locator("li:has-text('Di') button[value=remove]"))
    for winner in (0, 1, 0):
        played(evening, winner)
    tablet.home()
    tablet.page.locator("#end summary").click()
    tablet.send(tablet.page.locator("form[action='/end'] button"))
    for device in (tablet, *phones):
        is_over(device)
    gone.home()
    expect(gone.page.locator(".stone")).to_have_count(0)
    phones[0].page.locator("details.code summary").first.click()
    expect(phones[0].page.locator("details.code .qr").first).to_be_visible()
    phones[0].look("a code")
    phones[0].page.locator("a[href='/history/']").click()
    phones[0].page.locator("h2 a").first.click()
    expect(phones[0].page.locator(".stone li")).to_have_count(4)
    phones[0].look("the page under its date")
    for device in (tablet, *phones):
        device.page.goto("about:blank")  # put away until then
    evening.next_week()
    for device in (tablet, *phones):
        device.home()
        device.forgive_outage()
        is_over(device)
    tablet.send(tablet.page.locator("form[action='/again'] button"))
    expect(tablet.page.locator("#screen[data-layout='board gather']")).to_be_visible()
    for phone, name in zip(phones, NAMES, strict=False):
        phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it is taken up again
        expect(phone.page.locator("form[action='/again']")).to_be_visible()
        phone.look("the next evening is open")
        phone.send(phone.page.locator("form[action='/again'] button"))
        expect(phone.page.locator(".me h1")).to_have_text(name)
    expect(tablet.page.locator(".around li")).to_have_count(3)
    gone.home()
    expect(gone.page.locator("form[action='/again']")).to_have_count(0)
