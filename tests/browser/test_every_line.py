"""The scoreboard of the kept evenings fits a tablet after every line, with names as long as they get.

A run draws a tenth of the lines of each evening, another one after each commit; a thorough one goes through all.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from docs import words
from tests.evenings import EVENINGS
from tests.support.browser import sizes
from tests.support.browser.evening_boards import boards
from tests.support.effort import drawn, one_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLET = sizes.Still((1280, 800))
TENTHS = drawn("tenths of the lines of an evening", range(10))
IN_LINE = (Path(sizes.__file__).parent / "in_line.js").read_text("utf-8")


@pytest.mark.parametrize("name", EVENINGS)
def test_the_scoreboard_fits_after_every_line(page: Page, name: str) -> None:
    lines = range(len(EVENINGS[name].record["moves"]) + 1)
    language = one_of(name, words.languages())
    wrong = [
        f"line {line} in {language}: {fault}"
        for line, html in boards(name, [line for line in lines if line % 10 in TENTHS], language)
        for fault in [*sizes.faults(page, html, "board", [TABLET]), *page.evaluate(IN_LINE)]
    ]
    assert wrong == []


ROW = "<li style='display: block; height: {}px'></li>"
TRACK = "<li><svg class='dw-skulls' viewBox='0 0 {} 10' width='200' height='10'><rect/><rect x='10'/></svg></li>"


@pytest.mark.parametrize(
    ("html", "said"),
    [
        (f"<ol class='fd-days'>{ROW.format(40)}{ROW.format(52)}</ol>", ["the rows of a day are 40, 52 px high"]),
        (f"<ol class='fd-days'>{ROW.format(40)}{ROW.format(40)}</ol>", []),
        (f"<ol class='dw-race'>{TRACK.format(200)}{TRACK.format(300)}</ol>", ["the skulls stand from"]),
        (f"<ol class='dw-race'>{TRACK.format(200)}<li></li></ol>", ["1 tracks of 2 are seen"]),
        (f"<ol class='dw-race'>{TRACK.format(200)}{TRACK.format(200)}</ol>", []),
    ],
)
def test_it_says_what_does_not_stand_in_line(page: Page, html: str, said: list[str]) -> None:
    page.set_content(html.replace("<rect", "<rect width='5' height='5'"))
    found = page.evaluate(IN_LINE)
    assert len(found) == len(said)
    assert all(fault.startswith(begins) for fault, begins in zip(found, said, strict=True)), found
