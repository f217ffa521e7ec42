"""Long sheets: lines written straight into the file, as if all of them had been reported."""

from collections.abc import Sequence

from companion.storage import log
from companion.storage.database import Database
from companion.storage.log import Header
from companion.table.open_round import HOST
from tests.support.api import Move


def bonus(number: int, track: str = "points", seats: int = 4) -> Move:
    """A hand-written entry; eight of them in a row cancel out."""
    by = 1 if number % (2 * seats) < seats else -1
    return {"move": "adjust", "seat": number % seats, "track": track, "by": by, "why": "a bet"}


def lengthen(db: Database, header: Header, moves: Sequence[Move]) -> None:
    """Append these to the lines of a table, which nobody has in memory; the host has reported them."""
    rows_before = log.rows(db, header.id)
    before = rows_before[-1] if rows_before else None
    number, last = (before.line, before.hash) if before else (0, log.first_hash(header))
    rows = []
    for line, plain in enumerate(moves, number + 1):
        move, key = log.to_json(plain), f"long-{line:05d}"
        last = log.line_hash(last, line, move, header.opened_at, HOST, key)
        rows.append((header.id, line, move, header.opened_at, HOST, key, last))
    db.executemany("insert into lines values (?, ?, ?, ?, ?, ?, ?)", rows)
