"""Standings of a league: computed from the places of its games whenever they are asked for, never stored."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby, permutations
from typing import Any, Literal

from msgspec import Struct

from companion.group.leagues import League, Points
from companion.history.evenings import evening_date, evening_start
from companion.storage.database import Database, marks
from companion.storage.identifiers import record_id
from companion.storage.projection import IS_OVER


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


class NewestLine(Struct, frozen=True):
    """The newest line that counts in a league. `first_end`: the line with which its game was over first."""

    read_at: str
    line: int
    table_id: str
    game: str
    opened_at: str
    first_end: int

    @property
    def id(self) -> str:
        return record_id(self.table_id)

    @property
    def is_late(self) -> bool:
        """Whether it came after the game had ended, as a correction does."""
        return self.line > self.first_end


class Change(Struct, frozen=True):
    """A line of the standings that a game has changed. `before`: the place before it, None for who was in none."""

    standing: Standing
    before: int | None
    gained: int


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
    ranked = sorted(level, key=lambda person: (*(-number for number in (*level[person], met[person])), person))
    keys = [(*level[person], met[person]) for person in ranked]
    return [
        Standing(
            person,
            keys.index(key) + 1,
            key[0],
            won[person],
            played[person],
            dict(sorted(evenings[person].items())),
            _decided(key, keys[rank + 1] if rank + 1 < len(keys) else None, keys[rank - 1] if rank else None),
        )
        for rank, (person, key) in enumerate(zip(ranked, keys, strict=True))
    ]


def _met(games: Iterable[LeagueGame], level: dict[int, tuple[int, int]]) -> Counter[int]:
    """Count for each person how often they were ahead of others who are level with them, less how often behind."""
    met = Counter[int]()
    for game in games:
        for one, other in permutations([seat for seat in game.seats if seat.person is not None], 2):
            if level[one.person or 0] == level[other.person or 0] and one.place and other.place:
                met[one.person or 0] += (one.place < other.place) - (one.place > other.place)
    return met


Key = tuple[int, int, int]  # points, wins, head to head


def _decided(key: Key, after: Key | None, before: Key | None) -> Literal["", "wins", "met", "shared"]:
    if key in (after, before):
        return "shared"
    if after is None or after[0] != key[0]:
        return ""
    return "wins" if after[1] != key[1] else "met"


def changes(before: Sequence[Standing], after: Sequence[Standing]) -> list[Change]:
    """The lines that differ, those first that moved by the most places, then by the most points."""
    old = {standing.person: standing for standing in before}
    changed = [
        Change(new, was.place if was else None, new.points - (was.points if was else 0))
        for new in after
        if (was := old.get(new.person)) is None or (was.place, was.points) != (new.place, new.points)
    ]
    return sorted(changed, key=lambda one: (-abs((one.before or len(after) + 1) - one.standing.place), -one.gained))


# --- read


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
    sql = f"""select lines.at, lines.line, table_id, game, chronicle.at,
                     coalesce((select min(line) from seals where seals.table_id = chronicle.table_id), lines.line)
              from chronicle join lines using (table_id, line)
              where {where} and hidden = 0 and {IS_OVER} order by lines.at desc, table_id limit 1"""
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
