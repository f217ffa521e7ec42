"""The Chromium of the tests: one that has ended is followed by another."""

import os
import signal

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.chromium import Chromium, program

pytestmark = pytest.mark.browser


def process(browser: Browser) -> int:
    """The number of the browser's own process."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    (number,) = (each["id"] for each in told["processInfo"] if each["type"] == "browser")
    return int(number)


def test_a_test_after_one_that_lost_the_browser_has_another(browser: Browser) -> None:
    path = program()
    assert path is not None
    one = Chromium(browser.browser_type, path)
    first = one.running()
    assert one.running() is first
    os.kill(process(first), signal.SIGKILL)
    again = one.running()
    assert again is not first
    page = again.new_page()
    page.set_content("<p>here</p>")
    expect(page.locator("p")).to_have_text("here")
    one.close()
    one.close()
