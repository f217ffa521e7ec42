"""Which Chromium the tests use."""

import os
import shutil

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NONE_FOUND = "!!! NO CHROMIUM: THE SCREENS ARE NOT TESTED. Install one, or name it in CHROMIUM. !!!"


def program() -> str | None:
    """The Chromium to test with: what CHROMIUM names, else the first usual name on the path."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
