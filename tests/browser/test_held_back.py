"""While something unfolds on a scoreboard, no game shows what comes next, and no footer speaks of the step before."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from tests.evenings import EVENINGS
from tests.support.browser import stills
from tests.support.browser.evening_boards import boards

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINES = 12  # of an evening: so many are looked at, its end among them
HELD_BACK = ".at-last, .waiting, .last, .own, .unfold:not(.open)"
SEEN = f"""() => {{
    document.body.classList.add("unfolding");
    const held = [...document.querySelectorAll("{HELD_BACK}")];
    return [held.length, held.filter((part) => part.checkVisibility({{visibilityProperty: true}}))
        .map((part) => part.className + ": " + part.innerText.slice(0, 40))];
}}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page that nothing moves, as large as a tablet."""
    opened = stills.open_page(browser)
    opened.set_viewport_size({"width": 1280, "height": 800})
    yield opened
    opened.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_shown_before_its_time(page: Page, game: str) -> None:
    name = next(name for name in EVENINGS if name.startswith(f"{game}/"))
    last = len(EVENINGS[name].record["moves"])
    held_back = 0
    for line, html in boards(name, {last * part // LINES for part in range(1, LINES + 1)}):
        page.set_content(html)
        held, seen = page.evaluate(SEEN)
        assert seen == [], f"line {line}"
        held_back += held
    assert held_back >= LINES, "something is held back on every board"


@pytest.mark.parametrize("game", GAMES)
def test_no_sheet_of_a_game_shows_what_the_house_holds_back(page: Page, game: str) -> None:
    name = next(name for name in EVENINGS if name.startswith(f"{game}/"))
    ((_, html),) = boards(name, [1])
    rude = f':is(#heavy, [data-game="{game}"]).board.unfolding .at-last {{ display: grid }}'
    shown = '<div class="at-last">The next goal</div></body>'
    page.set_content(html.replace("</head>", f"<style>@layer games{{{rude}}}</style></head>").replace("</body>", shown))
    assert page.evaluate(SEEN)[1] == []
