"""Laying out before the first line: ticked off together, passed by with one tap, and in nobody's way."""

import pytest
from werkzeug.test import TestResponse

from companion.evening import rows
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import Phone

CAST = ("Ann", "Bo", "Cy", "Di")
LAYING = '<form class="laying"'
TICKED = 'aria-pressed="true"'


@pytest.fixture
def ann(evening: Gathering) -> Phone:
    """Ann's phone, at a table without lines."""
    phone, *_ = [evening.come(name) for name in CAST]
    evening.start("death-name")
    return phone


def tick(evening: Gathering, phone: Phone, item: str, code: str = "") -> TestResponse:
    return phone.post(f"/table/{code or evening.now.table_code}/laid-out", {"item": item})


def test_what_is_laid_out_is_for_exactly_these_players(evening: Gathering, ann: Phone) -> None:
    for screen in (evening.tablet, ann):
        assert screen.get("/").says(LAYING, "To lay out, for 4 players", "The silver envelope")


def test_a_tick_is_seen_on_every_screen_and_can_be_taken_back(evening: Gathering, ann: Phone) -> None:
    assert TICKED not in evening.tablet.get("/").html
    assert tick(evening, ann, "2").status_code == 303
    assert evening.tablet.get("/").html.count(TICKED) == 1
    tick(evening, evening.tablet, "2")
    assert TICKED not in ann.get("/").html


def test_it_is_passed_by_with_one_tap_and_is_no_line_of_the_table(evening: Gathering, ann: Phone) -> None:
    tick(evening, ann, "all")
    assert LAYING not in evening.tablet.get("/").html
    assert evening.live.line == 0


def test_who_begins_at_once_is_not_held_up(evening: Gathering, ann: Phone) -> None:
    assert evening.report(ann, move="decree", icons=(0, -1, 1, 0)).status_code == 303
    assert LAYING not in ann.get("/").html


@pytest.mark.parametrize("item", ["", "5", "-1", "９", "x", "9" * 30])
def test_what_is_no_item_is_refused_and_changes_nothing(evening: Gathering, ann: Phone, item: str) -> None:
    version = evening.now.version
    assert tick(evening, ann, item).status_code == 400
    assert evening.now.version == version


def test_a_table_of_another_evening_is_not_there(evening: Gathering, ann: Phone) -> None:
    assert tick(evening, ann, "0", code="NOSUCH").status_code == 404


def test_what_was_ticked_off_is_so_after_a_start(evening: Gathering, ann: Phone, store: Store) -> None:
    tick(evening, ann, "2")
    tick(evening, ann, "0")
    again = Phone(create_app(Services(store))).get(f"/host/{evening.now.host_ticket}")
    again.fill("/use", kind="board")
    assert again.get("/").html.count(TICKED) == 2
    tick(evening, ann, "all")
    assert LAYING not in again.get("/").html


def test_ticks_go_with_a_table_that_is_put_away_and_none_comes_after(
    evening: Gathering, ann: Phone, store: Store
) -> None:
    tick(evening, ann, "2")
    now = evening.now
    store.do(lambda db: rows.put_away(db, now.id))  # by another server: this one has it still
    assert tick(evening, ann, "0").status_code == 409
    assert store.reader().execute("select count(*) from laid_out").first() == (0,)


def test_of_a_game_that_is_played_nobody_asks_for_them(evening: Gathering, ann: Phone, store: Store) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    store.do(lambda db: db.execute("drop table laid_out"))
    for screen in (evening.tablet, ann):
        assert LAYING not in screen.get("/").html
