"""At each of the ten moments of a game one object fills the scoreboard (docs/stage.md)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.games import GAMES
from tests.support.browser import stills
from tests.support.browser.evening_boards import boards
from tests.support.browser.ink import INK
from tests.support.effort import drawn
from tests.support.stage import MOMENTS
from tests.support.stage.moment import Moment
from tests.support.states import states

LEAST = 0.4  # of the height of a scoreboard
TABLET = ViewportSize(width=1280, height=800)
STAGE = Path("docs/stage.md").read_text("utf-8")
SHOW = """(shown) => {
    for (const fold of document.querySelectorAll('.own details')) {
        fold.open = false;
    }
    const still = document.createElement('style');
    still.textContent = '.spot.now { display: grid !important }';
    document.head.append(still);
    if (shown === 'spot') {
        document.querySelector('.spot').classList.add('now');
    } else if (shown !== 'board') {
        document.body.classList.add('unfolding');
        document.body.dataset.phase = 'open';
        for (let step = 0; step <= shown; step += 1) {
            document.querySelectorAll(`.unfold.u${step}`).forEach((one) => one.classList.add('open'));
        }
    }
}"""
HEIGHT = """(object) => {
    const { top, bottom } = ink([...document.querySelectorAll(object)]);
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
}"""


def rows(game: str) -> list[str]:
    """The moments of a game as docs/stage.md names them."""
    parts = re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", STAGE, re.M | re.S)
    (part,) = [part for title, part in parts if title.lower().replace(" ", "-") == game]
    return re.findall(r"^\| (?!moment |-)([^|]+?) \|", part, re.M)


def board(state: str) -> str:
    """The still of the scoreboard in a state, or after a line of an evening."""
    if "/" in state:
        evening, line = state.rsplit(" ", 1)
        return next(html for _, html in boards(evening, {int(line)}))
    return stills.stills(next(one for one in states() if one.name == state))["board"]


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_the_stage_is_shown_somewhere(game: str) -> None:
    assert {moment.name for moment in MOMENTS[game]} <= {*rows(game)}


@pytest.mark.browser
@pytest.mark.parametrize("moment", drawn("moments", [one for game in GAMES for one in MOMENTS[game]], 4), ids=str)
def test_one_object_fills_the_scoreboard(page: Page, moment: Moment) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(TABLET)
    page.set_content(board(moment.state))
    page.evaluate(SHOW, moment.shown)
    page.evaluate(INK)
    height = page.evaluate(HEIGHT, moment.object)
    assert height >= LEAST * TABLET["height"], f"the object is {height:.0f} px high"
