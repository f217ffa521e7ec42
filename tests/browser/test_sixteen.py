"""As many people as an evening holds: the scoreboard names them all, in the order in which they sit."""

from math import atan2

import pytest
from playwright.sync_api import Page

from companion.games import GAMES
from companion.table.fold import append, open_table
from companion.table.moves import move, options_for
from tests.support.browser import sizes, stills
from tests.support.states.around import around_states
from tests.support.states.state import State

pytestmark = pytest.mark.browser

KINGDOM = GAMES["death-over-the-kingdom"]
AFTER = [state for state in around_states() if state.name.startswith("sixteen after a game")]
MARKS = """() => [...document.querySelectorAll('.around li')].map((place) => {
    const mark = place.querySelector('.mark').getBoundingClientRect();
    const table = place.closest('.around').getBoundingClientRect();
    return [(mark.x + mark.width / 2 - table.x) / table.width - 0.5,
        (mark.y + mark.height / 2 - table.y) / table.height - 0.5];
})"""
LARGE = """() => [...document.querySelectorAll('.rungs li')].map((row) =>
    [Number(row.dataset.total), parseFloat(getComputedStyle(row.querySelector('.total')).fontSize) > 40])"""


@pytest.mark.parametrize("state", AFTER, ids=str)
def test_the_marks_lie_clockwise_round_the_table_and_everybodys_wins_are_seen(page: Page, state) -> None:
    board = next(html for kind, _, html in stills.around_stills(state) if kind == "board")
    page.set_content(board)
    for size in ((1280, 800), (1024, 768), (1920, 1080)):
        sizes.show(page, sizes.Still(size))
        turned = [atan2(y, x) for x, y in page.evaluate(MARKS)]
        assert len(turned) == 16
        first = turned.index(min(turned))
        assert turned[first:] + turned[:first] == sorted(turned), size
        for row in page.locator(".wins li").all():
            box = row.bounding_box()
            assert box is not None
            hit = "(at) => document.elementFromPoint(...at)?.closest('.wins li') !== null"
            assert page.evaluate(hit, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]), size


def test_of_many_on_one_rung_the_first_says_the_points_large(page: Page) -> None:
    table = open_table(KINGDOM, [f"Guest {n}" for n in range(16)], options_for(KINGDOM, {"mode": "crowd"}))
    for losers in ([0, 1, 2], [0, 1], [0, 5]):
        table = append(table, move(KINGDOM, {"move": "losers", "seats": losers}))
    page.set_content(stills.stills(State("a crowd", table))["board"])
    sizes.show(page, sizes.Still((1280, 800)))
    rows = page.evaluate(LARGE)
    assert [is_large for _, is_large in rows] == [
        at == 0 or rows[at - 1][0] != total for at, (total, _) in enumerate(rows)
    ]
    assert len({total for total, _ in rows}) == 4
