"""How much a disease of Death Wish asks of a thumb: contracted at once, and under its name."""

import pytest

from tests.browser.test_death_wish import contract
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser

SLUG = "death-wish"
QUICK = 3
NAMED = {"field": 1, "tap": 3}


def contract_at_once(device: Device, seat: int, color: str, skulls: int, number: int) -> None:
    form = device.form("contract", seat).filter(has=device.page.locator("input[type=radio]"))
    device.pick(form.locator(f"input[name=color][value={color}]"))
    device.send(form.locator(f"button[name=skulls][value='{skulls}']"))
    device.evening.report(move="contract", seat=seat, disease=f"Disease {number}", color=color, skulls=skulls)


@pytest.mark.drawn("taps of a round")
def test_a_disease_takes_three_taps_also_under_its_name(evening: Evening) -> None:
    tablet = evening.tablet()
    phones = [evening.phone(name, evening.scanned(tablet)) for name in NAMES[:2]]
    evening.guest(tablet, NAMES[2])
    evening.start(tablet, SLUG)
    rules = [HighlightRule(device) for device in (*phones, tablet)]
    contract_at_once(phones[0], 0, "red", 2, 1)
    evening.agree()
    assert rules[0].since() == {"field": 0, "tap": QUICK}
    contract_at_once(tablet, 2, "blue", 1, 2)
    evening.agree()
    assert rules[2].since()["tap"] <= QUICK
    contract(phones[1], 1, "Poolio", "white", 1)
    evening.agree()
    assert rules[1].since() == NAMED
