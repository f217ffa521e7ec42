"""The hall on a tablet that hangs on the wall: twelve tables without scrolling, every number read from two metres."""

import pytest
from playwright.sync_api import Page

from companion.evening import floor
from companion.games import GAMES
from docs import words
from tests.support.browser import stills
from tests.support.effort import one_of
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import Phone
from tests.support.side_by_side import FOUR

pytestmark = pytest.mark.browser

TWELVE = [slug for _ in range(3) for slug in GAMES][:12]
# The lowest edge of the tiles, the least height of a number, of a game's title, and what reaches over an edge.
MEASURED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)];
    const size = (one) => parseFloat(getComputedStyle(one).fontSize);
    return {
        bottom: Math.max(...all('.floor li').map((one) => box(one).bottom)),
        numbers: Math.min(...all('.floor h2 > b').map(size)),
        titles: Math.min(...all('.floor .game b').map(size)),
        wide: document.documentElement.scrollWidth,
        beyond: all('.floor li *').filter((one) => box(one).right > box(one.closest('li')).right).length,
    };
}"""


def hall_of_twelve(language: str) -> str:
    """Page of the hall while all twelve tables play, those with the longest names of places and games too."""
    with app_of_its_own() as app:
        services = app.extensions["services"]
        services.evenings.change_floor(lambda db: floor.lay_out(db, len(TWELVE)))
        for number, slug in enumerate(TWELVE, start=1):
            evening = Gathering.of_group(app, f"Group {number}")
            evening.seat(*FOUR)
            evening.start(slug)
            services.evenings.change_floor(lambda db, number=number: floor.name(db, number, "Wintergartenfenster"))
            services.evenings.put_at(evening.now, number)
        return stills.still(Phone(app).speak(language).get(f"/hall/{services.hall_ticket}").html)


def test_twelve_tables_that_play_are_seen_without_scrolling_on_a_tablet(page: Page) -> None:
    html = hall_of_twelve(one_of("the hall", words.languages()))
    assert html.count('class="taken"') == 12
    page.set_viewport_size({"width": 1280, "height": 800})
    page.set_content(html)
    seen = page.evaluate(MEASURED)
    assert seen["bottom"] <= 800
    assert (seen["wide"], seen["beyond"]) == (1280, 0)
    assert seen["numbers"] >= 38
    assert seen["titles"] >= 18
    page.set_viewport_size({"width": 390, "height": 844})
    narrow = page.evaluate(MEASURED)
    assert (narrow["wide"], narrow["beyond"]) == (390, 0)
