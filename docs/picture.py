"""Take the pictures of the README from the running program: `python docs/picture.py`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from tests.support.browser.chromium import program  # noqa: E402
from tests.support.browser.evening import Device, Evening  # noqa: E402
from tests.support.server import Server  # noqa: E402

NAMES = ("Chris", "Bob", "Dora", "Bob")
PLAYED = TOP / "tests" / "evenings" / "death-name" / "four-with-phones.json"


def main() -> int:
    """Play a round with four phones; take pictures of a phone, of the scoreboard, and of a game of the past."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        server = Server(Path(folder))
        server.run("import", str(PLAYED))
        evening = Evening(chromium, server.start(), Path(folder))
        tablet = evening.tablet()
        play(evening, tablet)
        take(tablet, "scoreboard")
        tablet.page.goto(f"{server.url}/history/")
        tablet.page.locator("a:has(b)").last.click()  # the newest stands first
        take(tablet, "history")
        evening.close()
        server.stop()
    return 0


def play(evening: Evening, tablet: Device) -> None:
    """A round of DEATH Name, with a picture of what a phone asks."""
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start(tablet)
    tablet.decree(0, -1, 1, -2)
    for phone, name in zip(phones, NAMES, strict=True):
        phone.write(name)
    evening.agree()
    take(phones[0], "phone")
    for phone in phones:
        phone.declare("keep")
    evening.agree()


def take(device: Device, name: str) -> None:
    """A picture of what this device shows, as docs/NAME.png."""
    device.page.screenshot(path=TOP / "docs" / f"{name}.png")
    print(f"Taken: docs/{name}.png")


if __name__ == "__main__":
    sys.exit(main())
