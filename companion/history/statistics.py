"""Statistics of a group, of one game, and of those whom a person met."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games import GAMES
from companion.games.ledger import HighlightRule
from companion.group.people import Person, by_id
from companion.history.search import Game, OfGame
from companion.storage.database import Database, marks
from companion.storage.identifiers import record_id
from companion.storage.projection import IS_OVER

MOST = 10
LAST = 20  # games from which it is told how long one usually takes
# Of a row of places: not everybody at its table has won, or all have, but not with as many points.
PLACES_DIFFER = """exists (select 1 from places beside where beside.table_id = places.table_id
                           and (beside.won = 0 or beside.place > 1))"""
# Of two rows of places, a and b, at the same tables: how often the first was ahead, level, behind.
COMPARED = ", ".join(f"sum(case when a.place {than} b.place then 1 else 0 end)" for than in "<=>")


RATED = 5  # games: from so many on a list goes by what there was for each, and below a line by sums
Rated = tuple[bool, float]


def score_of(sum: int, played: int) -> Rated:
    """The value by which a sum over a number of games is ranked."""
    return (True, sum / played) if played >= RATED else (False, sum)


def by_score(sum: str, played: str) -> str:
    """The SQL order by `score_of`, the best first; equal scores are equal."""
    is_rated = f"case when {played} >= {RATED}"
    return f"{is_rated} then 0 else 1 end, {is_rated} then {sum} * 1.0 / {played} else {sum} end desc"


def by_rate(sum: str, played: str) -> str:
    """The SQL order by `score_of`, the best first; of equal scores the greater sum, then the fewer games."""
    return f"{by_score(sum, played)}, {sum} desc, {played}"


class Tally(Struct, frozen=True):
    """Games of one person and kind. One that all have won or lost together gives no place, unless it has points."""

    played: int
    won: int
    places: dict[int, int]
    last_at: str
    game: str = ""
    person: Person | None = None

    @property
    def rated(self) -> Rated:
        return score_of(self.won, self.played)


class Rival(Struct, frozen=True):
    """A person whom another met: in how many games, of them ahead, level, behind, and all lost."""

    person: Person
    together: int
    ahead: int
    level: int
    behind: int
    lost: int

    @property
    def compared(self) -> tuple[int, int, int]:
        return self.ahead, self.level, self.behind

    @property
    def lead(self) -> int:
        """The games in which the person was ahead, less those behind."""
        return self.ahead - self.behind


class Streak(Struct, frozen=True):
    longest: int
    lasting: int


class HighlightTally(Struct, frozen=True):
    """A highlight over many games: how often, sum, most, least, in how many games; for a person or a word.

    `played`: how many such games a person has played, with it or without.
    """

    what: str
    times: int
    sum: int
    most: int
    least: int
    games: int
    game: str
    played: int = 0
    word: str = ""
    person: Person | None = None
    table_id: str = ""

    @property
    def id(self) -> str:
        """The id of a game that holds the most or the least; empty of what is counted over several."""
        return record_id(self.table_id)

    @property
    def mean(self) -> float:
        return self.sum / self.times

    @property
    def rate(self) -> float | None:
        """The sum for each game that a person has played; None for fewer than `RATED`."""
        return self.sum / self.played if self.played >= RATED else None

    @property
    def rated(self) -> Rated:
        return score_of(self.sum, self.played)


class Boast(Struct, frozen=True):
    """A highlight of a person, counted by `how`, and its rank among the `people` who have one."""

    tally: HighlightTally
    how: str
    rank: int
    people: int


class Best(OfGame, frozen=True):
    total: int
    name: str
    person: int | None


class Ending(Struct, frozen=True):
    seats: int
    options: str
    played: int
    won: int
    lost: int
    nobody: int


def regulars(
    db: Database, group: int, most: int = 50, skip: int = 0, among: Sequence[int] | None = None
) -> list[Tally]:
    """The people with the most games; only those `among`, if given."""
    only = "" if among is None else f"and person in ({marks(among)})"
    sql = f"""select person, count(*), sum(won), max(at) from places
              where group_id = ? and person is not null and counts = 1 {only}
              group by person order by 2 desc, person limit ? offset ?"""
    rows = db.execute(sql, [group, *(among or ()), most, skip])
    people = by_id(db, group, [row[0] for row in rows])
    return [Tally(played, won, {}, last_at, person=people[id]) for id, played, won, last_at in rows]


def games_played(db: Database, group: int) -> dict[int, int]:
    sql = "select person, count(*) from places where group_id = ? and person is not null group by person"
    return dict(db.execute(sql, [group]))


def matrix(
    db: Database, group: int, persons: Sequence[int], game: str = ""
) -> dict[tuple[int, int], tuple[int, int, int]]:
    """The meetings of each pair of these people: how often the first was ahead of the second, level, behind."""
    among = f"({marks(persons)})"
    sql = f"""select a.person, b.person, {COMPARED}
              from places a join places b on b.table_id = a.table_id and b.seat <> a.seat
              where a.group_id = ? and a.counts = 1 and a.place is not null
              and a.person in {among} and b.person in {among}
              {"and a.game = ?" if game else ""}
              group by 1, 2"""
    rows = db.execute(sql, [group, *persons, *persons, *([game] if game else [])])
    return {(one, other): (ahead, level, behind) for one, other, ahead, level, behind in rows}


Pair = tuple[int, int, int, int, int]


def pair(db: Database, table_id: str) -> Pair | None:
    """The seats of the two people who came first in a game that is over, and how often the first was ahead of the other
    in all games, level, behind: the first is who was ahead more often. None if there are no two, or all have lost.

    One read, unlike `portrait.score`: screens of a tap ask for it.
    """
    sql = f"""select first.seat, second.seat, {COMPARED}
              from (select * from places where table_id = ? and counts = 1 and place is not null and person is not null
                    order by place, seat limit 1) as first
              join (select * from places where table_id = ? and counts = 1 and place is not null and person is not null
                    order by place, seat limit 1 offset 1) as second on second.person <> first.person
              join places a on a.group_id = first.group_id and a.person = first.person and a.counts = 1
              join places b on b.table_id = a.table_id and b.person = second.person
              where a.place is not null group by first.seat, second.seat"""
    row = db.execute(sql, [table_id, table_id]).first()
    return (row[1], row[0], row[4], row[3], row[2]) if row and row[4] > row[2] else row


class Series(Struct, frozen=True):
    """Consecutive games of one kind by the same people: totals and winners of each."""

    game: str
    names: tuple[str, ...]
    persons: tuple[int | None, ...]
    totals: tuple[tuple[int, ...], ...]
    won: tuple[tuple[bool, ...], ...]

    @property
    def wins(self) -> list[int]:
        return [sum(game) for game in zip(*self.won, strict=True)]


def series(db: Database, group: int, since: str, until: str) -> list[Series]:
    sql = """select p.table_id, p.game, coalesce(people.name, p.name), person, total, won
             from places p left join people on people.id = person
             where p.group_id = ? and at >= ? and at < ? and counts = 1 order by at, p.table_id, 3"""
    rows_by_table = groupby(db.execute(sql, [group, since, until]), key=lambda row: row[0])
    tables, several = [list(rows) for _, rows in rows_by_table], []
    for (game, who), together in groupby(tables, key=_played_by):
        some = list(together)
        if len(some) > 1:
            totals = tuple(tuple(row[4] for row in rows) for rows in some)
            won = tuple(tuple(bool(row[5]) for row in rows) for rows in some)
            several.append(Series(game, tuple(name for name, _ in who), tuple(id for _, id in who), totals, won))
    return several


def _played_by(rows: Sequence[tuple[Any, ...]]) -> tuple[str, tuple[tuple[str, int | None], ...]]:
    return rows[0][1], tuple((row[2], row[3]) for row in rows)


def of_game(db: Database, group: int, game: str, most: int = MOST) -> list[Tally]:
    """The people in a game by their rate of wins, then those with few games by their wins, with their places; a game
    that all won or lost together has none."""
    sql = f"""select person, count(*), sum(won), max(at) from places
              where group_id = ? and game = ? and counts = 1 and person is not null
              group by person order by {by_rate("sum(won)", "count(*)")}, person limit ?"""
    rows = db.execute(sql, [group, game, most])
    people, places = by_id(db, group, [row[0] for row in rows]), _places(db, group, game, [row[0] for row in rows])
    return [Tally(played, won, places[id], last_at, game, people[id]) for id, played, won, last_at in rows]


def usual_minutes(db: Database, group: int, game: str, seats: int) -> tuple[int, bool] | None:
    """The median length of the last games with this number of `seats`, and True; else of the last of all, and False."""
    for is_alike in (True, False):
        sql = f"""select seconds from chronicle where group_id = ? and game = ? and hidden = 0 and seconds is not null
                  and {IS_OVER} {"and seats = ?" if is_alike else ""}
                  order by at desc limit {LAST}"""
        lengths = [seconds for (seconds,) in db.execute(sql, [group, game, *([seats] if is_alike else [])])]
        if lengths:
            return max(1, round(median(lengths) / 60)), is_alike
    return None


def _places(db: Database, group: int, game: str, persons: Sequence[int]) -> dict[int, dict[int, int]]:
    counts: dict[int, dict[int, int]] = {person: {} for person in persons}
    sql = f"""select person, place, count(*) from places
              where group_id = ? and game = ? and counts = 1 and place is not null and person in ({marks(persons)})
                    and {PLACES_DIFFER}
              group by person, place order by person, place"""
    for person, place, times in db.execute(sql, [group, game, *persons]):
        counts[person][place] = times
    return counts


def streaks(db: Database, group: int, game: str, most: int = MOST) -> list[tuple[Person, int]]:
    """The longest runs of at least two wins, each with its person."""
    sql = """
        select person, max(run) from (
            select person, count(*) as run from (
                select person, won, row_number() over (partition by person order by at, table_id)
                     - row_number() over (partition by person, won order by at, table_id) as island
                from places where group_id = ? and game = ? and counts = 1 and person is not null) as rows
            where won = 1 group by person, island) as runs
        group by person having max(run) > 1 order by 2 desc, person limit ?
    """
    rows = db.execute(sql, [group, game, most])
    people = by_id(db, group, [row[0] for row in rows])
    return [(people[id], run) for id, run in rows]


def best(db: Database, group: int, game: str, aim: str, most: int = 5) -> list[Best]:
    """The best totals of games in which the `most` wins, or the `fewest`."""
    order = "total" if aim == "fewest" else "total desc"
    sql = f"""select table_id, at, game, total, name, person from places
              where group_id = ? and game = ? and counts = 1 and place is not null and aim = ?
              order by {order}, at, table_id, seat limit ?"""
    return [Best(*row) for row in db.execute(sql, [group, game, aim, most])]


OUTCOMES = ", ".join(f"sum(case outcome when '{how}' then 1 else 0 end)" for how in ("won", "lost", "nobody"))


def endings(db: Database, group: int, game: str, most: int = MOST) -> list[Ending]:
    """Outcomes of a game by the number of seats and the options, the most frequent first."""
    sql = f"""select seats, options, count(*), {OUTCOMES}
             from chronicle where group_id = ? and game = ? and hidden = 0 and {IS_OVER}
             group by seats, options order by 3 desc, 1, 2 limit ?"""
    return [Ending(*row) for row in db.execute(sql, [group, game, most])]


def highlights_of_game(
    db: Database, group: int, game: str, counted: Mapping[str, HighlightRule], most: int = MOST
) -> dict[str, list[HighlightTally]]:
    """The highlights of a game, of each kind the foremost, as `counted` by its rule."""
    return {what: tallies for what, how in counted.items() if (tallies := _tallied(db, group, game, what, how, most))}


AMOUNTS = "count(*), sum(amount), max(amount), min(amount), count(distinct table_id)"
ORDER = {
    "times": "count(*) desc",
    "most": "max(amount) desc",
    "least": "min(amount)",
    "mean": "avg(amount) desc",
}
PLAYED = """(select person, count(*) as played from places where group_id = ? and game = ? and counts = 1
             group by person) as games"""


def _tallied(db: Database, group: int, game: str, what: str, how: HighlightRule, most: int) -> list[HighlightTally]:
    rows = [(_held(db, group, tally, how, key), key) for tally, key in _rows(db, group, game, what, how, most)]
    if how.by == "word":
        return [replace(tally, word=word) for tally, word in rows]
    people = by_id(db, group, [person for _, person in rows])
    return [replace(tally, person=people[person]) for tally, person in rows]


def _held(db: Database, group: int, tally: HighlightTally, how: HighlightRule, key: int | str) -> HighlightTally:
    """A tally of a person or word, with a game that holds it if it is the most or the least."""
    if how.how not in ("most", "least"):
        return tally
    sql = f"""select min(table_id) from boasts
              where group_id = ? and game = ? and counts = 1 and what = ? and {how.by} = ? and amount = ?"""
    row = db.execute(sql, [group, tally.game, tally.what, key, getattr(tally, how.how)]).first()
    return replace(tally, table_id=row[0])


def _rows(
    db: Database, group: int, game: str, what: str, how: HighlightRule, most: int
) -> list[tuple[HighlightTally, Any]]:
    """The tallies of one kind of highlight, the foremost first, each with its person or word."""
    if how.by == "word":
        source, played, only = "boasts", "1", "word <> ''"
    else:
        source, played, only = f"boasts join {PLAYED} on games.person = boasts.person", "max(played)", "1 = 1"
    key = f"boasts.{how.by}"
    order = by_rate("sum(amount)", played) if how.how == "sum" else ORDER[how.how]
    sql = f"""select {key}, what, {AMOUNTS}, game, {played} from {source}
              where group_id = ? and game = ? and counts = 1 and what = ? and {only}
              group by {key}, what, game order by {order}, count(*) desc, {key} limit ?"""
    values = [group, game, what] if how.by == "word" else [group, game, group, game, what]
    rows = db.execute(sql, [*values, most])
    return [(HighlightTally(*row[1:]), row[0]) for row in rows]


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


def rivals(db: Database, group: int, person: int) -> list[Rival]:
    """The people whom a person met, the most often first, and who was ahead how often."""
    sql = f"""
        select b.person, count(*), {COMPARED}, sum(case when a.place is null then 1 else 0 end)
        from places a join places b on b.table_id = a.table_id and b.seat <> a.seat
        where a.group_id = ? and a.person = ? and a.counts = 1 and b.person is not null
        group by b.person having count(a.place) > 0 order by 2 desc, b.person
    """
    rows = db.execute(sql, [group, person])
    people = by_id(db, group, [row[0] for row in rows])
    return [Rival(people[id], *numbers) for id, *numbers in rows]


def boasts(db: Database, group: int, person: int, games: Iterable[str]) -> dict[str, list[Boast]]:
    """Boasts of a person in each of these games, the best rank first."""
    return {game: own for game in games if game in GAMES and (own := _boasts(db, group, person, game))}


def _boasts(db: Database, group: int, person: int, game: str) -> list[Boast]:
    own = []
    for rule in {rule for rule in GAMES[game].HIGHLIGHTS.values() if rule.by == "person"}:
        whats = [what for what, other in GAMES[game].HIGHLIGHTS.items() if other == rule]
        order = by_score("sum(amount)", "max(played)") if rule.how == "sum" else ORDER[rule.how]
        sql = f"""select * from (
                      select rank() over (partition by what order by {order}), count(*) over (partition by what),
                             boasts.person as who, what, {AMOUNTS}, game, max(played)
                      from boasts join {PLAYED} on games.person = boasts.person
                      where group_id = ? and game = ? and counts = 1 and what in ({marks(whats)})
                      group by boasts.person, what, game) as ranked
                  where who = ?"""
        for rank, people, _, *amounts in db.execute(sql, [group, game, group, game, *whats, person]):
            own.append(Boast(_held(db, group, HighlightTally(*amounts), rule, person), rule.how, rank, people))
    return sorted(own, key=lambda boast: (boast.rank, boast.tally.what))


def newcomers(db: Database, group: int, game: Game) -> frozenset[int]:
    """The seats of people who had never finished such a game before."""
    sql = """select 1 from places where group_id = ? and person = ? and counts = 1 and game = ? and at < ? limit 1"""
    return frozenset(
        index
        for index, seat in enumerate(game.seats)
        if seat.person is not None and db.execute(sql, [group, seat.person, game.game, game.opened_at]).first() is None
    )
