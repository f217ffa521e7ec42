"""A line as it is brought to a table, and folded."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.games.moves import Move, Refused
from companion.storage import log, projection
from companion.storage.stored_table import LiveTable
from companion.table.fold import append
from companion.table.limits import check_length
from companion.table.model import Correct, Table
from companion.table.moves import move_to_json
from companion.table.open_round import Caller, corrected
from companion.table.questions import is_stale


class Report(NamedTuple):
    """A line as it is brought: the move, its key, the line that its reporter saw, and who that is."""

    move: Move
    key: str
    seen: int | None
    reporter: str
    caller: Caller
    kept: frozenset[int]


class Folded(NamedTuple):
    """A line that fits a table: the table before it and with it, and how that ended, if it did."""

    before: Table
    after: Table
    ended: projection.Closing | None


def reporters(live: LiveTable) -> list[str]:
    return [row.reporter for row in live.rows]


def earlier_line(live: LiveTable, report: Report) -> int | None:
    """The line that has this key already; Refused if it says something else, or somebody else wrote it."""
    row = live.by_key.get(report.key)
    if row is None:
        return None
    brought = json.loads(log.to_json(move_to_json(report.move)))
    is_same = _without(report.kept, json.loads(row.move)) == _without(report.kept, brought)
    if row.reporter not in report.caller.names or not is_same:
        raise Refused("key-reused")
    return row.line


def _without(kept: frozenset[int], line: dict[str, Any]) -> dict[str, Any]:
    """What somebody brought; not what stands in the lines `kept`, which may be secret, and another by now."""
    if not kept or "lines" not in line:
        return line
    given = [[n, reads[:1] if n in kept and isinstance(reads, list) else reads] for n, reads in line["lines"]]
    return line | {"lines": given}


def folded(table: Table, report: Report, reporters: Sequence[str]) -> Folded:
    """A line folded; Refused if it came late, is too long, does not fit, or could tell a secret."""
    if report.seen is not None and is_stale(table, report.seen, report.move):
        raise Refused("stale")
    check_length(table, report.move)
    if isinstance(report.move, Correct):
        after = corrected(table, report.move, report.caller, reporters, report.kept)
    else:
        after = append(table, report.move)
    return Folded(table, after, projection.closing(after))
