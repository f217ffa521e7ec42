"""What many games add up to: wins and places, who was ahead of whom, series and streaks, and what is boasted of.

Only games that are over count, and none that is hidden. No game's words are known here: rows are counted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from companion.games.ledger import Counted
from companion.people import Person, by_id

MOST = 10


class Tally(Struct, frozen=True):
    """Somebody's games of one kind: how many, how many won, how often which place, the newest of them."""

    played: int
    won: int
    places: dict[int, int]
    last_at: str
    game: str = ""
    person: Person | None = None


class Rival(Struct, frozen=True):
    """Somebody met at the same tables: how often one was ahead, level, behind."""

    person: Person
    together: int
    ahead: int
    level: int
    behind: int


class Streak(Struct, frozen=True):
    """Games won one after the other: the longest such run, and the one that still lasts."""

    longest: int
    lasting: int


class Boasted(Struct, frozen=True):
    """What is boasted of, over many games: how often, in all, the most, the least; whose, and the word it hangs on."""

    what: str
    times: int
    sum: int
    most: int
    least: int
    game: str
    word: str = ""
    person: Person | None = None

    @property
    def mean(self) -> float:
        return self.sum / self.times


class Best(Struct, frozen=True):
    """A total worth remembering."""

    total: int
    name: str
    person: int | None
    table_id: str
    at: str


class Ending(Struct, frozen=True):
    """How games with so many seats and these options ended."""

    seats: int
    options: str
    played: int
    won: int
    lost: int
    nobody: int


# --- a person --------------------------------------------------------------------------------------------------------


def of_person(db: Database, person: int) -> tuple[list[Tally], Streak]:
    """Somebody's games by kind, the most played first, and the streak over all of them."""
    sql = "select game, at, place, won from places where person = ? and counts = 1 order by at, table_id"
    rows = [tuple(row) for row in db.execute(sql, [person])]
    kinds: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        kinds.setdefault(row[0], []).append(row)
    told = [_tally(game, of) for game, of in kinds.items()]
    return sorted(told, key=lambda of: (-of.played, of.game)), streak(bool(row[3]) for row in rows)


def _tally(game: str, rows: Sequence[tuple[Any, ...]]) -> Tally:
    places = Counter(place for _, _, place, _ in rows)
    return Tally(len(rows), sum(row[3] for row in rows), dict(sorted(places.items())), rows[-1][1], game)


def streak(won: Iterable[bool]) -> Streak:
    """The longest run of games won, and the run in the end.

    >>> streak([True, True, False, True])
    Streak(longest=2, lasting=1)
    """
    longest = lasting = 0
    for each in won:
        lasting = lasting + 1 if each else 0
        longest = max(longest, lasting)
    return Streak(longest, lasting)


def rivals(db: Database, person: int, most: int = MOST) -> list[Rival]:
    """Whom somebody has met most, and who was ahead how often."""
    sql = """
        select b.person, count(*), sum(a.place < b.place), sum(a.place = b.place), sum(a.place > b.place)
        from places a join places b on b.table_id = a.table_id and b.seat <> a.seat
        where a.person = ? and a.counts = 1 and b.person is not null
        group by b.person order by 2 desc, b.person limit ?
    """
    rows = db.execute(sql, [person, most]).fetchall()
    known = by_id(db, [row[0] for row in rows])
    return [Rival(known[id], *numbers) for id, *numbers in rows]


def boasts_of_person(db: Database, person: int) -> list[Boasted]:
    """All that somebody may boast of, by game."""
    sql = """select what, count(*), sum(amount), max(amount), min(amount), game from boasts
             where person = ? and counts = 1 group by game, what order by game, what"""
    return [Boasted(*row) for row in db.execute(sql, [person])]


# --- a game ----------------------------------------------------------------------------------------------------------


def of_game(db: Database, game: str, most: int = MOST) -> list[Tally]:
    """Who has won a game most often, with all their places."""
    sql = """select person, count(*), sum(won), max(at) from places where game = ? and counts = 1 and person is not null
             group by person order by 3 desc, 2, person limit ?"""
    rows = db.execute(sql, [game, most]).fetchall()
    known, places = by_id(db, [row[0] for row in rows]), _places(db, game, [row[0] for row in rows])
    return [Tally(played, won, places[id], at, game, known[id]) for id, played, won, at in rows]


def _places(db: Database, game: str, persons: Sequence[int]) -> dict[int, dict[int, int]]:
    told: dict[int, dict[int, int]] = {person: {} for person in persons}
    sql = f"""select person, place, count(*) from places where game = ? and counts = 1 and person in ({_marks(persons)})
              group by person, place order by person, place"""
    for person, place, times in db.execute(sql, [game, *persons]):
        told[person][place] = times
    return told


def streaks(db: Database, game: str, most: int = MOST) -> list[tuple[Person, int]]:
    """The longest runs of games won, each with whose it was; two games and more."""
    sql = """
        select person, max(run) from (
            select person, count(*) as run from (
                select person, won, row_number() over (partition by person order by at, table_id)
                     - row_number() over (partition by person, won order by at, table_id) as island
                from places where game = ? and counts = 1 and person is not null)
            where won group by person, island)
        group by person having max(run) > 1 order by 2 desc, person limit ?
    """
    rows = db.execute(sql, [game, most]).fetchall()
    known = by_id(db, [row[0] for row in rows])
    return [(known[id], run) for id, run in rows]


def best(db: Database, game: str, aim: str, most: int = 5) -> list[Best]:
    """The best totals of games in which the `most` wins, or the `fewest`."""
    order = "total" if aim == "fewest" else "total desc"
    sql = f"""select total, name, person, table_id, at from places
              where game = ? and counts = 1 and aim = ? order by {order}, at, table_id, seat limit ?"""
    return [Best(*row) for row in db.execute(sql, [game, aim, most])]


def endings(db: Database, game: str, most: int = MOST) -> list[Ending]:
    """How a game ended, by the number of seats and the options, what was played most often first."""
    sql = """select seats, options, count(*), sum(outcome = 'won'), sum(outcome = 'lost'), sum(outcome = 'nobody')
             from chronicle where game = ? and hidden = 0 and outcome in ('won', 'lost', 'nobody')
             group by seats, options order by 3 desc, 1, 2 limit ?"""
    return [Ending(*row) for row in db.execute(sql, [game, most])]


def boasts_of_game(
    db: Database, game: str, counted: Mapping[str, Counted], most: int = MOST
) -> dict[str, list[Boasted]]:
    """What is boasted of in a game: of each kind the foremost, as it is `counted`."""
    return {what: found for what, how in counted.items() if (found := _boasted(db, game, what, how, most))}


ORDER = {
    "times": "count(*) desc",
    "sum": "sum(amount) desc",
    "most": "max(amount) desc",
    "least": "min(amount)",
    "mean": "avg(amount) desc",
}


def _boasted(db: Database, game: str, what: str, how: Counted, most: int) -> list[Boasted]:
    by = how.by
    sql = f"""select what, count(*), sum(amount), max(amount), min(amount), game, {by} from boasts
              where game = ? and counts = 1 and what = ? and {by} is not null and {by} <> ''
              group by {by} order by {ORDER[how.how]}, count(*) desc, {by} limit ?"""
    rows = db.execute(sql, [game, what, most]).fetchall()
    if by == "word":
        return [Boasted(*row) for row in rows]
    known = by_id(db, [row[-1] for row in rows])
    return [Boasted(*(*row[:-1], "", known[row[-1]])) for row in rows]


# --- several people --------------------------------------------------------------------------------------------------


def regulars(db: Database, most: int = 50, skip: int = 0, among: Sequence[int] | None = None) -> list[Tally]:
    """Who has played most, over all games; only those `among`, if that is said."""
    only = "" if among is None else f"and person in ({_marks(among)})"
    sql = f"""select person, count(*), sum(won), max(at) from places where person is not null and counts = 1 {only}
              group by person order by 2 desc, person limit ? offset ?"""
    rows = db.execute(sql, [*(among or ()), most, skip]).fetchall()
    known = by_id(db, [row[0] for row in rows])
    return [Tally(played, won, {}, at, person=known[id]) for id, played, won, at in rows]


def matrix(db: Database, persons: Sequence[int], game: str = "") -> dict[tuple[int, int], tuple[int, int, int]]:
    """For any two of these: how often the first was ahead of the second, level, behind."""
    among = f"({_marks(persons)})"
    sql = f"""select a.person, b.person, sum(a.place < b.place), sum(a.place = b.place), sum(a.place > b.place)
              from places a join places b on b.table_id = a.table_id and b.seat <> a.seat
              where a.counts = 1 and a.person in {among} and b.person in {among} {"and a.game = ?" if game else ""}
              group by 1, 2"""
    rows = db.execute(sql, [*persons, *persons, *([game] if game else [])])
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


def series(db: Database, since: str, until: str) -> list[Series]:
    """The series of two games and more between two moments, in the order in which they were played."""
    sql = """select p.table_id, p.game, name, person, total, won from places p
             where at >= ? and at < ? and counts = 1 order by at, p.table_id, name"""
    found = []
    for _, rows in groupby(db.execute(sql, [since, until]), key=lambda row: row[0]):
        found.append([tuple(row) for row in rows])
    told = []
    for (game, who), together in groupby(found, key=_played_by):
        some = list(together)
        if len(some) > 1:
            totals = tuple(tuple(row[4] for row in rows) for rows in some)
            won = tuple(tuple(bool(row[5]) for row in rows) for rows in some)
            told.append(Series(game, tuple(name for name, _ in who), tuple(id for _, id in who), totals, won))
    return told


def _played_by(rows: Sequence[tuple[Any, ...]]) -> tuple[str, tuple[tuple[str, int | None], ...]]:
    return rows[0][1], tuple((row[2], row[3]) for row in rows)


def _marks(values: Sequence[Any]) -> str:
    return ",".join("?" * len(values))
