"""A stored table, read back line by line."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy

from companion.games import GAMES
from companion.games.log import Log
from companion.storage import damage, log
from companion.storage.damage import Damaged
from companion.storage.errors import Unavailable
from companion.storage.log import Header, Row
from companion.storage.notifier import one_at_a_time
from companion.storage.store import Store
from companion.table.fold import append, open_table
from companion.table.model import Table, move_of
from companion.table.moves import move as read_move
from companion.table.moves import options_for
from companion.table.questions import Question, all_asked, all_asked_before, stands_anew
from companion.table.record import dump, dump_stored
from companion.table.shared import shared
from companion.table.visibility import without_secrets

LOOKED_BACK = 200  # lines: a question older than this counts as this old


class LiveTable:
    """A table in memory: folded, with its stored rows, also by their idempotency keys."""

    def __init__(self, header: Header, table: Table, rows: Sequence[Row] = ()) -> None:
        self.header = header
        self.table = table
        self.rows = Log(rows)
        self.by_key = {row.key: row for row in rows}
        self.lock = one_at_a_time()
        self._asked_since: Mapping[Question, int] | None = None  # computed for screens alone

    @property
    def line(self) -> int:
        return len(self.rows)

    @property
    def hash(self) -> str:
        return self.rows[-1].hash if self.rows else log.first_hash(self.header)

    @property
    def asked_since(self) -> Mapping[Question, int]:
        if self._asked_since is None:
            self._asked_since = _asked_since(self.table)
        return self._asked_since

    def add(self, row: Row, table: Table) -> None:
        """Take a committed line, and note which questions it changes."""
        if self._asked_since is not None:
            move, before, since = move_of(table.lines[-1]), all_asked(self.table), self._asked_since
            self._asked_since = {
                question: row.line if before.get(question) != asks or stands_anew(question, move) else since[question]
                for question, asks in all_asked(table).items()
            }
        self.rows = self.rows.grown(row)
        self.by_key[row.key] = row
        self.table = table

    def snapshot(self) -> "LiveTable":
        """A copy that stays as it is while others report: table and rows are values."""
        return copy(self)


def _asked_since(table: Table) -> dict[Question, int]:
    """The line since which each present question stands, looking back `LOOKED_BACK` lines at most."""
    now, until = all_asked(table), max(0, len(table.lines) - LOOKED_BACK)
    since = dict.fromkeys(now, until)
    left = set(now)
    for number in range(len(table.lines), until, -1):
        move, before = move_of(table.lines[number - 1]), all_asked_before(table, number)
        anew = {question for question in left if before.get(question) != now[question] or stands_anew(question, move)}
        since |= dict.fromkeys(anew, number)
        left -= anew
        if not left:
            break
    return since


def unfold(store: Store, header: Header, until: int | None = None) -> LiveTable:
    """A stored table, read back line by line, up to line `until` if given; Damaged if it is not as written."""
    try:
        return _unfold(store, header, until)
    except (Unavailable, Damaged):
        raise  # a locked database is not damaged
    except Exception as problem:  # any exception means a damaged line
        raise Damaged(header.id, header.game, f"it no longer replays: {problem}") from problem


def _unfold(store: Store, header: Header, until: int | None) -> LiveTable:
    keys = log.number_of_keys(store.reader(), header.id)  # read first: a line added meanwhile is not missing
    seal = log.last_seal(store.reader(), header.id)  # and a seal of it says nothing of the lines before
    rows = log.rows(store.reader(), header.id)
    damage.assert_chained(header, rows)
    damage.assert_whole(header, rows, keys)
    game = GAMES[header.game]
    table = open_table(game, header.seats, options_for(game, header.options))
    read, table_then = [], table
    for row in rows:
        table = append(table, read_move(game, json.loads(row.move)))
        if until is None or row.line <= until:
            read.append(row)
            table_then = table
    damage.assert_sealed(header, table, seal)
    return LiveTable(header, table_then, read)


def folded_on(live: LiveTable, rows: Sequence[Row]) -> Iterator[tuple[Row, Table]]:
    """Lines that were stored after those of a table in memory, each with the table by then; Damaged as in `unfold`."""
    table = live.table
    damage.assert_chained(live.header, rows, after=live.line, before=live.hash)
    for row in rows:
        try:
            table = append(table, read_move(table.game, json.loads(row.move)))
        except Exception as problem:  # any exception means a damaged line
            raise Damaged(live.header.id, live.header.game, f"it no longer replays: {problem}") from problem
        yield row, table


def record_of(live: LiveTable, for_everybody: bool = False) -> str:
    """The canonical record of a table, with the notes of its lines.

    `for_everybody`: without the text of a kept outbreak that was never played, and the lines of a dropped round.
    """
    notes = [_note(row) for row in live.rows]
    table = without_secrets(shared(live.table)) if for_everybody else live.table
    return dump(table, notes, _extra(live.header))


def record_of_rows(header: Header, rows: Iterable[Row]) -> str:
    """As `record_of`, from stored lines alone."""
    lines = ((row.move, _note(row)) for row in rows)
    return dump_stored(header.game, header.seats, header.options, lines, _extra(header))


def _note(row: Row) -> dict[str, str]:
    return {"at": row.reported_at, "reporter": row.reporter}


def _extra(header: Header) -> dict[str, str]:
    return {"id": header.record_id, "opened_at": header.opened_at}
