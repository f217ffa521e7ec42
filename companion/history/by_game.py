"""Statistics of one game."""

from collections.abc import Mapping, Sequence

from companion.games.ledger import HighlightRule
from companion.group.people import Person, by_id
from companion.history.tallies import MOST, PLACES_DIFFER, Best, Ending, HighlightTally, Tally
from companion.storage.database import Database, marks
from companion.storage.projection import IS_OVER


def of_game(db: Database, group: int, game: str, most: int = MOST) -> list[Tally]:
    """Who has won a game most often, with all their places: a game that all have won together, or lost, has none."""
    sql = """select person, count(*), sum(won), max(at) from places
             where group_id = ? and game = ? and counts = 1 and person is not null
             group by person order by 3 desc, 2, person limit ?"""
    rows = db.execute(sql, [group, game, most])
    people, places = by_id(db, group, [row[0] for row in rows]), _places(db, group, game, [row[0] for row in rows])
    return [Tally(played, won, places[id], last_at, game, people[id]) for id, played, won, last_at in rows]


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
    """The longest runs of games won, each with whose it was; two games and more."""
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
    sql = f"""select total, name, person, table_id, at from places
              where group_id = ? and game = ? and counts = 1 and place is not null and aim = ?
              order by {order}, at, table_id, seat limit ?"""
    return [Best(*row) for row in db.execute(sql, [group, game, aim, most])]


OUTCOMES = ", ".join(f"sum(case outcome when '{how}' then 1 else 0 end)" for how in ("won", "lost", "nobody"))


def endings(db: Database, group: int, game: str, most: int = MOST) -> list[Ending]:
    """How a game ended, by the number of seats and the options, what was played most often first."""
    sql = f"""select seats, options, count(*), {OUTCOMES}
             from chronicle where group_id = ? and game = ? and hidden = 0 and {IS_OVER}
             group by seats, options order by 3 desc, 1, 2 limit ?"""
    return [Ending(*row) for row in db.execute(sql, [group, game, most])]


def highlights_of_game(
    db: Database, group: int, game: str, counted: Mapping[str, HighlightRule], most: int = MOST
) -> dict[str, list[HighlightTally]]:
    """The highlights of a game: of each kind the foremost, as it is `counted`."""
    return {what: tallies for what, how in counted.items() if (tallies := _tallied(db, group, game, what, how, most))}


HANGS_ON = {"person": "person is not null", "word": "word <> ''"}
ORDER = {
    "times": "count(*) desc",
    "sum": "sum(amount) desc",
    "most": "max(amount) desc",
    "least": "min(amount)",
    "mean": "avg(amount) desc",
}


def _tallied(db: Database, group: int, game: str, what: str, how: HighlightRule, most: int) -> list[HighlightTally]:
    by = how.by
    sql = f"""select what, count(*), sum(amount), max(amount), min(amount), game, {by} from boasts
              where group_id = ? and game = ? and counts = 1 and what = ? and {HANGS_ON[by]}
              group by what, game, {by} order by {ORDER[how.how]}, count(*) desc, {by} limit ?"""
    rows = db.execute(sql, [group, game, what, most])
    if by == "word":
        return [HighlightTally(*row) for row in rows]
    people = by_id(db, group, [row[-1] for row in rows])
    return [HighlightTally(*(*row[:-1], "", people[row[-1]])) for row in rows]
