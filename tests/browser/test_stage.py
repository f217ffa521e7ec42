"""At each of the ten moments of a game one object fills the scoreboard (docs/stage.md)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.games import GAMES
from tests.support.browser.ink import INK
from tests.support.effort import drawn
from tests.support.stage import MOMENTS
from tests.support.stage.moment import Moment
from tests.support.stage.shown import show

LEAST = 0.4  # of the height of a scoreboard
TABLET = ViewportSize(width=1280, height=800)
STAGE = Path("docs/stage.md").read_text("utf-8")
HEIGHT = """(object) => {
    const { top, bottom } = ink([...document.querySelectorAll(object)]);
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
}"""


def rows(game: str) -> list[str]:
    """The moments of a game as docs/stage.md names them, without those that are not shown yet."""
    parts = re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", STAGE, re.M | re.S)
    (part,) = [part for title, part in parts if title.lower().replace(" ", "-") == game]
    return re.findall(r"^\| (?!moment |-)([^|]+?) \|(?!.*, not shown yet \|)", part, re.M)


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_the_stage_is_shown_somewhere(game: str) -> None:
    assert [moment.name for moment in MOMENTS[game]] == rows(game)


@pytest.mark.browser
@pytest.mark.parametrize("moment", drawn("moments", [one for game in GAMES for one in MOMENTS[game]], 4), ids=str)
def test_one_object_fills_the_scoreboard(page: Page, moment: Moment) -> None:
    page.set_viewport_size(TABLET)
    show(page, moment)
    page.evaluate(INK)
    height = page.evaluate(HEIGHT, moment.object)
    assert height >= LEAST * TABLET["height"], f"the object is {height:.0f} px high"
