"""Where the keyboard is, and a screen reader reads: at what is asked after a tap, else at the control where it was."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_death_over_the_kingdom import SLUG, card
from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def host(evening: Evening) -> Device:
    """The phone of the host, who plays with somebody without a phone."""
    host = evening.phone(NAMES[0], evening.host_link())
    evening.guest(host, NAMES[1])
    return host


@pytest.fixture
def other(evening: Evening, host: Device) -> Device:
    """Another phone, at a table of the Kingdom for three, and for host and guests alike."""
    other = evening.phone(NAMES[2])
    evening.start(host, SLUG)
    return other


def asked(device: Device, text: str) -> Locator:
    """What is asked, if it reads so."""
    return device.page.locator(".own .ask", has_text=text)


@pytest.mark.drawn("focus", 2)
def test_after_a_tap_it_is_at_what_is_asked_next(evening: Evening, host: Device, other: Device) -> None:
    card(host, "monk")
    expect(asked(host, "Which card does Bartholomew Longname end with?")).to_be_focused()
    card(other, "king")
    expect(asked(other, "Reported")).to_be_focused()
    card(host, "death", 1)
    evening.agree()
    for device in (host, other):
        expect(asked(device, "Your card?")).to_be_focused()


@pytest.mark.drawn("focus", 2)
def test_a_question_is_told_to_whoever_is_elsewhere_and_they_are_left_there(
    evening: Evening, host: Device, other: Device
) -> None:
    card(other, "king")
    other.page.locator("#menu > summary").click()
    sheet = other.page.locator("#menu nav a[href$='/sheet']")
    sheet.focus()
    card(host, "monk")
    card(host, "death", 1)
    evening.agree()
    expect(sheet).to_be_focused()
    expect(other.page.locator("#asked")).to_have_text("Your card?")


@pytest.mark.drawn("focus", 2)
def test_who_types_is_not_disturbed(evening: Evening, host: Device, other: Device) -> None:
    host.open_up(host.form("card").locator("input[name=value]").first)
    field = host.form("card").locator("input[name=value]").first
    field.press_sequentially("1")
    card(other, "king")
    evening.agree()
    expect(field).to_be_focused()
    field.press_sequentially("2")
    expect(field).to_have_value("12")


@pytest.mark.drawn("focus", 2)
def test_a_tap_that_is_refused_leaves_it_at_its_button(host: Device, other: Device) -> None:
    button = other.form("card").locator("button[value=king]")
    other.page.route("**/move", lambda route: route.fulfill(status=422, body="No."))
    button.focus()
    button.press("Enter")
    expect(other.page.locator("#note")).to_have_text("No.")
    expect(button).to_be_focused()


@pytest.mark.drawn("focus", 2)
def test_a_control_that_is_drawn_anew_keeps_it(evening: Evening, host: Device) -> None:
    fold = host.page.locator("#seats > summary")
    fold.focus()
    fold.press("Enter")
    turn = host.page.locator("button[value=rotate]")
    turn.focus()
    with host.page.expect_response("**/order"):
        turn.press("Enter")
    expect(host.page.locator(".around li").first).to_contain_text(NAMES[1])
    expect(turn).to_be_focused()


@pytest.mark.drawn("focus", 2)
def test_the_first_key_leads_past_what_is_on_every_page(evening: Evening, host: Device) -> None:
    for path, target in (("/", ".own"), ("/history/", "h1"), ("/rules/", "main")):
        host.page.goto(evening.server.url + path)
        host.page.keyboard.press("Tab")
        expect(host.page.get_by_role("link", name="Skip to the content")).to_be_focused()
        host.page.keyboard.press("Enter")
        expect(host.page.locator(target).first).to_be_focused()


@pytest.mark.drawn("focus", 2)
def test_on_a_scoreboard_it_goes_on_to_whom_is_asked_next(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:3]:
        evening.guest(tablet, name)
    evening.start(tablet, SLUG)
    for seat, character in enumerate(("monk", "death", "king")):
        card(tablet, character, seat)
        expect(asked(tablet, f"Which card does {NAMES[(seat + 1) % 3]} end with?")).to_be_focused()
