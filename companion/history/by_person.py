"""Statistics of one person."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.group.people import by_id
from companion.history.search import Game
from companion.history.tallies import COMPARED, MOST, PLACES_DIFFER, HighlightTally, Rival, Streak, Tally
from companion.storage.database import Database


def of_person(db: Database, group: int, person: int) -> tuple[list[Tally], Streak]:
    """Somebody's games by kind, the most played first, and the streak over all of them."""
    sql = f"""select game, at, case when {PLACES_DIFFER} then place end, won from places
              where group_id = ? and person = ? and counts = 1 order by at, table_id"""
    rows = [tuple(row) for row in db.execute(sql, [group, person])]
    kinds: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        kinds.setdefault(row[0], []).append(row)
    tallies = [_tally(game, rows_of_kind) for game, rows_of_kind in kinds.items()]
    return sorted(tallies, key=lambda tally: (-tally.played, tally.game)), streak(bool(row[3]) for row in rows)


def _tally(game: str, rows: Sequence[tuple[Any, ...]]) -> Tally:
    places = Counter(place for _, _, place, _ in rows if place is not None)
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


def rivals(db: Database, group: int, person: int, most: int = MOST) -> list[Rival]:
    """Whom somebody has met most, and who was ahead how often."""
    sql = f"""
        select b.person, count(*), {COMPARED}
        from places a join places b on b.table_id = a.table_id and b.seat <> a.seat
        where a.group_id = ? and a.person = ? and a.counts = 1 and b.person is not null
        group by b.person having count(a.place) > 0 order by 2 desc, b.person limit ?
    """
    rows = db.execute(sql, [group, person, most])
    people = by_id(db, group, [row[0] for row in rows])
    return [Rival(people[id], *numbers) for id, *numbers in rows]


def highlights_of_person(db: Database, group: int, person: int) -> list[HighlightTally]:
    """The highlights of somebody, by game."""
    sql = """select what, count(*), sum(amount), max(amount), min(amount), game from boasts
             where group_id = ? and person = ? and counts = 1 group by game, what order by game, what"""
    return [HighlightTally(*row) for row in db.execute(sql, [group, person])]


def newcomers(db: Database, group: int, game: Game) -> frozenset[int]:
    """The seats of those people who had never played such a game to its end before."""
    sql = """select 1 from places where group_id = ? and person = ? and counts = 1 and game = ? and at < ? limit 1"""
    return frozenset(
        index
        for index, seat in enumerate(game.seats)
        if seat.person is not None and db.execute(sql, [group, seat.person, game.game, game.opened_at]).first() is None
    )
