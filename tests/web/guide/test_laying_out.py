"""Laying out before the first line: ticked off together, passed by with one tap, and in nobody's way."""

import pytest
from werkzeug.test import TestResponse

from companion.evening.laid_out import MOST, LaidOut
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


def test_only_so_many_tables_are_kept_and_the_oldest_are_forgotten() -> None:
    laid_out = LaidOut()
    for number in range(MOST + 1):
        laid_out.tick(f"{number}", 0)
    assert laid_out.ticks("0").items == frozenset()
    assert laid_out.ticks(f"{MOST}").items == {0}
