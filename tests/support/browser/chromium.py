"""Which Chromium the tests use, and one that runs."""

import os
import shutil

from playwright.sync_api import Browser, BrowserType
from playwright.sync_api import Error as Trouble

WINDOWLESS = "chromium-headless-shell"  # the same engine, at half the work
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = ["--no-sandbox", "--disable-gpu"]  # drawn by the processor in any case
NONE_FOUND = "!!! NO CHROMIUM: THE SCREENS ARE NOT TESTED. Install one, or name it in CHROMIUM. !!!"


def program(whole: bool = False) -> str | None:
    """The Chromium to test with: what CHROMIUM names, else the first usual name on the path; a `whole` one if need be.

    One without windows cannot keep a screen awake.
    """
    named = os.environ.get("CHROMIUM")
    names = [named] if named else [WINDOWLESS, *CHROMIUMS]
    if whole and WINDOWLESS in names[0]:
        names = [*CHROMIUMS]
    return next(filter(None, map(shutil.which, names)), None)


class Chromium:
    """A Chromium for many tests, and a new one where the last has ended before its time."""

    def __init__(self, kind: BrowserType, path: str) -> None:
        self._kind = kind
        self._path = path
        self._browser: Browser | None = None

    def running(self) -> Browser:
        """A browser that answers."""
        if self._browser is None or not _answers(self._browser):
            self._browser = self._kind.launch(executable_path=self._path, args=OPTIONS)
        return self._browser

    def close(self) -> None:
        """End it, if it has not ended."""
        if self._browser is not None and _answers(self._browser):
            self._browser.close()


def _answers(browser: Browser) -> bool:
    """Whether the browser does what it is asked: that it has ended is noticed no earlier."""
    try:
        browser.new_context().close()
    except Trouble:
        return False
    return True
