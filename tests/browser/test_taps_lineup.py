"""How much a turn of the gang asks of a thumb where its line-up stays on the table."""

import pytest

from tests.browser import test_gamushara_gang as gang
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Evening

pytestmark = pytest.mark.browser


@pytest.mark.drawn("taps of a round")
def test_a_turn_takes_a_tap_to_execute_and_one_to_pass_on(evening: Evening) -> None:
    tablet = evening.tablet()
    phones = [evening.phone(name, evening.scanned(tablet)) for name in NAMES[:3]]
    form = tablet.page.locator(f"form[action='/tables']:has(input[name=game][value='{gang.GAME}'])")
    tablet.pick(form.locator("input[name='preset.points'][value='1 2 3']"))
    tablet.pick(form.locator("input[name='habit.lineup'][value=table]"))
    evening.left_to_the_table = {"nominate"}
    evening.start(tablet, gang.GAME)
    players = [HighlightRule(phone) for phone in phones]
    gang.execute(phones[0], "3")
    evening.agree()
    gang.succeed(phones[1], 1)
    evening.agree()
    gang.turn(phones[0])
    evening.agree()
    assert [player.since() for player in players] == [{"field": 0, "tap": taps} for taps in (2, 2, 0)]
