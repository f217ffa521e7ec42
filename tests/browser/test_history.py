"""The history in the browser: every page of a long past and of none, in both sizes, on paper, and line by line."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bench.big_house import fill
from companion.storage.sqlite.condition import FILE
from tests.support.browser.evening import Device, Evening
from tests.support.made_once import made_once

pytestmark = pytest.mark.browser

GAMES = 260
WHOLE = 400  # seconds at most, of a game that plays by itself: what unfolds comes on top of two minutes
FOLDS = "() => document.querySelectorAll('details.panel').forEach((fold) => { fold.open = true; })"


def make_long_past(folder: Path) -> None:
    """Fill a folder with many games of a few people."""
    fill(folder, GAMES, 60)


@pytest.fixture
def long_past(evening: Evening, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Many games have been played here; one finished game of each kind, by its slug."""
    past = made_once(tmp_path_factory, "long-past", make_long_past)
    assert evening.server.stop() == 0
    shutil.copytree(past, evening.server.data, dirs_exist_ok=True)
    evening.start_again()
    with closing(sqlite3.connect(evening.server.data / FILE)) as db:
        over = "outcome in ('won', 'lost', 'nobody') and not secrets"
        return dict(db.execute(f"select game, max(table_id) from chronicle where {over} group by game"))


def read(evening: Evening, device: Device, paths: dict[str, str]) -> None:
    """Open these pages, unfold them, and look at them, on the screen and on paper."""
    for name, path in paths.items():
        device.page.goto(evening.server.url + path)
        device.page.evaluate(FOLDS)
        device.look(name)
        device.page.emulate_media(media="print")
        device.shot(f"{name} on paper")
        device.page.emulate_media(media="screen")


@pytest.mark.drawn("a long past")
@pytest.mark.parametrize("kind", ["phone", "tablet"])
def test_all_pages_of_a_long_past(evening: Evening, long_past: dict[str, str], kind: str) -> None:
    device = evening.device("guest", kind)
    device.page.goto(evening.host_link())
    with closing(sqlite3.connect(evening.server.data / FILE)) as db:
        day, _ = db.execute("select substr(at, 1, 10), count(*) from chronicle group by 1 order by 2 desc").fetchone()
        playing = db.execute("select table_id from chronicle where outcome = 'playing' order by at desc").fetchone()[0]
    paths = {
        "evenings": "/history/",
        "found": "/history/?names=ann&game=death-wish",
        "not found": "/history/?names=zz",
        "an evening": f"/history/evenings/{day}",
        "people": "/history/people",
        "a person": "/history/people/1",
        "the games": "/history/games",
        "an unfinished game": f"/history/{playing}",
        **{f"records of {slug}": f"/history/games/{slug}" for slug in long_past},
        **{f"a game of {slug}": f"/history/{id}" for slug, id in long_past.items()},
    }
    read(evening, device, paths)


@pytest.mark.drawn("nothing played")
@pytest.mark.parametrize("kind", ["phone", "tablet"])
def test_all_pages_where_nothing_was_played(evening: Evening, kind: str) -> None:
    device = evening.device("guest", kind)
    device.page.goto(evening.host_link())
    paths = {"evenings": "/history/", "people": "/history/people", "the games": "/history/games"}
    paths["leagues"] = "/history/leagues"
    read(evening, device, paths | {"records": "/history/games/death-name", "hidden": "/history/?hidden=1"})


@pytest.mark.drawn("a long past")
def test_a_game_is_walked_through_line_by_line(evening: Evening, long_past: dict[str, str]) -> None:
    for kind, script in (("tablet", True), ("phone", False)):
        device = evening.device(kind, kind, script=script)
        device.page.goto(evening.host_link())
        for slug, id in long_past.items():
            device.page.goto(f"{evening.server.url}/history/{id}")
            device.page.locator(f"a[href^='/history/{id}?line=']:not([href*=plays])").click()
            slider = device.page.locator("input[type=range]")
            last = int(slider.get_attribute("max") or 0)
            expect(slider).to_have_value(str(last))
            device.page.locator("[rel=prev]").click()
            expect(device.page.locator("input[type=range]")).to_have_value(str(last - 1))
            device.page.locator("input[type=range]").fill(str(last // 2))
            if not script:
                device.page.locator("#slide button").click()
            expect(device.page).to_have_url(re.compile(rf"line={last // 2}$"))
            device.shot(f"{slug} half way")
            device.page.locator(".whose > summary").click()
            device.page.locator(".whose a").nth(1).click()
            expect(device.page.locator("body.phone")).to_be_visible()
            expect(device.page.locator("main :is(button, input, select):enabled")).to_have_count(0)
            device.shot(f"{slug} half way on a phone")
            device.page.locator("[rel=next]").click()
            expect(device.page).to_have_url(re.compile(rf"line={last // 2 + 1}&as=0$"))
    tablet = evening.devices[0]
    tablet.page.keyboard.press("ArrowRight")
    expect(tablet.page).to_have_url(re.compile(r"as=0$"))


@pytest.mark.drawn("a long past")
def test_a_game_plays_by_itself_on_the_scoreboard(evening: Evening, long_past: dict[str, str]) -> None:
    device = evening.device("tablet", "tablet")
    device.page.goto(evening.host_link())
    for slug, id in long_past.items():
        device.page.goto(f"{evening.server.url}/history/{id}")
        device.page.clock.install()
        device.page.get_by_role("link", name="Let it play").click()
        whole, seen = device.page.locator("main").get_attribute("data-last"), set[str]()
        for _ in range(WHOLE):
            device.page.clock.run_for(1000)
            device.page.wait_for_load_state()
            seen.add(device.page.locator(".last .said").first.inner_text())
            if device.page.locator("input[type=range]").count():
                break
        expect(device.page).to_have_url(re.compile(rf"line={whole}$"))
        last = device.page.locator("#shared").inner_html()
        device.page.reload()
        assert device.page.locator("#shared").inner_html() == last
        assert len(seen) > 3, f"{slug}: it has not moved"


@pytest.mark.drawn("a long past")
def test_the_host_goes_on_with_what_was_interrupted(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in ("Ann", "Bartholomew Longname", "寿限無寿限無五劫の擦り切れ海砂利水魚の水", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet)
    tablet.decree(0, -1, 1, 0)
    evening.next_week()
    tablet = evening.tablet()
    tablet.look("go on")
    tablet.send(tablet.page.locator("form.go-on button"))
    expect(tablet.page.locator("main[data-layout='board table']")).to_be_visible()
    tablet.look("it goes on")
    phone = evening.device("phone", "phone")
    phone.page.goto(evening.host_link())
    evening.next_week()
    phone.page.goto(evening.host_link())
    phone.send(phone.page.locator("form[action='/use']:has(input[value=watch]) button"))
    phone.forgive_outage()
    phone.look("go on")
