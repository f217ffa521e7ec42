"""The results of a day in the hall: of groups that agreed, and nothing of any other."""

import csv
import io

import pytest
from flask import Flask

from companion.evening import floor
from companion.group import groups
from companion.history.evenings import evening_date, local_time
from companion.storage.identifiers import HOME, now
from companion.web.access.services import Services
from tests.games.test_count import ROUND
from tests.support.gathering import Gathering
from tests.support.past_games import all_games, bring
from tests.support.phone import Phone

CLUB = ("Ann", "=1+1", "@Cy", "-Di")
OTHERS = ("Xanthippe", "Zoroaster", "Quetzal", "Wolfram")
HEAD = "date,ended,table,group,game,outcome,seat,name,points,place,won"


def agree(services: Services, group: int, agrees: bool = True) -> None:
    """The keepers of a group agree that the hall lists its results, or do so no longer."""
    services.store.do(lambda db: db.execute("update groups set in_hall = ? where id = ?", [int(agrees), group]))


@pytest.fixture
def club(app: Flask, services: Services) -> Gathering:
    """A group that agreed, at the third table."""
    evening = Gathering.of_group(app, "+Club")
    evening.seat(*CLUB)
    agree(services, evening.now.group)
    services.evenings.change_floor(lambda db: floor.lay_out(db, 3))
    services.evenings.put_at(evening.now, 3)
    return evening


@pytest.fixture
def others(app: Flask) -> Gathering:
    """A group that did not agree."""
    evening = Gathering.of_group(app, "The silent")
    evening.seat(*OTHERS)
    return evening


def counted(evening: Gathering) -> None:
    """A game is played for a round, and counted as it stands."""
    evening.start("death-name")
    evening.round("Written1", "Written2", "Written3", "Written4")
    evening.tell({"move": "adjust", "seat": 0, "track": "points", "by": 70, "why": "a bet"}, {"move": "count"})
    assert evening.live.table.counted


def to_its_end(evening: Gathering) -> None:
    """A game is played until one is left."""
    evening.set_up("death-over-the-kingdom", option_mode="last-standing", option_lives="1", option_dealer="3")
    while not evening.live.table.standing.over:
        living = [seat for seat in range(4) if evening.live.table.standing.totals[seat] > 0]
        evening.tell({"move": "losers", "seats": living[:1]})


def rows(services: Services, evening: Gathering, query: str = "") -> list[dict[str, str]]:
    """The rows of the file, by the names of its columns."""
    answer = Phone(evening.app).client.get(f"/hall/{services.hall_ticket}/results.csv{query}")
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "text/csv"
    assert answer.data.startswith(b"\xef\xbb\xbf" + HEAD.encode())
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_it_has_a_row_for_each_seat_of_a_game_of_today_that_is_over(club: Gathering, services: Services) -> None:
    counted(club)
    today = f"{evening_date(now())}"
    first, *others = rows(services, club)
    ended = services.store.reader().execute("select ended_at from chronicle").first()[0]
    assert first == {
        "date": today,
        "ended": f"{local_time(ended):%H:%M}",
        "table": "3",
        "group": "'+Club",
        "game": "death-name",
        "outcome": "won",
        "seat": "0",
        "name": "Ann",
        "points": str(club.live.table.standing.totals[0]),
        "place": "1",
        "won": "1",
    }
    assert [row["name"] for row in others] == ["'=1+1", "'@Cy", "'-Di"]
    assert {(row["won"], row["date"], row["table"]) for row in others} == {("0", today, "3")}
    club.tablet.get("/").tap("/put-away")
    services.evenings.put_at(club.now, None)
    to_its_end(club)
    last = [row for row in rows(services, club) if row["game"] == "death-over-the-kingdom"]
    assert [(row["table"], row["name"], row["won"]) for row in last] == [
        *(("", name, "0") for name in ("Ann", "'=1+1", "'@Cy")),
        ("", "'-Di", "1"),
    ]


def test_a_game_that_is_played_breaks_off_or_is_hidden_is_not_in_it(club: Gathering, services: Services) -> None:
    club.start("death-name")
    club.round("Written1", "Written2", "Written3", "Written4")
    assert rows(services, club) == []
    club.tell({"move": "stop"})
    assert rows(services, club) == []
    club.tablet.get("/").tap("/put-away")
    to_its_end(club)
    assert len(rows(services, club)) == 4
    services.store.do(lambda db: db.execute("update chronicle set hidden = 1 where game = 'death-over-the-kingdom'"))
    assert rows(services, club) == []


def test_a_group_that_did_not_agree_or_was_forgotten_has_nothing_in_it(
    club: Gathering, others: Gathering, services: Services
) -> None:
    counted(club)
    counted(others)

    def groups_in_it() -> tuple[set[str], bool]:
        page = Phone(club.app).get(f"/hall/{services.hall_ticket}").html
        groups = {row["group"] for row in rows(services, club)}
        assert not any(name in str(rows(services, club)) for name in OTHERS) or "The silent" in groups
        return groups, f"{len(groups)} group{'' if len(groups) == 1 else 's'} agreed" in page

    assert groups_in_it() == ({"'+Club"}, True)
    agree(services, others.now.group)
    assert groups_in_it() == ({"'+Club", "The silent"}, True)
    silent = others.now.group
    agree(services, silent, agrees=False)
    assert groups_in_it() == ({"'+Club"}, True)
    agree(services, silent)
    services.store.do(lambda db: groups.forget(db, silent))
    assert groups_in_it() == ({"'+Club"}, True)


def test_a_day_begins_in_the_morning_and_is_chosen(club: Gathering, services: Services) -> None:
    bring(
        services.store,
        *(
            {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", f"of {at}"], "opened_at": f"{at}:00.000Z"}
            | {"options": {"rounds": 4}, "moves": ROUND * 4}
            for at in ("2026-03-01T20:00", "2026-03-02T01:00", "2026-03-02T20:00")
        ),
    )
    assert {game.night.isoformat() for game in all_games(services.store)} == {"2026-03-01", "2026-03-02"}
    agree(services, HOME)
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        expected = [f"of {game.opened_at[:16]}" for game in all_games(services.store) if f"{game.night}" == day]
        listed = rows(services, club, f"?day={day}")
        assert [row["name"] for row in listed if row["seat"] == "3"] == expected
        assert {row["date"] for row in listed} == ({day} if expected else set())
    assert rows(services, club) == []


def test_a_damaged_game_has_a_row_without_a_score(club: Gathering, services: Services) -> None:
    counted(club)
    services.store.do(lambda db: db.execute("update places set total = 99 where seat = 1"))
    (row,) = rows(services, club)
    assert (row["outcome"], row["name"], row["points"], row["group"]) == ("damaged", "", "", "'+Club")


@pytest.mark.parametrize("day", ["today", "2026-13-01", "9999-12-31"])
def test_what_is_no_day_is_not_read(club: Gathering, services: Services, day: str) -> None:
    path = f"/hall/{services.hall_ticket}/results.csv?day={day}"
    assert Phone(club.app).client.get(path).status_code == 400
