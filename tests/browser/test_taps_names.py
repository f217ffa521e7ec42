"""How much a round of DEATH Name asks of the thumb that holds the one tablet of a table."""

import pytest

from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Evening

pytestmark = pytest.mark.browser

PAGE = 2  # taps: to the page, and what sends it
WRITTEN = ("Xa", "Xb", "Xc", "Xd")


@pytest.mark.drawn("taps of a round")
def test_a_round_on_one_tablet_takes_a_field_a_card_two_taps_and_one_for_each_card_passed_on(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    evening.start(tablet, drafting="hands")
    tablet.decree(0, -1, 1, 0)
    rule = HighlightRule(tablet)
    tablet.tap(tablet.page.locator("a[data-ask=round]").first)
    form = tablet.page.locator("form[data-ask=round]")
    form.wait_for()
    tablet.look("all names and holders")
    for writer, name in enumerate(WRITTEN):
        tablet.type(form.locator(f"input[name='moves.{writer}.name']"), name)
    holders = {0: 0, 3: 1}
    for card, holder in holders.items():
        tablet.pick(form.locator(f"input[name='moves.{4 + card}.seat'][value='{holder}']"))
    with tablet.page.expect_navigation():
        tablet.tap(form.locator("button.main"))
    for writer, name in enumerate(WRITTEN):
        evening.report(move="write", seat=writer, name=name)
    for card in range(4):
        evening.report(move="hold", card=card, seat=holders.get(card, (card + 1) % 4))
    evening.agree()
    assert rule.since() == {"field": 4, "tap": PAGE + len(holders)}
