"""Leagues on their pages: made and changed by keepers alone, read by everybody, and as a sheet without formulas."""

import csv
import io
import re
from datetime import timedelta

import pytest

from companion.group import leagues
from companion.group.leagues import League, Points
from companion.history.evenings import evening_date
from companion.storage.identifiers import HOME
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.web.evening.test_last_page import WISH, play

LIST, FIRST = "/history/leagues", "/history/leagues/1"
AUTUMN = {"name": "Autumn", "points": "3-1", "together": "2", "lost": "0", "best": "0"}


def stored(evening: Gathering) -> list[League]:
    return [*leagues.all_leagues(evening.services.store.reader(), HOME).values()]


def standing(page: Phone) -> list[tuple[str, str, str]]:
    """The lines of a league's page: place, name and points."""
    line = r'<li><span class="place">(\d+)</span>.*?<bdi>(.*?)</bdi>.*?<b class="n">(\d+)</b>'
    return re.findall(line, page.html, re.S)


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    return [evening.come(name) for name in ("Ann", "Bo", "=1+1", "Featherstonehaugh IV")]


def test_a_keeper_makes_changes_and_deletes_a_league(evening: Gathering, phones: list[Phone]) -> None:
    play(evening)
    evening.tablet.get(LIST).fill(LIST, **AUTUMN)
    assert stored(evening) == [League("Autumn", None, None, (), Points((3, 1), 2, 0), 0)]
    assert phones[0].get(LIST).says("Autumn", "all evenings", "all games")
    own = {"points": "own", "own": "10, 6–3", "since": "2026-01-01", "best": "2", "kind": WISH}
    evening.tablet.get(FIRST).fill(FIRST, **AUTUMN | own)
    (changed,) = stored(evening)
    assert (changed.points.places, changed.kinds, changed.best) == ((10, 6, 3), (WISH,), 2)
    page = evening.tablet.get(FIRST)
    assert page.says("from Jan 1, 2026", "10 · 6 · 3", "the best 2; so far there are 1", 'value="10-6-3"')
    page.tap(FIRST, "remove")
    assert stored(evening) == []
    assert evening.tablet.get(LIST).says("There is no league yet.")
    assert evening.tablet.client.get(FIRST).status_code == 404


def test_only_a_keeper_may(evening: Gathering, phones: list[Phone]) -> None:
    evening.tablet.post(LIST, AUTUMN)
    for path in (LIST, FIRST):
        assert phones[1].post(path, AUTUMN | {"how": "remove"}).status_code == 403
        assert Phone(evening.app).post(path, AUTUMN).status_code == 401
        assert phones[1].get(path).forms(action=path) == []
    assert len(stored(evening)) == 1


@pytest.mark.parametrize("wrong", [{"own": "ten"}, {"own": ""}, {"own": "1-1000"}, {"best": "x"}, {"since": "soon"}])
def test_what_cannot_be_is_refused_and_changes_nothing(evening: Gathering, wrong: dict[str, str]) -> None:
    answer = evening.tablet.post(LIST, AUTUMN | {"points": "own", "own": "1"} | wrong)
    assert answer.status_code == 422
    assert "A league ends no sooner" in answer.text
    assert stored(evening) == []


def test_the_page_says_who_stands_where_and_as_of_which_line(evening: Gathering, phones: list[Phone]) -> None:
    evening.tablet.post(LIST, AUTUMN)
    assert phones[0].get(FIRST).says("No game of this league is over yet.")
    for winner in (0, 1, 1):
        id = play(evening, winner)
    page = phones[0].get(FIRST)
    assert standing(page)[:2] == [("1", "Bo", "7"), ("2", "Ann", "5")]
    assert page.says(f'<a href="/history/{id}?until=1#line-1">line 1 of Death Wish, ')
    assert not page.says("written after the end")


def test_a_hidden_game_does_not_count_and_a_line_after_the_end_does(evening: Gathering, phones: list[Phone]) -> None:
    evening.tablet.post(LIST, AUTUMN)
    hidden = play(evening)
    evening.set_up(WISH, option_target="1", option_first="0")
    evening.tell({"move": "contract", "seat": 0, "disease": "Boredom", "color": "red", "skulls": 1})
    assert standing(phones[0].get(FIRST))[0] == ("1", "Ann", "6")
    evening.tablet.post(f"/history/{hidden}/hide", {"hidden": "yes"})
    assert standing(phones[0].get(FIRST))[0] == ("1", "Ann", "3")
    evening.tell({"move": "adjust", "seat": 1, "track": "skulls", "by": 1, "why": "a skull under the table"})
    page = phones[0].get(FIRST)
    assert page.says("line 2 of Death Wish", "written after the end")


def test_the_sheet_holds_the_points_of_each_evening_and_no_formula(evening: Gathering, phones: list[Phone]) -> None:
    evening.tablet.post(LIST, AUTUMN)
    play(evening, 2)
    answer = phones[0].client.get(f"{FIRST}/standings.csv")
    assert answer.mimetype == "text/csv"
    head, first, *others = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert head[:6] == ["place", "name", "points", "won", "played", "decided"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", head[6])
    assert first == ["1", "'=1+1", "3", "1", "1", "", "3"]
    assert len(others) == 3


def test_a_league_changes_the_screens_of_all_evenings_of_the_group(evening: Gathering) -> None:
    other = evening.services.evenings.open(HOME)
    before = evening.services.evenings.by_id(other.id).version
    evening.tablet.post(LIST, AUTUMN)
    assert evening.services.evenings.by_id(other.id).version > before


def test_an_evening_says_what_it_changed_in_a_league_and_when_it_was_played(
    evening: Gathering, phones: list[Phone]
) -> None:
    for winner in (0, 1, 1):
        play(evening, winner)
    day = evening_date(evening.now.opened_at)
    assert not phones[0].get(f"/history/evenings/{day}").says("In the league")
    evening.tablet.post(LIST, AUTUMN)
    page = phones[0].get(f"/history/evenings/{day}")
    section = page.html[page.html.index("In the league Autumn") :]
    assert re.findall(r"<bdi>(.*?)</bdi>.*?<b>(\d+) <small>\+(\d+)", section, re.S)[:2] == [
        ("Bo", "7", "7"),
        ("Ann", "5", "5"),
    ]
    assert not phones[0].get(f"/history/evenings/{day - timedelta(1)}").says("In the league")
