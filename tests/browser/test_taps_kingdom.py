"""How much a round of Death Over The Kingdom asks of a thumb where the table only says who lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_death_over_the_kingdom import CROWD, SLUG, card, told
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import Evening

pytestmark = pytest.mark.browser


@pytest.mark.drawn("taps of a round")
def test_a_round_of_sixteen_takes_two_taps_of_the_table_and_a_face_is_one_tap_once_faces_are_used(
    evening: Evening,
) -> None:
    tablet = evening.tablet()
    phone = evening.phone(CROWD[0], evening.scanned(tablet))
    for name in CROWD[1:]:
        evening.guest(tablet, name)
    evening.start(tablet, SLUG, mode="crowd")
    of_the_table, of_the_phone = HighlightRule(tablet), HighlightRule(phone)
    expect(tablet.page.locator("#told[open]")).to_be_visible()
    for loser in (3, 15):
        told(tablet, "losers", loser)
        evening.agree()
        assert of_the_table.since() == {"field": 0, "tap": 2}
    for losers, taps in (((7,), 2), ((3, 9), 2), ((1, 2, 12), 5)):
        told(phone, "losers", *losers)
        evening.agree()
        assert of_the_phone.since() == {"field": 0, "tap": taps}
    card(tablet, "king", 5)
    evening.agree()
    card(phone, "death")
    evening.agree()
    assert of_the_phone.since() == {"field": 0, "tap": 1}
