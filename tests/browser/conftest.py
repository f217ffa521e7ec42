"""A Chromium for all tests, and an evening at a real server for each."""

import os
import re
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect, sync_playwright

from tests.support import TOP
from tests.support.browser import stills
from tests.support.browser.chromium import NONE_FOUND, Chromium, program
from tests.support.browser.evening import SECONDS, Evening
from tests.support.effort import patient
from tests.support.server import Server

PICTURES = TOP / "artifacts" / "browser"
HAS_FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
def chromiums() -> Iterator[BrowserType]:
    """What starts a Chromium, for this folder only: meanwhile the thread has an event loop, which zeroconf refuses."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=patient(SECONDS) * 1000)
        yield playwright.chromium


@pytest.fixture(scope="package")
def chromium(chromiums: BrowserType) -> Iterator[Chromium]:
    """The Chromium of this folder."""
    yield from _shared(chromiums, program())


@pytest.fixture(scope="package")
def whole_chromium(chromiums: BrowserType) -> Iterator[Chromium]:
    """A Chromium that could have windows, and keeps a screen awake."""
    yield from _shared(chromiums, program(whole=True))


def _shared(chromiums: BrowserType, path: str | None) -> Iterator[Chromium]:
    """Without a Chromium the tests are skipped, or fail where REQUIRE_BROWSER is set."""
    if path is None and os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(NONE_FOUND)
    if path is None:
        pytest.skip(NONE_FOUND)
    shared = Chromium(chromiums, path)
    yield shared
    shared.close()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    """The Chromium of this folder; another one if that has ended under the test before."""
    return chromium.running()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page that nothing moves."""
    opened = stills.open_page(browser)
    yield opened
    opened.context.close()


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path:
    """The folder for this test's screenshots, empty."""
    folder = PICTURES / re.sub(r"[^\w.-]+", "-", request.node.nodeid.removeprefix("tests/browser/"))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether the test itself has failed, for the fixtures that end after it."""
    report = yield
    if report.when == "call":
        item.stash[HAS_FAILED] = report.failed
    return report


@pytest.fixture
def evening(browser: Browser, server: Server, pictures: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """An evening at a server of its own; in the end, how its screens looked, and whether the server complained.

    Of each screen of a test that has failed there is a last picture.
    """
    gathering = Evening(browser, server, pictures)
    yield gathering
    try:
        if gathering.faults or request.node.stash.get(HAS_FAILED, True):
            for device in gathering.devices:
                device.picture("in the end")
    finally:
        gathering.close()
    if gathering.faults:
        pytest.fail(gathering.told_faults(), pytrace=False)
    assert server.complaints == ""
