"""The sizes of screens in which every state is looked at, and what is wrong with a page in one of them.

A scoreboard is seen whole from three metres: nothing is scrolled, and small letters are 2.2 % of its shorter side.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from tests.support.browser import looks

BOARDS = ((1024, 768), (1280, 800), (1366, 768), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160), (800, 1280))
PHONES = ((320, 568), (390, 844), (430, 932), (844, 390))
ENLARGED = (390, 844)  # the phone that is looked at once more with letters twice as large
SMALL_TEXT = 0.022
NAMES = 0.04
WHOLE = (Path(__file__).parent / "whole.js").read_text("utf-8")
LETTERS = (Path(__file__).parent / "letters.js").read_text("utf-8")


class Still(NamedTuple):
    """A page as it is looked at: in which size, with ordinary letters or with larger ones."""

    size: tuple[int, int]
    large: bool = False

    def __str__(self) -> str:
        return f"{self.size[0]}×{self.size[1]}" + (", 200 %" if self.large else "")


STILLS = {
    "board": [Still(size) for size in BOARDS],
    "phone": [*(Still(size) for size in PHONES), Still(ENLARGED, large=True)],
}
STILLS["page"] = [*STILLS["phone"], *STILLS["board"]]  # is scrolled on a scoreboard, too


def show(page: Page, still: Still) -> None:
    """Show the page that is open as such a still."""
    page.set_viewport_size({"width": still.size[0], "height": still.size[1]})
    page.evaluate("size => document.documentElement.style.setProperty('--text', size)", "34px" if still.large else "")


def faults(page: Page, html: str, kind: str, sizes: Sequence[Still] = ()) -> list[str]:
    """What is wrong with the screen of a "board" or a "phone", or a "page", in these sizes, or in all of its kind."""
    wrong: list[str] = []
    page.set_content(html)
    for still in sizes or STILLS[kind]:
        show(page, still)
        wrong += [f"{still}: {fault}" for fault in _in_this_size(page, kind, min(still.size))]
    return wrong


def _in_this_size(page: Page, kind: str, side: int) -> list[str]:
    """What is wrong with the page as it stands, on a screen whose shorter side is so long."""
    if kind != "board":
        return [*page.evaluate(looks.PROBE, [looks.TARGET, 10_000, 0, 0]), *page.evaluate(LETTERS)]
    probed = page.evaluate(looks.PROBE, [looks.TARGET, 0, NAMES * side, SMALL_TEXT * side])
    return [*probed, *page.evaluate(WHOLE), *page.evaluate(LETTERS)]
