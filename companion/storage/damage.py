"""Damage: a game whose lines are not as written is reported as damaged, and neither shown nor played."""

import json
from collections.abc import Sequence

from companion.games import RULES
from companion.storage import log
from companion.storage.log import Header, Row, Seal
from companion.table.model import Table
from companion.table.result import is_closed, result


class Damaged(Exception):
    """A game is not as it was written, no longer replays, or adds up to another result than was sealed."""

    def __init__(self, table_id: str, game: str, problem: str) -> None:
        super().__init__(f"{table_id} ({game}): {problem}")
        self.table_id = table_id
        self.problem = problem


def assert_chained(header: Header, rows: Sequence[Row], after: int = 0, before: str = "") -> None:
    """Raise Damaged unless each line is as it was written and none before it is missing.

    `after`: the number of the line before the first of them, and `before` its hash.
    """
    before = before or log.first_hash(header)
    for number, row in enumerate(rows, after + 1):
        before = log.line_hash(before, row.line, row.move, row.reported_at, row.reporter, row.key)
        if row.line != number or row.hash != before:
            problem = f"line {row.line} is not as it was written, or one before it is missing"
            raise Damaged(header.id, header.game, problem)


def assert_whole(header: Header, rows: Sequence[Row], keys: int) -> None:
    """Raise Damaged if lines are missing at the end; `keys`: the number of its keys by their index."""
    if len(rows) < keys:
        raise Damaged(header.id, header.game, f"it has {keys} keys and {len(rows)} lines")


def assert_sealed(header: Header, table: Table, seal: Seal | None) -> None:
    """Raise Damaged if the table adds up to another result than its last seal, under the present rules, says."""
    if seal is None:
        return
    line, rules, sealed = seal
    if line > len(table.lines):
        raise Damaged(header.id, header.game, f"its seal of line {line} has no line")
    if line == len(table.lines) and rules == RULES and is_closed(table) and differs(table, sealed):
        problem = f"line {line} adds up to something else than was sealed"
        raise Damaged(header.id, header.game, problem)


def differs(table: Table, sealed: str) -> bool:
    """Whether a table adds up to another result than the JSON `sealed` says."""
    return bool(json.loads(sealed) != json.loads(log.to_json(result(table))))
