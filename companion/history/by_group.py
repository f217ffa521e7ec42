"""Statistics of everybody: regulars, who beat whom, the series of an evening."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from companion.group.people import by_id
from companion.history.tallies import COMPARED, Tally
from companion.storage.database import Database, marks


def regulars(
    db: Database, group: int, most: int = 50, skip: int = 0, among: Sequence[int] | None = None
) -> list[Tally]:
    """Who has played most, over all games; only those `among`, if that is said."""
    only = "" if among is None else f"and person in ({marks(among)})"
    sql = f"""select person, count(*), sum(won), max(at) from places
              where group_id = ? and person is not null and counts = 1 {only}
              group by person order by 2 desc, person limit ? offset ?"""
    rows = db.execute(sql, [group, *(among or ()), most, skip])
    people = by_id(db, group, [row[0] for row in rows])
    return [Tally(played, won, {}, last_at, person=people[id]) for id, played, won, last_at in rows]


def games_played(db: Database, group: int) -> dict[int, int]:
    """At how many tables each person sat, whether these were played to the end or not."""
    sql = "select person, count(*) from places where group_id = ? and person is not null group by person"
    return dict(db.execute(sql, [group]))


def matrix(
    db: Database, group: int, persons: Sequence[int], game: str = ""
) -> dict[tuple[int, int], tuple[int, int, int]]:
    """For any two of these: how often the first was ahead of the second, level, behind."""
    among = f"({marks(persons)})"
    sql = f"""select a.person, b.person, {COMPARED}
              from places a join places b on b.table_id = a.table_id and b.seat <> a.seat
              where a.group_id = ? and a.counts = 1 and a.place is not null
              and a.person in {among} and b.person in {among}
              {"and a.game = ?" if game else ""}
              group by 1, 2"""
    rows = db.execute(sql, [group, *persons, *persons, *([game] if game else [])])
    return {(one, other): (ahead, level, behind) for one, other, ahead, level, behind in rows}


class Series(Struct, frozen=True):
    """Games of one kind that the same people played one after the other: each one's totals, and who won."""

    game: str
    names: tuple[str, ...]
    persons: tuple[int | None, ...]
    totals: tuple[tuple[int, ...], ...]
    won: tuple[tuple[bool, ...], ...]

    @property
    def wins(self) -> list[int]:
        return [sum(game) for game in zip(*self.won, strict=True)]


def series(db: Database, group: int, since: str, until: str) -> list[Series]:
    """The series of two games and more between two moments, in the order in which they were played."""
    sql = """select p.table_id, p.game, name, person, total, won from places p
             where p.group_id = ? and at >= ? and at < ? and counts = 1 order by at, p.table_id, name"""
    tables = []
    for _, rows in groupby(db.execute(sql, [group, since, until]), key=lambda row: row[0]):
        tables.append([tuple(row) for row in rows])
    several = []
    for (game, who), together in groupby(tables, key=_played_by):
        some = list(together)
        if len(some) > 1:
            totals = tuple(tuple(row[4] for row in rows) for rows in some)
            won = tuple(tuple(bool(row[5]) for row in rows) for rows in some)
            several.append(Series(game, tuple(name for name, _ in who), tuple(id for _, id in who), totals, won))
    return several


def _played_by(rows: Sequence[tuple[Any, ...]]) -> tuple[str, tuple[tuple[str, int | None], ...]]:
    return rows[0][1], tuple((row[2], row[3]) for row in rows)
