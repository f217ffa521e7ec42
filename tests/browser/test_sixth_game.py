"""A sixth game in the browser: no template, no style of its own, and every screen of it works."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from companion.games import GAMES
from companion.table.questions import asks
from companion.table.result import result
from tests import sixth
from tests.sixth.coffin_race import GAME as coffin_race
from tests.support.browser.evening import NAMES, Device, Evening
from tests.support.server import Server

pytestmark = pytest.mark.browser

FRONT_DOOR = Path(sixth.__file__).parent / "app.py"
LONGEST = 60


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """A server that knows one game more."""
    monkeypatch.setitem(GAMES, coffin_race.SLUG, coffin_race)
    started = Server(tmp_path)
    started.app = FRONT_DOOR
    yield started.start()
    started.kill()


def fill(rng: random.Random, form: Locator) -> Locator:
    """Fill in whatever is open in a form; the button to tap."""
    for field in form.locator("select").all():
        field.select_option(index=rng.randrange(field.locator("option").count()))
    for field in form.locator("input[type=number]").all():
        field.fill(str(rng.randint(int(field.get_attribute("min") or 0), int(field.get_attribute("max") or 9))))
    for field in form.locator("input:not([type])").all():
        field.fill("He ran as he lived: late.")
    for box in form.locator("label:has(input[type=checkbox])").all()[:2]:
        box.click()
    buttons = form.locator("button:not([disabled])")
    return buttons.nth(rng.randrange(buttons.count()))


def offered(device: Device, seat: int, move: str) -> Locator:
    """The form for a move of a seat, or of the whole table."""
    own = f"form[data-ask={move}]:has(input[name=seat][value='{seat}'])"
    return device.page.locator(f"{own}, form[data-ask={move}]:not(:has(input[name=seat]))").first


@pytest.mark.drawn("whole games", 2)
def test_a_game_without_a_template_is_played_on_a_tablet_and_two_phones(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[1:3]]
    evening.guest(tablet, NAMES[0])
    evening.start(tablet, "coffin-race")
    rng = random.Random(1)
    looked: set[tuple[str, str]] = set()
    by_seat = [*phones, tablet]
    for _ in range(LONGEST):
        todo = [(seat, ask.move) for seat in range(3) for ask in asks(evening.truth, seat) if not ask.optional]
        if not todo:
            break
        seat, move = todo[0]
        form = offered(by_seat[seat], seat, move)
        by_seat[seat].open_up(form)
        for device in evening.devices:
            if (device.name, move) not in looked:
                looked.add((device.name, move))
                device.look(f"asked to {move}")
                by_seat[seat].open_up(form)
        by_seat[seat].send(fill(rng, form))
        assert len(evening.stored().lines) == len(evening.truth.lines) + 1
        evening.truth = evening.stored()
        evening.agree()
    assert result(evening.truth)["over"]
    for device in evening.devices:
        device.look("it is over")
    tablet.page.goto(f"{evening.server.url}/history/")
    tablet.page.locator(".album a").first.click()
    tablet.page.locator("h1").wait_for()
    tablet.look("in the history")
    assert coffin_race.TITLE in tablet.page.inner_text("main")
