"""Results of a day at all tables: those of the groups that agreed, and of no other."""

from collections.abc import Iterator
from datetime import date

from companion.history import search
from companion.history.evenings import local_time
from companion.history.export import DAMAGED, Cell, sheet
from companion.history.search import GameFilter
from companion.history.verifying import each
from companion.storage.database import Database
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable

HEAD = ("date", "ended", "table", "group", "game", "outcome", "seat", "name", "points", "place", "won")


def agreed(db: Database) -> list[tuple[int, str]]:
    """The groups whose keepers agreed that the hall lists their results: numbers and names."""
    sql = "select id, name from groups where in_hall = 1 and forgotten_at is null order by opened_at, id"
    return list(db.execute(sql))


def results(store: Store, day: date) -> Iterator[str | None]:
    """CSV of the games of an evening's date that are over or were counted, a seat a row; None between two games.

    It begins with the mark by which Excel, and what follows it, reads UTF-8: a plain file shows other letters there. A
    damaged game has a single row that says so.
    """
    yield "\ufeff" + sheet([HEAD])
    for group, name in agreed(store.reader()):
        games = search.games(store.reader(), group, GameFilter(since=day, until=day, over=True), most=None)
        for game, live in each(store, games):
            ended = f"{local_time(game.ended_at):%H:%M}" if game.ended_at else None
            head: tuple[Cell, ...] = (f"{day}", ended, _place(store.reader(), live), name, game.game)
            seats = enumerate(game.seats)
            ends = [(game.outcome, n, seat.name, seat.total, seat.place, int(seat.won)) for n, seat in seats]
            yield sheet([(*head, *end) for end in (ends if live else [(DAMAGED, *[None] * 5)])])
            yield None


def _place(db: Database, live: LiveTable | None) -> int | None:
    """The number of the place at which the evening of a table was last; None if it was at none."""
    evening = live.header.evening if live else None
    row = db.execute("select stands_at from evenings where id = ?", [evening]).first()
    return row[0] if row else None
