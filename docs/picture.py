"""Take the picture of the README from the running program: `python docs/picture.py`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from tests.support.browser.chromium import program  # noqa: E402
from tests.support.browser.evening import Evening  # noqa: E402
from tests.support.server import Server  # noqa: E402

PICTURE = TOP / "docs" / "scoreboard.png"
NAMES = ("Chris", "Bob", "Dora", "Bob")


def main() -> int:
    """Play a round with four phones, and take a picture of the scoreboard."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        server = Server(Path(folder)).start()
        evening = Evening(chromium, server, Path(folder))
        tablet = evening.tablet()
        link = evening.scanned(tablet)
        phones = [evening.phone(name, link) for name in ("Ann", "Bo", "Cy", "Di")]
        evening.start(tablet)
        tablet.decree(0, -1, 1, -2)
        for phone, name in zip(phones, NAMES, strict=True):
            phone.write(name)
        for phone in phones:
            phone.declare("keep")
        evening.agree()
        tablet.page.screenshot(path=PICTURE)
        evening.close()
        server.stop()
    print(f"Taken: {PICTURE.relative_to(TOP)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
