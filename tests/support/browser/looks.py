"""Whether a page looks as it should: nothing wider than its box, targets for thumbs, letters for three metres, silence.

`watch` a page from its first moment; `faults` tells what is wrong with it as it stands, `check` fails over it.
"""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

from tests.support.effort import PROFILE

SIZES = {"phone": (390, 844), "tablet": (1280, 800)}
THOROUGH = PROFILE == "thorough"  # `start.py looks`: pictures of all states, and each in both sizes
TARGET = 44
BOARD_NAMES = 32  # 4 in 100 of a tablet's shorter side, as in sizes
BOARD_TEXT = 20
PROBE = (Path(__file__).parent / "looks.js").read_text("utf-8")
INSIDE = ("data", "blob", "about")
OUTAGE = ("net::ERR_", "Failed to fetch", "htmx:sendError", "htmx:afterRequest")

_troubles: dict[Page, list[str]] = {}


def watch(page: Page, *homes: str) -> None:
    """Note from now on what goes wrong on `page`; `homes` are the addresses that it may call."""
    troubles = _troubles[page] = []
    own = {urlsplit(home).netloc for home in homes}

    def called(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in INSIDE and parts.netloc not in own:
            troubles.append(f"a request goes outside: {request.url}")

    def complained(message: ConsoleMessage) -> None:
        if message.type in LOUD and not is_gone(message):
            troubles.append(f"console: {message.text}")

    def forget(closed: Page) -> None:
        _troubles.pop(closed, None)

    page.on("request", called)
    page.on("pageerror", lambda problem: troubles.append(f"a script fails: {problem}"))
    page.on("console", complained)
    page.on("close", forget)


LOUD = ("error", "warning")  # what the Content-Security-Policy forbids is an error too


def is_gone(message: ConsoleMessage) -> bool:
    """Whether this says that a fold was asked for that is none any more: what it belonged to had been answered."""
    return "404" in message.text and "/fold/" in message.location["url"]


def forgive_outage(page: Page) -> None:
    """The server was away: that a page could not reach it is no fault of the page."""
    told = _troubles[page]
    told[:] = [trouble for trouble in told if not any(sign in trouble for sign in OUTAGE)]


def check(page: Page) -> None:
    """Fail over all that is wrong with the page, in both sizes, and all that went wrong on it since the last check."""
    found = faults(page)
    assert not found, f"{page.url} has {len(found)} faults:\n" + "\n".join(f"  - {fault}" for fault in found)


def faults(page: Page, both_sizes: bool = True) -> list[str]:
    """What is wrong with the page as it stands, in its own size or in both, and what went wrong on it."""
    own = page.viewport_size
    assert own is not None
    found = _wrong(page)
    for width, height in SIZES.values() if both_sizes else ():
        if (width, height) != (own["width"], own["height"]):
            page.set_viewport_size({"width": width, "height": height})
            found += _wrong(page)
            page.set_viewport_size(own)
    found += _troubles[page]
    _troubles[page].clear()
    return found


def _wrong(page: Page) -> list[str]:
    """What is wrong with how the page looks in the size that it has."""
    size = page.viewport_size
    assert size is not None
    wrong = page.evaluate(PROBE, [TARGET, SIZES["tablet"][0], BOARD_NAMES, BOARD_TEXT])
    return [f"{size['width']}×{size['height']}: {fault}" for fault in wrong]
