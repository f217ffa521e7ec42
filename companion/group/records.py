"""Games from elsewhere: a record becomes a table of a group, with its lines, seals and rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from sqlite_utils import Database

from companion.games.moves import Move
from companion.storage import log, projection
from companion.storage.identifiers import table_id
from companion.storage.log import Header, Row
from companion.table.fold import append, open_table
from companion.table.model import move_of
from companion.table.moves import move_to_json
from companion.table.record import Record

Endings = Sequence[projection.Closing | None]


def endings(record: Record) -> Endings:
    """How the table of a record had ended after each of its lines: the long part of storing it, without a database."""
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
) -> Header:
    """Store a record under this id, which no record of the group has. `people`: who sat there, seat by seat.

    `ended_after`: its `endings`, which are made before, where others wait for the database.
    """
    table = record.table
    header = replace(log.new_header(db, group, table, None, people), id=table_id(group, id), opened_at=opened_at)
    log.add_table(db, header)
    projection.insert_table(db, header)
    closed = False
    for ended, row in zip(ended_after, rows(header, map(move_of, table.lines), record.notes), strict=True):
        log.add_line(db, header, row, ended.result if ended else None)
        if ended is not None or closed:
            projection.seal(db, header.id, row.line, log.first_seal(db, header.id), ended)
        closed = ended is not None
    return header


def rows(header: Header, moves: Iterable[Move], notes: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    """The moves of a record as they are stored in lines, each with what was noted of it, in a hash chain."""
    before = log.first_hash(header)
    for number, (read, note) in enumerate(zip(moves, notes, strict=True), 1):
        move = log.to_json(move_to_json(read))
        noted = text(note.get("at")) or header.opened_at, text(note.get("reporter"))
        key = f"import-{number}"
        before = log.line_hash(before, number, move, *noted, key)
        yield Row(number, move, *noted, key, before)


def text(note: Any) -> str:
    """A note of a record as text: empty if it is none."""
    return note if isinstance(note, str) else ""
