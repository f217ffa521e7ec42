"""Moments of the stage as a browser shows them."""

from playwright.sync_api import Page

from tests.support.browser import stills
from tests.support.browser.evening_boards import boards
from tests.support.stage.moment import Moment
from tests.support.states import states

SHOW = """(shown) => {
    for (const fold of document.querySelectorAll('.own details')) {
        fold.open = false;
    }
    const still = document.createElement('style');
    still.textContent = '.spot.now { display: grid !important }';
    document.head.append(still);
    if (shown === 'spot') {
        document.querySelector('.spot').classList.add('now');
    } else if (shown === 'silence') {
        document.body.dataset.phase = shown;
    } else if (shown !== 'board') {
        document.body.classList.add('unfolding');
        document.body.dataset.phase = 'open';
        for (let step = 0; step <= shown; step += 1) {
            document.querySelectorAll(`.unfold.u${step}`).forEach((one) => one.classList.add('open'));
        }
    }
}"""


def show(page: Page, moment: Moment) -> None:
    """Show the scoreboard at a moment, all of it at its place."""
    page.emulate_media(reduced_motion="reduce")
    page.set_content(_board(moment.state))
    page.evaluate(SHOW, moment.shown)


def _board(state: str) -> str:
    """The still of the scoreboard in a state, or after a line of an evening."""
    if "/" in state:
        evening, line = state.rsplit(" ", 1)
        return next(html for _, html in boards(evening, {int(line)}))
    return stills.stills(next(one for one in states() if one.name == state))["board"]
