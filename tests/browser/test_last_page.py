"""The end of an evening and the next one a week later, as people walk through them."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser
LANGUAGES = ("en-GB", "ja", "es", "en-GB")
SIZES = ((360, 640), (390, 844), (768, 1024), (800, 1280), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160))
TITLES = [
    "The disease of the night",
    "The sickest",
    "Second, again and again",
    "Most games without a victory",
]
HEARD = "heard = []; document.addEventListener('act', ({ detail }) => heard.push(detail.kind))"
# What stands alone on the screen: each thing that is seen there, and those that reach beyond the edges.
ALONE = """() => [...document.querySelectorAll('.scene.now > :not(.told), .now > .told > *')]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.innerText.trim(), one.getBoundingClientRect()])
    .map(([text, box]) => [text, box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight])"""


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
    expect(device.page.locator("body.last .nights-standing li")).to_have_count(4)
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
    expect(gone.page.locator(".framed")).to_have_count(0)
    phones[0].page.locator("details.code summary").first.click()
    expect(phones[0].page.locator("details.code .qr").first).to_be_visible()
    phones[0].look("a code")
    phones[0].page.locator("a[href='/history/']").click()
    phones[0].page.locator("h2 a").first.click()
    expect(phones[0].page.locator(".nights-standing li")).to_have_count(4)
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


def ended(evening: Evening) -> Device:
    """A scoreboard at the end of an evening of three games, before anything has moved there; its clock stands."""
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    for winner in (0, 1, 0):
        played(evening, winner)
    tablet.home()
    tablet.page.locator("#end summary").click()
    tablet.send(tablet.page.locator("form[action='/end'] button"))
    is_over(tablet)
    tablet.page.emulate_media(reduced_motion="no-preference")
    tablet.page.add_init_script(HEARD)
    tablet.page.clock.install()
    tablet.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    tablet.home()
    return tablet


def alone(tablet: Device) -> list[str]:
    """What stands alone on the screen, whole in every size."""
    for width, height in SIZES:
        tablet.page.set_viewport_size({"width": width, "height": height})
        seen = tablet.page.evaluate(ALONE)
        assert [text for text, is_beyond in seen if is_beyond] == [], f"{width}×{height}"
    return [" ".join(text.split()) for text, _ in seen if text]


def heard(tablet: Device) -> list[str]:
    return list(tablet.page.evaluate("heard"))


def test_the_last_act_shows_one_title_after_the_other_then_who_has_won_and_then_the_page(evening: Evening) -> None:
    tablet = ended(evening)
    acting = tablet.page.locator("body.acting")
    expect(acting).to_have_count(1)
    tablet.page.clock.run_for(1199)
    assert (alone(tablet), heard(tablet)) == ([], ["dark"]), "a bell in the dark"
    seen = []
    for stays in (1, 3000, 3000, 3000, 3000):
        tablet.page.clock.run_for(stays)
        seen.append(alone(tablet))
    assert [scene[0] for scene in seen[:-1]] == TITLES
    assert seen[1][1].endswith("Ann")
    assert seen[-1][-1] == "The night belongs to Ann."
    tablet.page.clock.run_for(4500)
    expect(acting).to_have_count(0)
    assert (alone(tablet), heard(tablet)) == ([], ["dark", *["title"] * 4, "winner", "picture"])
    tablet.home()
    expect(acting).to_have_count(0)
    tablet.page.locator("#again").click()
    expect(acting).to_have_count(1)
    assert alone(tablet) == []
    by_taps: list[str] = []
    for tap in (*[lambda: tablet.page.mouse.click(2, 2)] * 2, lambda: tablet.page.keyboard.press("Enter")):
        tap()
        by_taps.append(alone(tablet)[0])
    assert by_taps == TITLES[:3]
    tablet.page.keyboard.press("Escape")
    expect(acting).to_have_count(0)


def test_with_less_motion_and_on_phones_the_page_stands_at_once(evening: Evening) -> None:
    tablet = ended(evening)
    tablet.page.emulate_media(reduced_motion="reduce")
    tablet.page.evaluate("localStorage.clear()")
    tablet.home()
    expect(tablet.page.locator("body.acting, #again:visible")).to_have_count(0)
    expect(tablet.page.locator("[data-scene=title]:visible")).to_have_count(4)
    expect(tablet.page.locator(".framed > svg:visible")).to_have_count(1)


def test_a_phone_sees_the_last_act_where_it_wants_to(evening: Evening) -> None:
    evening.moving = True
    tablet = evening.tablet()
    phone = evening.phone("Ann")
    evening.guest(tablet, "Bo")
    played(evening, 0)
    tablet.page.locator("#end summary").click()
    tablet.send(tablet.page.locator("form[action='/end'] button"))
    expect(phone.page.locator("[data-act]")).to_have_count(1)
    expect(phone.page.locator("body.acting")).to_have_count(0)
    phone.page.locator("#again").click()
    expect(phone.page.locator("body.acting")).to_have_count(1)
    phone.page.mouse.dblclick(2, 2)
    expect(phone.page.locator("body.acting")).to_have_count(0)


def told_of_the_picture(device: Device) -> str:
    """What the browser tells a screen reader of the picture, besides its name."""
    told = device.page.context.new_cdp_session(device.page).send("Accessibility.getFullAXTree")["nodes"]
    named = [node for node in told if str(node.get("name", {}).get("value", "")).startswith("The evening of ")]
    return "".join(str(node["description"]["value"]) for node in named if "description" in node)


def test_the_picture_is_heard_saved_and_stands_without_scripts(evening: Evening) -> None:
    tablet = evening.tablet()
    phone, plain = evening.phone("Ann"), evening.phone("Bo", script=False)
    played(evening, 0)
    tablet.page.locator("#end summary").click()
    tablet.send(tablet.page.locator("form[action='/end'] button"))
    plain.home()
    for device in (phone, plain):
        expect(device.page.get_by_role("img", name="The evening of ")).to_be_visible()
        assert re.search("The night belongs to .?Ann.*Death Wish", told_of_the_picture(device))
        expect(device.page.get_by_role("heading", name="Worth an inscription")).to_be_visible()
        expect(device.page.locator("[data-scene=title] .what").first).to_be_visible()
        device.look("the picture")
    save = "Save as a picture"
    expect(plain.page.get_by_role("button", name=save)).to_have_count(0)
    expect(tablet.page.get_by_role("button", name=save)).to_have_count(0)
    phone.page.get_by_role("button", name=save).click()
    kept = phone.page.get_by_role("dialog", name=re.compile(r"^The evening of .*\.png$")).locator("img")
    expect(kept).to_be_visible()
    expect(kept).to_have_js_property("naturalHeight", 1350)
    phone.look("the picture to keep")
