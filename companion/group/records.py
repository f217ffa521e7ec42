"""Games from elsewhere: a record is stored as a table of a group, with its lines, seals and rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.games.moves import Move
from companion.storage import log, projection
from companion.storage.database import Database
from companion.storage.identifiers import table_id
from companion.storage.log import Header, Row
from companion.table.fold import append, open_table
from companion.table.model import move_of
from companion.table.moves import move_to_json
from companion.table.record import Record

Endings = Sequence[projection.Closing | None]


def endings(record: Record) -> Endings:
    """The `Closing` of a record's table after each of its lines: the slow part of storing it, without a database."""
    so_far, after = open_table(record.table.game, record.table.seats, record.table.options), []
    for line in record.table.lines:
        so_far = append(so_far, move_of(line))
        after.append(projection.closing(so_far))
    return after


def add(
    db: Database,
    group: int,
    id: str,
    record: Record,
    ended_after: Endings,
    people: Sequence[int | None],
    opened_at: str,
) -> None:
    """Store a record under an id that is new in the group. `people`: the person of each seat.

    `ended_after`: its `endings`, computed before the database is locked.
    """
    for step in steps(group, id, record, ended_after, people, opened_at):
        step(db)


def steps(
    group: int, id: str, record: Record, ended_after: Endings, people: Sequence[int | None], opened_at: str
) -> Iterator[Callable[[Database], object]]:
    """As `add`, in steps of one line each, which need not be in one transaction."""
    laid: list[Header] = []

    def lay(db: Database) -> None:
        header = replace(log.new_header(db, group, record.table, None, people), id=table_id(group, id))
        laid.append(replace(header, opened_at=opened_at))
        log.add_table(db, laid[0])
        projection.insert_table(db, laid[0])

    yield lay
    closed = False
    for ended, row in zip(ended_after, rows(laid[0], map(move_of, record.table.lines), record.notes), strict=True):
        yield partial(projection.add_line, header=laid[0], row=row, ended=ended, was_closed=closed)
        closed = ended is not None


def rows(header: Header, moves: Iterable[Move], notes: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    """The moves of a record as stored lines in a hash chain, each with its note."""
    before = log.first_hash(header)
    for number, (read, note) in enumerate(zip(moves, notes, strict=True), 1):
        move = log.to_json(move_to_json(read))
        noted = text(note.get("at")) or header.opened_at, text(note.get("reporter"))
        key = f"import-{number}"
        before = log.line_hash(before, number, move, *noted, key)
        yield Row(number, move, *noted, key, before)


def text(note: Any) -> str:
    """A note of a record as text; empty if it is none."""
    return note if isinstance(note, str) else ""
