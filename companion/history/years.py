"""A year of a group: its evenings, months, people and longest game."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

from msgspec import Struct

from companion.group.people import Person, by_id
from companion.history import search
from companion.history.evenings import evening_date, evening_start
from companion.history.search import HAS_LINES, Game, GameFilter
from companion.history.statistics import MOST, Tally
from companion.storage.database import Database


class Month(Struct, frozen=True):
    first: date
    last: date
    games: int
    seconds: int


class Year(Struct, frozen=True):
    """A year: its games by evening, its months, who won most, who played here for the first time, the longest game.

    `people`: how many have finished a game.
    """

    number: int
    evenings: Mapping[date, int]
    months: tuple[Month, ...]
    people: int
    victors: tuple[Tally, ...]
    newcomers: tuple[Person, ...]
    longest: Game | None

    @property
    def games(self) -> int:
        return sum(self.evenings.values())

    @property
    def seconds(self) -> int:
        return sum(month.seconds for month in self.months)


def all_years(db: Database, group: int) -> list[int]:
    """The years with evenings of a group, the newest first."""
    sql = "select distinct substr(at, 1, 4) from chronicle where group_id = ?"
    near = {int(year) + by for (year,) in db.execute(sql, [group]) for by in (-1, 0, 1)}  # in UTC, and evenings go on
    return sorted((year for year in near if 1 < year < 9999 and _has_games(db, group, year)), reverse=True)


def a_year_before(db: Database, group: int, night: date) -> tuple[date, dict[str, int]]:
    """The evening a year before this one (of 29 February the one of the 28th), and how often each game was played."""
    before = night.replace(year=night.year - 1, day=min(night.day, 28) if night.month == 2 else night.day)
    sql = f"""select game, count(*) from chronicle c where group_id = ? and hidden = 0 and at >= ? and at < ?
              and {HAS_LINES} group by game order by min(at)"""
    since, until = evening_start(before), evening_start(before + timedelta(1))
    return before, dict(db.execute(sql, [group, since, until]))


def _has_games(db: Database, group: int, year: int) -> bool:
    sql = f"""select 1 from chronicle c where group_id = ? and hidden = 0 and at >= ? and at < ? and {HAS_LINES}
              limit 1"""
    return bool(db.execute(sql, [group, evening_start(date(year, 1, 1)), evening_start(date(year + 1, 1, 1))]))


def year(db: Database, group: int, number: int) -> Year:
    """A year of a group; one in which nothing was played has no evenings."""
    first, last = date(number, 1, 1), date(number, 12, 31)
    since, until = evening_start(first), evening_start(date(number + 1, 1, 1))
    sql = f"""select at, coalesce(seconds, 0) from chronicle c
              where group_id = ? and hidden = 0 and at >= ? and at < ? and {HAS_LINES} order by at"""
    played = [(evening_date(begun), seconds) for begun, seconds in db.execute(sql, [group, since, until])]
    sql = """select person, count(*), sum(won), max(at) from places
             where group_id = ? and person is not null and counts = 1 and at >= ? and at < ?
             group by person order by 3 desc, 2, person"""
    tallies = db.execute(sql, [group, since, until])
    sql = """select person from places where group_id = ? and person is not null and counts = 1
             group by person having min(at) >= ? and min(at) < ? order by min(at), person"""
    new = [person for (person,) in db.execute(sql, [group, since, until])]
    people = by_id(db, group, [*(row[0] for row in tallies[:MOST]), *new])
    return Year(
        number,
        Counter(day for day, _ in played),
        tuple(_month(played, date(number, month, 1)) for month in range(1, 13)),
        len(tallies),
        tuple(Tally(games, won, {}, last_at, person=people[id]) for id, games, won, last_at in tallies[:MOST] if won),
        tuple(people[person] for person in new),
        search.longest(db, group, GameFilter(since=first, until=last)),
    )


def _month(played: list[tuple[date, int]], first: date) -> Month:
    of_month = [(day, seconds) for day, seconds in played if day.month == first.month]
    last = date(first.year + first.month // 12, first.month % 12 + 1, 1).toordinal() - 1
    return Month(first, date.fromordinal(last), len(of_month), sum(seconds for _, seconds in of_month))
