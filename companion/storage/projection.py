"""The projection: finished and running games as rows for the history and the statistics."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

from msgspec import Struct

from companion.games import GAMES
from companion.games.ledger import OVER, Highlight
from companion.storage import log
from companion.storage.database import Database, Rows, marks
from companion.storage.identifiers import moment, moment_or_epoch, utc_time
from companion.storage.log import OF_EVENING, Header, Row, first_people, to_json
from companion.table.model import Table
from companion.table.result import is_closed, result
from companion.table.visibility import secrets_open
from companion.table.words import open_words

TABLES = ("boasts", "places", "chronicle")
IS_OVER = f"outcome in {OVER}"  # a condition on rows of the chronicle
PAUSE, SHORTEST = timedelta(minutes=10), timedelta(seconds=60)  # a program reports a whole game in a moment


class Closing(Struct, frozen=True):
    """The end of a table: its result, also as it is sealed, the aim, the highlights, whether a secret is left, and the
    words that everybody may read."""

    result: dict[str, Any]
    sealed: str
    aim: str
    highlights: tuple[Highlight, ...]
    secrets: bool
    words: str


def closing(table: Table) -> Closing | None:
    """The end of a table; None while it is played. Only a game that is over has highlights, not one that broke off."""
    if not is_closed(table):
        return None
    outcome = result(table)
    highlights = table.game.highlights(table.state) if outcome["over"] else ()
    aim = table.game.aim(table.state)
    return Closing(outcome, to_json(outcome), aim, highlights, secrets_open(table), open_words(table))


class Span(Struct, frozen=True):
    """The time at which a table was first closed, empty if it never was, and the seconds of play, None if not known."""

    ended_at: str = ""
    seconds: int | None = None


def span(db: Database, table_id: str) -> Span:
    """The `Span` of a table, by its lines up to its first seal."""
    line, ended_at = log.first_seal(db, table_id)
    return Span(ended_at, played_seconds(log.moments(db, table_id, line)))


def played_seconds(moments: Iterable[str]) -> int | None:
    """The seconds between the moments of lines, as one line follows the other; None under `SHORTEST`.

    A gap over `PAUSE`, and one by a clock that was set back, counts nothing.

    >>> played_seconds(f"2026-01-01T{clock}:00Z" for clock in ("20:00", "20:10", "20:31", "20:30", "20:35"))
    900
    """
    times = [utc_time(text) for text in moments if moment(text)]
    gaps = (after - before for before, after in pairwise(times))
    played = sum((gap for gap in gaps if timedelta(0) < gap <= PAUSE), timedelta())
    return played // timedelta(seconds=1) if played >= SHORTEST else None


def places_in(outcome: dict[str, Any]) -> Sequence[int | None]:
    """The place of each seat in a result; None where all have lost together."""
    places: list[int | None] = outcome["places"]
    return [None] * len(places) if outcome["outcome"] == "lost" else places


def opening(header: Header) -> tuple[str, str, str]:
    """The columns of a table as it was opened: the time, the game, and as JSON its options but for `PER_TABLE`."""
    beside = GAMES[header.game].Options.PER_TABLE
    options = {name: value for name, value in header.options.items() if name not in beside}
    return moment_or_epoch(header.opened_at), header.game, to_json(options)


def insert_table(db: Database, header: Header) -> None:
    opened_at, game, options = opening(header)
    sql = "insert into chronicle (table_id, group_id, at, game, seats, options) values (?, ?, ?, ?, ?, ?)"
    db.execute(sql, [header.id, header.group, opened_at, game, len(header.seats), options])
    people = [_canonical_id(db, person) for person in header.people or [None] * len(header.seats)]
    seats = [
        (header.id, header.group, seat, person, name, header.game, opened_at)
        for seat, (person, name) in enumerate(zip(people, header.seats, strict=True))
    ]
    sql = "insert into places (table_id, group_id, seat, person, name, game, at) values (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(sql, seats)


def _canonical_id(db: Database, person: int | None) -> int | None:
    row = db.execute("select same_as from people where id = ?", [person]).first()
    return row[0] if row and row[0] else person


def reseat(db: Database, group: int, persons: Sequence[int]) -> None:
    """Set the person of each seat and highlight of these people again, after a merge or split."""
    sql = "select id, coalesce(same_as, id) from people where group_id = ?"
    same: dict[int | None, int] = dict(db.execute(sql, [group]))
    sql = f"select distinct table_id from places where group_id = ? and person in ({marks(persons)})"
    for (id,) in db.execute(sql, [group, *persons]):
        seated = [(same.get(person), id, seat) for seat, person in enumerate(first_people(db, id))]
        for name in ("places", "boasts"):
            db.executemany(f"update {name} set person = ? where table_id = ? and seat = ?", seated)


def add_line(db: Database, header: Header, row: Row, ended: Closing | None, was_closed: bool, before: str = "") -> None:
    """Append a line to the log, `before` as there, and store the outcome that it gives or takes back (`was_closed`)."""
    log.add_line(db, header, row, ended.sealed if ended else None, before)
    if ended is not None or was_closed:
        seal(db, header.id, row.line, span(db, header.id), ended)


def seal(db: Database, table_id: str, line: int, span: Span, ended: Closing | None) -> None:
    """Store the outcome at the closing line; reopen the table if `ended` is None."""
    db.execute("delete from boasts where table_id = ?", [table_id])
    if ended is None:
        sql = """update chronicle set line = null, ended_at = null, outcome = 'playing', aim = 'most', secrets = 1,
                 seconds = null, rounds = null, words = null where table_id = ?"""
        db.execute(sql, [table_id])
        sql = "update places set counts = 0, aim = 'most', place = null, total = null, won = null where table_id = ?"
        db.execute(sql, [table_id])
        return
    sql = """update chronicle set line = ?, ended_at = ?, outcome = ?, aim = ?, secrets = ?, seconds = ?, rounds = ?,
             words = ? where table_id = ?"""
    outcome = ended.result
    how = [outcome["outcome"], ended.aim, int(ended.secrets), span.seconds, outcome["round"], ended.words]
    db.execute(sql, [line, moment(span.ended_at), *how, table_id])
    sql = "update places set place = ?, total = ?, won = ?, aim = ?, counts = ? where table_id = ? and seat = ?"
    counts = int(outcome["over"] and not is_hidden(db, table_id))
    places = [
        (place, total, int(seat in outcome["winners"]), ended.aim, counts, table_id, seat)
        for seat, (place, total) in enumerate(zip(places_in(outcome), outcome["totals"], strict=True))
    ]
    db.executemany(sql, places)
    sql = """insert into boasts (table_id, group_id, game, what, seat, person, amount, word, other, counts)
             select c.table_id, c.group_id, c.game, ?, ?, person, ?, ?, ?, 1 - c.hidden
             from chronicle c left join places p on p.table_id = c.table_id and p.seat = ? where c.table_id = ?"""
    highlights = [(one.what, one.seat, one.amount, one.word, one.other, one.seat, table_id) for one in ended.highlights]
    db.executemany(sql, highlights)


def confirm(db: Database, table_id: str) -> None:
    """Commit something of a table: once that is on all disks, so is what was committed before."""
    db.execute("update chronicle set hidden = hidden where table_id = ?", [table_id])


def hide(db: Database, table_id: str, hidden: bool) -> None:
    """Leave a game out of all pages and sums, or count it again. Its lines stay."""
    db.execute("update chronicle set hidden = ? where table_id = ?", [int(hidden), table_id])
    is_over = bool(db.execute(f"select 1 from chronicle where table_id = ? and {IS_OVER}", [table_id]))
    for name in ("places", "boasts"):
        db.execute(f"update {name} set counts = ? where table_id = ?", [int(is_over and not hidden), table_id])


def is_hidden(db: Database, table_id: str) -> bool:
    row = db.execute("select hidden from chronicle where table_id = ?", [table_id]).first()
    return bool(row and row[0])


def forget(db: Database, table_id: str) -> None:
    for name in TABLES:
        db.execute(f"delete from {name} where table_id = ?", [table_id])


def forget_all(db: Database) -> None:
    """Delete the rows of all tables, whatever their indexes say."""
    for name in TABLES:
        db.execute(f"delete from {name}")


def stored_rows(db: Database, table_id: str) -> list[Rows]:
    orders = {
        "chronicle": "1",
        "places": "seat",
        "boasts": "what, coalesce(seat, -1), word, amount, coalesce(other, -1)",
    }
    sql = "select * from {} where table_id = ? order by {}"
    return [db.execute(sql.format(name, order), [table_id]) for name, order in orders.items()]


def last_ended_at(db: Database, evening: int) -> str | None:
    """The moment at which a game of an evening was over or broke off, the newest one; None if none has."""
    sql = f"select max(ended_at) from chronicle join tables on id = table_id where {OF_EVENING}"
    moment_text: str | None = db.execute(sql, [evening, evening]).first()[0]
    return moment_text


class Ended(Struct, frozen=True):
    """A game of an evening that is over: per seat the person, the total, and whether it won."""

    table_id: str
    code: str
    game: str
    persons: list[int | None] = []
    totals: list[int] = []
    won: list[bool] = []


def ended(db: Database, evening: int) -> list[Ended]:
    """The games of an evening that are over, the oldest first. A resumed game belongs to its last evening."""
    sql = f"""select table_id, code, c.game, person, total, won
              from chronicle c join places using (table_id) join tables on id = table_id
              where {IS_OVER} and {OF_EVENING} order by c.at, table_id, seat"""
    games: dict[str, Ended] = {}
    for table_id, code, game, person, total, won in db.execute(sql, [evening, evening]):
        row = games.setdefault(table_id, Ended(table_id, code, game))
        row.persons.append(person)
        row.totals.append(total or 0)
        row.won.append(bool(won))
    return list(games.values())
