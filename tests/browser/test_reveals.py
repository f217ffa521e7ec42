"""What is new unfolds step by step on the scoreboard; what stands beside it waits, and whatever comes meanwhile."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import Device, Evening

pytestmark = pytest.mark.browser

WRITTEN = ("Bob", "Amy", "Zoe", "Bob")  # by Ann, Bo, Cy and Di
VISIBLE = """() => [...document.querySelectorAll('.order .name')]
    .filter((name) => name.checkVisibility({visibilityProperty: true})).map((name) => name.textContent.trim())"""


def opened(tablet: Device) -> list[str]:
    """The names of the order that are to be seen."""
    names: list[str] = tablet.page.evaluate(VISIBLE)
    return names


def tap_on(tablet: Device) -> bool:
    """Tap while it unfolds; whether it does so still."""
    tablet.page.mouse.click(2, 2)
    return bool(tablet.page.locator("body.unfolding").count())


def scored_round(evening: Evening) -> tuple[Device, Device]:
    """A tablet and Ann's phone after a round of DEATH Name: Bob twice, and Amy in the place of −2.

    The order has begun to unfold on the tablet, and only taps go on: its clock stands.
    """
    evening.moving = True
    tablet = evening.tablet()
    phone = evening.phone("Ann")
    for name in ("Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet, drafting="hands")
    tablet.page.clock.install()
    phone.decree(-2, 0, 0, 1)
    phone.write(WRITTEN[0])
    for seat in (1, 2, 3):
        tablet.write(WRITTEN[seat], seat)
        tablet.hold((seat + 1) % 4, seat)
    tablet.page.clock.pause_at(datetime.now() + timedelta(seconds=10))
    phone.hold(1)
    expect(tablet.page.locator("body.unfolding")).to_have_count(1)
    return tablet, phone


@pytest.mark.drawn("reveals")
def test_taps_open_the_order_and_the_place_that_costs_most_comes_last(evening: Evening) -> None:
    tablet, _ = scored_round(evening)
    totals = tablet.page.locator(".standing .total:visible")
    assert totals.all_inner_texts() == ["0"] * 4, "the standing is that of before"
    expect(tablet.page.locator(".waiting:visible, .last:visible")).to_have_count(0)
    seen = [opened(tablet)]
    while tap_on(tablet):
        seen.append(opened(tablet))
    whole = ["Amy", "Bob", "Bob", "Zoe"]
    assert list(dict.fromkeys(map(tuple, seen))) == [("Bob", "Bob"), ("Bob", "Bob", "Zoe"), tuple(whole)]
    assert opened(tablet) == whole
    expect(tablet.page.locator(".as-before")).to_have_count(0)
    assert totals.all_inner_texts() != ["0"] * 4
    evening.agree()


@pytest.mark.drawn("reveals")
def test_what_is_reported_meanwhile_is_shown_afterwards_and_a_double_tap_shows_all(evening: Evening) -> None:
    tablet, phone = scored_round(evening)
    phone.decree(1, 0, -1, 0)
    asked = tablet.page.locator("form[data-ask=write]").first
    asked.wait_for(state="attached")
    assert tablet.page.locator("body.unfolding").count(), "the order still unfolds"
    expect(tablet.page.locator(".moment .decree")).to_have_count(0)
    tablet.page.mouse.dblclick(2, 2)
    expect(tablet.page.locator(".moment .decree")).to_be_visible()
    evening.agree()


@pytest.mark.drawn("reveals")
def test_a_correction_is_shown_at_once(evening: Evening) -> None:
    tablet, phone = scored_round(evening)
    phone.take_back()
    expect(tablet.page.locator("body.unfolding")).to_have_count(0)
    expect(tablet.page.locator(".moment .order")).to_have_count(0)
    evening.agree()
