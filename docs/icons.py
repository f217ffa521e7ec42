"""Make the icons of `static/icons` from `static/icon.svg`: `python docs/icons.py`.

A maskable one may be cut to a circle of four fifths of its side, and Apple's is cut at the corners: these have no
corners of their own.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from companion.web.pages.home_screen import NIGHT, SIDE  # noqa: E402
from tests.support.browser.chromium import program  # noqa: E402

ICONS = {  # the side of a picture in pixels, how much of it the drawing takes, and what lies around that
    "192": (192, 1.0, "transparent"),
    "512": (SIDE, 1.0, "transparent"),
    "maskable": (SIDE, 0.86, NIGHT),
    "apple-touch": (180, 1.0, NIGHT),
}
PAGE = (
    "<style>* {{ margin: 0 }} body {{ background: {around}; display: grid; place-items: center; height: 100vh }}"
    "svg {{ width: {share:.0%} }}</style>{svg}"
)


def drawn(browser: Browser, name: str) -> bytes:
    """An icon as a PNG."""
    side, share, around = ICONS[name]
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(PAGE.format(around=around, share=share, svg=(TOP / "static" / "icon.svg").read_text("utf-8")))
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def main() -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        for name in ICONS:
            (TOP / "static" / "icons" / f"{name}.png").write_bytes(drawn(browser, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
