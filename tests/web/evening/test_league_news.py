"""What a game has changed in a league: on the board between two games, and for a host before the next one."""

import re
from collections.abc import Sequence

import pytest

from companion.group import leagues
from companion.group.leagues import League, Points
from companion.storage.identifiers import HOME
from companion.storage.notifier import evening_topic
from companion.table.model import Correct
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.web.evening.test_last_page import WISH, play

NAMES = ("Ann", "Bo", "Cy", "Di")
AUTUMN = League("Autumn", None, None, (WISH,), Points((3, 1), together=1, lost=0), best=0)
CONTRACT = {"move": "contract", "disease": "Boredom", "color": "red", "skulls": 1}


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    phones = [evening.come(name) for name in NAMES]
    evening.services.store.do(lambda db: leagues.add(db, HOME, AUTUMN))
    return phones


def win(evening: Gathering, winner: int) -> None:
    """A game is over, and its table still shown."""
    evening.set_up(WISH, option_target="1", option_first=str(winner))
    evening.tell(CONTRACT | {"seat": winner})


def lines(page: Phone) -> Sequence[tuple[str, str, str]]:
    """The lines of the league on the board: name, points, change."""
    shown = re.search(r'<li class="now"><small>Autumn</small>(.*?)</li>', page.html, re.S)
    line = r'<bdi>(.*?)</bdi></b> <b class="n">(\d+)</b> (.*?)(?:<br>|$)'
    return re.findall(line, shown[1], re.S) if shown else []


def test_the_board_shows_the_two_lines_that_changed_between_two_games(evening: Gathering, phones: list[Phone]) -> None:
    board = evening.tablet
    play(evening, 0)
    assert [name for name, _, _ in lines(board.get("/"))] == ["Ann", "Bo"]
    play(evening, 1)
    assert {*lines(board.get("/"))} == {("Bo", "4", "+3 · place 1, before 2"), ("Ann", "4", "+1 · place 1")}


def test_a_change_of_the_league_and_a_hidden_game_are_on_the_board_at_once(
    evening: Gathering, phones: list[Phone]
) -> None:
    id = play(evening, 0)
    form = {"name": "Autumn", "points": "own", "own": "9-2", "together": "0", "lost": "0", "best": "0"}
    evening.tablet.post("/history/leagues/1", form)
    assert lines(evening.tablet.get("/"))[0] == ("Ann", "9", "+9 · place 1")
    evening.tablet.post(f"/history/{id}/hide", {"hidden": "yes"})
    assert lines(evening.tablet.get("/")) == []
    evening.tablet.post(f"/history/{id}/hide", {})
    evening.tablet.post("/history/leagues/1", form | {"how": "remove"})
    assert lines(evening.tablet.get("/")) == []


def test_a_game_that_does_not_count_changes_nothing(evening: Gathering, phones: list[Phone]) -> None:
    evening.tablet.post("/history/leagues/1", {"name": "Autumn", "points": "3-1", "kind": "death-name"})
    play(evening, 0)
    assert lines(evening.tablet.get("/")) == []


def test_a_host_sees_it_before_the_game_is_played_again_and_no_other_phone(
    evening: Gathering, phones: list[Phone]
) -> None:
    win(evening, 0)
    before, _, _ = evening.tablet.get("/").html.partition("Play again")
    assert "<b>Autumn</b>" in before and "<bdi>Ann</bdi> 3 (+3 · place 1)" in before
    assert "Autumn" not in phones[1].get("/").html
    evening.tell({"move": "adjust", "seat": 1, "track": "skulls", "by": 5, "why": "a skull under the table"})
    assert "<bdi>Ann</bdi>" in evening.tablet.get("/").html


def test_the_board_follows_games_that_end_and_are_corrected_at_another_evening(
    evening: Gathering, phones: list[Phone]
) -> None:
    here = Gathering(evening.app, evening.now)
    other = Gathering(evening.app, evening.services.evenings.open(HOME))
    for name in ("Eve", "Flo"):
        other.come(name)
    play(here, 0)
    topic, notifier = evening_topic(here.now.id), evening.services.notifier
    assert lines(here.tablet.get("/")) == [("Ann", "3", "+3 · place 1"), ("Bo", "1", "+1 · place 2")]

    def follows() -> Sequence[tuple[str, str, str]]:
        """The lines here, whose screens were woken; the version of the evening told them that something is new."""
        now = notifier.count(topic), here.now.version
        assert all(newer > before for newer, before in zip(now, seen[-1], strict=True))
        seen.append(now)
        return lines(here.tablet.get("/"))

    seen = [(notifier.count(topic), here.now.version)]
    win(other, 0)
    assert follows() == [("Ann", "3", "+3 · place 1"), ("Bo", "1", "+1 · place 3")]
    strike = Correct(((1, None),))
    evening.services.tables.report(other.live, strike, "strike-it", None, "host")
    assert follows() == [("Ann", "3", "+3 · place 1"), ("Bo", "1", "+1 · place 2")]
    evening.services.store.do(lambda db: leagues.remove(db, 1))
    other.tell(CONTRACT | {"seat": 1})
    assert (notifier.count(topic), here.now.version) == seen[-1]
