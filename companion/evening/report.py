"""A line that is reported: checked, folded, and written with what it changes."""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.evening.rows import Act, change, changed_by_league, newer_version
from companion.games.moves import Move, Refused
from companion.group.groups import check_not_forgotten
from companion.storage import identifiers, log, projection
from companion.storage.database import Database
from companion.storage.log import Row
from companion.storage.store import Job
from companion.storage.stored_table import LiveTable
from companion.table.corrections import is_corrected_since
from companion.table.fold import append
from companion.table.limits import check_length, is_long
from companion.table.model import Correct, Table
from companion.table.moves import move_to_json
from companion.table.open_round import Caller, corrected
from companion.table.questions import is_stale
from companion.table.result import is_closed

AlsoOfMove = Callable[[Database, Table], Act | None]  # with the table after the move; what it does at the evening


class Report(NamedTuple):
    """A line as it is brought. `caller` is asked only for a correction, and for a key that is there already."""

    move: Move
    key: str
    seen: int | None
    reporter: str
    caller: Callable[[], Caller]
    kept: frozenset[int]


class Folded(NamedTuple):
    """A line that fits a table: the table before it and with it, how that ended, if it did, and the move as stored."""

    before: Table
    after: Table
    ended: projection.Closing | None
    written: str


def earlier_line(live: LiveTable, report: Report) -> int | None:
    """The line that has this key already; Refused if it says something else, or somebody else wrote it."""
    row = live.by_key.get(report.key)
    if row is None:
        return None
    brought = json.loads(log.to_json(move_to_json(report.move)))
    is_same = _without(report.kept, json.loads(row.move)) == _without(report.kept, brought)
    if row.reporter not in report.caller().names or not is_same:
        raise Refused("key-reused")
    return row.line


def earlier_lines(live: LiveTable, reports: Sequence[Report]) -> int | None:
    """The last of the lines that were brought together before; Refused if not all of them were."""
    lines = [earlier_line(live, report) for report in reports]
    if None in lines and any(lines):
        raise Refused("key-reused")
    return lines[-1]


def _without(kept: frozenset[int], line: dict[str, Any]) -> dict[str, Any]:
    """A correction without the old moves of the lines `kept`, which may be secret, and others by now."""
    if not kept or "lines" not in line:
        return line
    given = [[n, reads[:1] if n in kept and isinstance(reads, list) else reads] for n, reads in line["lines"]]
    return line | {"lines": given}


def is_slow(live: LiveTable, report: Report) -> bool:
    """Whether a report must be folded on a worker thread: it folds a long sheet again."""
    rereads = isinstance(report.move, Correct)
    rereads = rereads or (report.seen is not None and is_corrected_since(live.table, report.seen))
    return report.key not in live.by_key and rereads and is_long(live.table)


def folded(table: Table, report: Report, rows: Sequence[Row]) -> Folded:
    """A line folded; Refused if it came late, is too long, does not fit, or could tell a secret. `rows`: its lines."""
    if report.seen is not None and is_stale(table, report.seen, report.move):
        raise Refused("stale")
    check_length(table, report.move)
    if isinstance(report.move, Correct):
        after = corrected(table, report.move, report.caller(), [row.reporter for row in rows], report.kept)
    else:
        after = append(table, report.move)
    return Folded(table, after, projection.closing(after), log.to_json(move_to_json(report.move)))


def folded_together(live: LiveTable, reports: Sequence[Report]) -> list[Folded]:
    """Lines folded one behind the other; Refused, as in `folded`, if one of them is."""
    lines: list[Folded] = []
    for report in reports:
        lines.append(folded(lines[-1].after if lines else live.table, report, live.rows))
    return lines


def new_rows(live: LiveTable, reports: Sequence[Report], lines: Sequence[Folded]) -> list[Row]:
    """The rows that store reports, folded, as the next lines of a table, reported now."""
    rows: list[Row] = []
    reported_at = identifiers.now()
    for number, (report, line) in enumerate(zip(reports, lines, strict=True), live.line + 1):
        before, move = rows[-1].hash if rows else live.hash, line.written
        hash = log.line_hash(before, number, move, reported_at, report.reporter, report.key)
        rows.append(Row(number, move, reported_at, report.reporter, report.key, hash))
    return rows


def writing(live: LiveTable, rows: Sequence[Row], lines: Sequence[Folded], also: AlsoOfMove) -> Job:
    """The job that writes lines, their outcomes, and does `also`; Refused if its group was forgotten.

    It returns the version to which the lines alone have raised the table's evening, None where more has; and the other
    evenings of the group that show what a game has changed in a league, of which it now counts otherwise.
    """

    def write(db: Database) -> tuple[int | None, list[int]]:
        evening = live.header.evening
        check_not_forgotten(db, live.header.group)
        before, counts_otherwise = live.hash, False
        for row, folded in zip(rows, lines, strict=True):
            was_closed = is_closed(folded.before)
            projection.add_line(db, live.header, row, folded.ended, was_closed, before)
            before, counts_otherwise = row.hash, counts_otherwise or was_closed or folded.ended is not None
        others = changed_by_league(db, live.header.group, evening) if counts_otherwise else []
        act = also(db, lines[-1].after)
        if evening is None:
            return None, others
        if act is None:
            return newer_version(db, evening), others
        change(db, evening, act)
        return None, others

    return write
