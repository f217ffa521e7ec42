"""Callbacks on a scoreboard with scripts: shown where those were that are waited for, and said by the live region."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import Device, Evening

pytestmark = pytest.mark.browser
WORDS = "Ann wins. As always."


def post(device: Device, path: str, **form: str | float | bool) -> None:
    """Send a form from elsewhere: this page hears of it by its stream."""
    url = device.evening.server.url
    answer = device.page.request.post(url + path, form=form, headers={"Origin": url}, max_redirects=0)
    assert answer.status == 303, (path, answer.status, answer.text())


def test_it_comes_with_the_end_and_is_said_after_the_last_line(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in ("Ann", "Bo"):
        post(tablet, "/guests", name=name)
    for game in range(3):
        post(tablet, "/tables", game="death-wish")
        tablet.page.wait_for_selector(".board.table .moment")
        table = str(tablet.page.locator("a[href$='/sheet']").first.get_attribute("href")).removesuffix("/sheet")
        for line, (seat, skulls) in enumerate((("0", "9"), ("1", "2"))):
            contract = {"seat": seat, "disease": "Cough", "color": "red", "skulls": skulls, "outbreak": "false"}
            post(tablet, f"{table}/move", key=f"contract-{game}-{line}", seen=str(line), move="contract", **contract)
        expect(tablet.page.locator(".callback")).to_have_count(0)
        post(tablet, f"{table}/move", key=f"counted-{game}", seen="2", move="count")
        expect(tablet.page.get_by_role("button", name="Play again")).to_be_visible()
        if game < 2:
            expect(tablet.page.locator(".callback")).to_have_count(0)
            post(tablet, "/put-away")
            tablet.page.wait_for_selector(".board.gather")
    expect(tablet.page.locator(".callback")).to_have_text(WORDS)
    expect(tablet.page.locator("#said")).to_have_text(f"The game was counted as it stood. {WORDS}")
    tablet.look_at_board("with a callback")
