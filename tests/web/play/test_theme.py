"""DEATH Name without scripts: the theme that a group has given its names stands where they are written."""

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone

THEME = "Theme of the names: Pirates &amp; parrots"
GIVEN = "  Pirates  &  parrots "


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    return [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]


def begin(evening: Gathering, theme: str) -> None:
    evening.set_up("death-name", habit_theme=theme)
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})


def test_it_is_shown_where_names_are_written_and_on_the_scoreboard(evening: Gathering, phones: list[Phone]) -> None:
    begin(evening, GIVEN)
    assert phones[0].get("/").says(THEME)
    assert evening.tablet.get("/").says(THEME)
    assert evening.tablet.get(f"/table/{evening.now.table_code}/ask/0/write").says(THEME, "All names and holders")


def test_once_all_have_written_it_is_told_no_more(evening: Gathering, phones: list[Phone]) -> None:
    begin(evening, GIVEN)
    evening.tell(*({"move": "write", "seat": seat, "name": f"Name {seat}"} for seat in range(4)))
    assert not phones[0].get("/").says(THEME)
    assert not evening.tablet.get("/").says(THEME)


def test_without_one_nothing_is_said(evening: Gathering, phones: list[Phone]) -> None:
    begin(evening, " ")
    assert not phones[0].get("/").says("Theme of the names")


def test_it_is_remembered_cut_to_what_a_group_keeps(evening: Gathering, phones: list[Phone]) -> None:
    begin(evening, "long " * 30)
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    assert evening.tablet.get("/").says(f'name="habit.theme" maxlength="80" autocomplete="off" value="{"long " * 16}"')
