"""How much a day of Final Deathweek asks of a thumb where the table only says what each event did."""

import pytest

from tests.browser.test_final_deathweek import SLUG
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser

OWN = 2  # taps a day: the number, and what it did
DAY = 3  # of the tablet, at most


def outcome(device: Device, seat: int, number: int, matched: int) -> None:
    """Tick the number of an event, tap what it did; who is not next opens a page for it."""
    form = device.form("outcome", seat).filter(has=device.page.locator("input[type=radio]"))
    device.tap(form.locator(f"label:has(input[value='{number}'])"))
    device.send(form.locator(f"button[name=matched][value='{matched}']"))
    device.evening.report(move="outcome", seat=seat, number=number, matched=matched)


@pytest.mark.drawn("taps of a round")
def test_a_day_takes_three_taps_of_each_at_most(evening: Evening) -> None:
    tablet = evening.tablet()
    phones = [evening.phone(name, evening.scanned(tablet)) for name in NAMES[:2]]
    evening.guest(tablet, NAMES[2])
    form = tablet.page.locator(f"form[action='/tables']:has(input[name=game][value='{SLUG}'])")
    tablet.pick(form.locator("input[name='habit.telling'][value=outcomes]"))
    evening.start(tablet, SLUG)
    rules = [HighlightRule(device) for device in (*phones, tablet)]
    for day, order in enumerate(((1, 2, 0), (2, 0, 1))):
        for seat in order:
            outcome(tablet if seat == 2 else phones[seat], seat, 4 + day, seat)
            evening.agree()
        *of_phones, of_tablet = [rule.since() for rule in rules]
        assert of_phones == [{"field": 0, "tap": OWN}] * 2
        assert of_tablet["tap"] <= DAY, "a judged day is looked at, and whoever begins is chosen"
