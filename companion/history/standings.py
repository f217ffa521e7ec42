"""Standings of a league: computed from the places of its games whenever they are asked for, never stored."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import groupby, permutations
from operator import attrgetter
from typing import Any, Literal

from msgspec import Struct

from companion.group import leagues
from companion.group.leagues import League, Points
from companion.group.people import Person, by_id
from companion.history.callbacks import MERGED, Rows
from companion.history.evenings import evening_date, evening_start
from companion.history.search import OfGame
from companion.storage.database import Database, marks
from companion.storage.projection import IS_OVER
from companion.storage.store import Store

KEPT = 64  # changes in memory
MOST = 2  # lines that a game has changed, for its screens


class Seat(Struct, frozen=True, gc=False):
    """A seat of a game that is over; `place` as in the projection: None where all have lost together."""

    person: int | None
    place: int | None
    won: bool


class LeagueGame(Struct, frozen=True):
    table_id: str
    evening: date
    seats: tuple[Seat, ...]


class Standing(Struct, frozen=True):
    """A person in a league. `points`: of the evenings that count; `evenings`: the points of each evening, by date.

    `decided`: what puts the person before the next one with as many points; `shared`: nothing does, or did before.
    """

    person: int
    place: int
    points: int
    won: int
    played: int
    evenings: dict[date, int]
    decided: Literal["", "wins", "met", "shared"]


class NewestLine(OfGame, frozen=True):
    """The newest line that counts in a league. `first_end`: the line with which its game was over first."""

    read_at: str
    line: int
    first_end: int

    @property
    def is_late(self) -> bool:
        """Whether it came after the game had ended, as a correction does."""
        return self.line > self.first_end


class Change(Struct, frozen=True):
    """A line of the standings that a game has changed. `before`: the place before it, None for who was in none."""

    standing: Standing
    before: int | None
    gained: int


class LeagueNews(Struct, frozen=True):
    """Lines of the newest league in which a game counts that it has changed most, the best place first."""

    name: str
    lines: tuple[tuple[Person, Change], ...]


def gains(points: Points, seats: Sequence[Seat]) -> list[int]:
    """The points of each seat of a game. One in which all are level has no places: all have won it, or lost it."""
    places = [seat.place or 1 for seat in seats]
    if max(places) == 1 and len({seat.won for seat in seats}) == 1:
        return [points.together if seats[0].won else points.lost] * len(seats)
    if points.places == "beaten":
        return [sum(other > place for other in places) for place in places]
    if points.places == "wins":
        return [int(seat.won) for seat in seats]
    return [points.places[place - 1] if place <= len(points.places) else 0 for place in places]


def standings(league: League, games: Sequence[LeagueGame]) -> list[Standing]:
    """Everybody who has played in the league: by points, then by wins, then by how often they were ahead of the others
    with as many of both, less how often behind."""
    evenings: dict[int, Counter[date]] = defaultdict(Counter)
    won, played = Counter[int](), Counter[int]()
    for game in games:
        for seat, gain in zip(game.seats, gains(league.points, game.seats), strict=True):
            if seat.person is not None:
                evenings[seat.person][game.evening] += gain
                won[seat.person] += seat.won
                played[seat.person] += 1
    best = league.best or None
    level = {person: (sum(sorted(by.values())[::-1][:best]), won[person]) for person, by in evenings.items()}
    met = _met(games, level)
    keys = {person: (*level[person], met[person]) for person in sorted(level)}
    ranked = sorted(keys.items(), key=lambda row: row[1], reverse=True)
    rows: list[Standing] = []
    for rank, (person, key) in enumerate(ranked):
        before, after = (ranked[other][1] if 0 <= other < len(ranked) else None for other in (rank - 1, rank + 1))
        place = rows[-1].place if key == before else rank + 1
        by_day = dict(sorted(evenings[person].items()))
        decided = _decided(key, before, after)
        rows.append(Standing(person, place, key[0], won[person], played[person], by_day, decided))
    return rows


def _met(games: Iterable[LeagueGame], level: dict[int, tuple[int, int]]) -> Counter[int]:
    """Count for each person how often they were ahead of others who are level with them, less how often behind."""
    several, met = Counter(level.values()), Counter[int]()
    tied = {person for person, key in level.items() if several[key] > 1}
    for game in games:
        for one, other in permutations([seat for seat in game.seats if seat.person in tied], 2):
            if level[one.person or 0] == level[other.person or 0] and one.place and other.place:
                met[one.person or 0] += (one.place < other.place) - (one.place > other.place)
    return met


Key = tuple[int, int, int]  # points, wins, head to head


def _decided(key: Key, before: Key | None, after: Key | None) -> Literal["", "wins", "met", "shared"]:
    if key in (after, before):
        return "shared"
    if after is None or after[0] != key[0]:
        return ""
    return "wins" if after[1] != key[1] else "met"


def changes(before: Sequence[Standing], after: Sequence[Standing]) -> list[Change]:
    """The lines that differ: those with the most new points first, then those with the best places."""
    old = {standing.person: standing for standing in before}
    changed = [
        Change(new, was.place if was else None, new.points - (was.points if was else 0))
        for new in after
        if (was := old.get(new.person)) is None or (was.place, was.points) != (new.place, new.points)
    ]
    return sorted(changed, key=lambda one: (-one.gained, one.standing.place))


# --- read


class Changes:
    """Changes of leagues by games, for screens."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made = lru_cache(KEPT)(self._make)

    def of_game(self, group: int, table_id: str) -> LeagueNews | None:
        """The news of a game; None if it changes no league.

        They are computed again once a game of the league has another line, or people have become one.
        """
        db = self._store.reader()
        for league in leagues.all_leagues(db, group).values():
            where, values = _where("chronicle", group, league)
            sql = f"select table_id, line from chronicle where {where} and hidden = 0 and {IS_OVER} order by table_id"
            counted = db.execute(sql, values)
            if any(row[0] == table_id for row in counted):
                merged = tuple(db.execute(MERGED, [group]))
                return _news(db, group, league, self._made(group, league, table_id, tuple(counted), merged)[:MOST])
        return None

    def _make(self, group: int, league: League, table_id: str, counted: Rows, merged: Rows) -> Sequence[Change]:
        """The changes by a game; `counted`: the games with their newest lines, whose players hang on the `merged`."""
        whole = games(self._store.reader(), group, league)
        return changes_by(league, whole, [game for game in whole if game.table_id == table_id])


def of_evening(db: Database, group: int, night: date) -> LeagueNews | None:
    """The news of all games of an evening; None if they change no league."""
    for league in leagues.all_leagues(db, group).values():
        whole = games(db, group, league)
        if new := [game for game in whole if game.evening == night]:
            return _news(db, group, league, changes_by(league, whole, new))
    return None


def _news(db: Database, group: int, league: League, changes: Sequence[Change]) -> LeagueNews | None:
    if not changes:
        return None
    people = by_id(db, group, [change.standing.person for change in changes])
    ranked = sorted(changes, key=attrgetter("standing.place"))
    return LeagueNews(league.name, tuple((people[change.standing.person], change) for change in ranked))


def changes_by(league: League, whole: Sequence[LeagueGame], new: Sequence[LeagueGame]) -> list[Change]:
    """The changes of a league by the `new` ones of its games."""
    before = [game for game in whole if game not in new]
    return changes(standings(league, before), standings(league, whole))


def games(db: Database, group: int, league: League) -> list[LeagueGame]:
    """The games that count in a league, the oldest first; hidden ones, and those that broke off, do not."""
    where, values = _where("places", group, league)
    sql = f"""select table_id, at, person, place, won from places
              where {where} and counts = 1 order by at, table_id, seat"""
    by_table = groupby(db.execute(sql, values), key=lambda row: (row[0], row[1]))
    return [
        LeagueGame(table_id, evening_date(opened_at), tuple(Seat(row[2], row[3], bool(row[4])) for row in rows))
        for (table_id, opened_at), rows in by_table
    ]


def newest_line(db: Database, group: int, league: League) -> NewestLine | None:
    """The newest line of all games that count in a league; None before there is one."""
    where, values = _where("chronicle", group, league)
    newest = f"""select table_id, chronicle.at opened_at, game, lines.at, lines.line
                 from chronicle join lines using (table_id, line)
                 where {where} and hidden = 0 and {IS_OVER} order by lines.at desc, table_id limit 1"""
    sql = f"""select newest.*, coalesce((select min(line) from seals where seals.table_id = newest.table_id), line)
              from ({newest}) newest"""
    row = db.execute(sql, values).first()
    return NewestLine(*row) if row else None


def _where(table: str, group: int, league: League) -> tuple[str, list[Any]]:
    """The condition for the rows of a table of the projection that are of a league's days and games."""
    where, values = f"{table}.group_id = ?", [group, *league.kinds]
    if league.kinds:
        where += f" and game in ({marks(league.kinds)})"
    if league.since:
        where, values = f"{where} and {table}.at >= ?", [*values, evening_start(league.since)]
    if league.until:
        where, values = f"{where} and {table}.at < ?", [*values, evening_start(league.until + timedelta(1))]
    return where, values
