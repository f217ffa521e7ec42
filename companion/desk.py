"""The desk: where a line is taken. One tap goes fold, commit, answer, ring; live tables stay unfolded in memory."""

import json
import secrets as chance
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, NamedTuple
from uuid import uuid4

from sqlite_utils import Database

from companion import chronicle, damage, store
from companion.bell import Bell, one_at_a_time
from companion.damage import Damaged
from companion.games import GAMES
from companion.games.game import Ask
from companion.games.moves import Move, Refused
from companion.limits import check_length, is_long
from companion.open_round import Caller, corrected
from companion.pen import Aside, Pen
from companion.record import dump, options_for, plain_move, plain_struct
from companion.record import move as read_move
from companion.store import Header, Job, Row, Store
from companion.table import Correct, Table, append, asks, is_closed, is_corrected_since, is_stale, lay, said

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # 24, as printed: neither I nor O, which read as 1 and 0
CODE_LENGTH = 5
LIVE_TABLES = 500
LONG = 30_000  # so many characters of lines are unfolded in a moment
TRIES = 5

Also = Callable[[Database, Header], Any]


class Live:
    """A table in memory: its lines unfolded, what was noted of each, and the keys they came with.

    `asked_since`: per seat, the line since which it is asked what it is asked now.
    """

    def __init__(self, header: Header, table: Table, rows: Sequence[Row] = ()) -> None:
        self.header = header
        self.table = table
        self.rows = list(rows)
        self.by_key = {row.key: row for row in rows}
        self.lock = one_at_a_time()
        self.asked_since = [_asked_since(table, seat) for seat in range(len(table.seats))]
        self._asked = _asked(table)

    @property
    def line(self) -> int:
        return len(self.rows)

    @property
    def hash(self) -> str:
        return self.rows[-1].hash if self.rows else store.first_hash(self.header)

    def add(self, row: Row, table: Table) -> None:
        """Take a line that is on disk, and note whose question is another since."""
        about = getattr(said(table.lines[-1]), "seat", None)
        before, self._asked = self._asked, _asked(table)
        for seat in range(len(self.asked_since)):
            if about in (None, seat) or self._asked[seat] != before[seat]:
                self.asked_since[seat] = row.line
        self.rows.append(row)
        self.by_key[row.key] = row
        self.table = table

    def still(self) -> "Live":
        """The same, which stays as it is while others report."""
        kept = copy(self)
        kept.rows = self.rows[:]
        return kept


def _asked_since(table: Table, seat: int) -> int:
    """The line since which `seat` is asked what it is asked now: a line about it, about all, or with another question.

    A correction is about all: so back to that line nothing was asked otherwise than it would be by now.
    """
    now = asks(table, seat)
    for line in reversed(table.lines):
        before = table.folds[line.number - 1]
        asked = () if before.stopped else table.game.asks(before.state, seat)
        if getattr(said(line), "seat", None) in (None, seat) or asked != now:
            return line.number
    return 0


def _asked(table: Table) -> list[tuple[Ask, ...]]:
    return [asks(table, seat) for seat in range(len(table.seats))]


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
    ended: chronicle.Closing | None


class Desk:
    """All tables of the house, by code."""

    def __init__(self, drawer: Store, pen: Pen, bell: Bell) -> None:
        self._store = drawer
        self._pen = pen
        self._bell = bell
        self._aside = Aside()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._unfolding: dict[str, Any] = {}
        self._damaged: dict[str, Damaged] = {}

    def lay(
        self,
        table: Table,
        evening: int | None = None,
        people: Sequence[int | None] = (),
        also: Also = lambda db, header: None,
    ) -> tuple[Live, Any]:
        """A new table, on disk, with a code of its own; and what `also` returned, written in the same commit."""
        header = Header(
            id=uuid4().hex,
            code=free_code(self._store.reader()),
            game=table.game.SLUG,
            seats=list(table.seats),
            options=plain_struct(table.options),
            opened_at=store.now(),
            evening=evening,
            people=list(people),
        )

        def write(db: Database) -> Any:
            store.add_table(db, header)
            chronicle.lay(db, header)
            return also(db, header)

        done = self._pen.write(write)
        live = Live(header, table)
        self._keep(live)
        return live, done

    def find(self, code: str) -> Live | None:
        """The table with this code, unfolded; None if there is none, Damaged if it is not as it was written."""
        live = self._live.get(code)
        if live is not None:
            self._live.move_to_end(code)
            return live
        found = store.headers(self._store.reader(), "code = ?", [code])
        if not found:
            return None
        try:
            return self._unfolded(found[0])
        except Damaged as problem:
            self._damaged[code] = problem
            raise

    def _unfolded(self, header: Header) -> Live:
        """A table that is not in memory; a long one is unfolded beside the taps, once for all who wait for it."""
        if store.length(self._store.reader(), header.id) < LONG:
            live = unfold(self._store, header)
            self._keep(live)
            return live
        with self._unfolding.setdefault(header.code, one_at_a_time()):
            live = self._live.get(header.code) or self._aside.run(unfold, self._store, header)
            self._keep(live)
        self._unfolding.pop(header.code, None)
        return live

    def find_whole(self, code: str) -> Live | None:
        """The table with this code; None also if it is damaged, for those who look at many."""
        try:
            return self.find(code)
        except Damaged:
            return None

    def verify(self, evening: int) -> list[Damaged]:
        """Read the tables of an evening, as is done once when the house opens; what is wrong with them."""
        for header in of_evening(self._store.reader(), evening):
            self.find_whole(header.code)
        return self.damaged(evening)

    def damaged(self, evening: int) -> list[Damaged]:
        """What is wrong with the tables of an evening, as far as they were read."""
        headers = of_evening(self._store.reader(), evening) if self._damaged else []
        return [self._damaged[header.code] for header in headers if header.code in self._damaged]

    def ended(self, evening: int) -> list[chronicle.Ended]:
        """The games of an evening that are over, from their rows: no table is unfolded for it. None that is damaged."""
        found = chronicle.ended(self._store.reader(), evening)
        return [ending for ending in found if ending.code not in self._damaged and ending.game in GAMES]

    def ask_who_sits(self) -> None:
        """Read anew who sits at the tables in memory: two people have turned out to be one, or one to be two."""
        for live in self._live.values():
            (live.header,) = store.headers(self._store.reader(), "id = ?", [live.header.id])

    def read_anew(self, code: str) -> Live | None:
        """The table with this code, after something was written about it elsewhere."""
        self._live.pop(code, None)
        return self.find(code)

    def _keep(self, live: Live) -> None:
        self._live[live.header.code] = live
        while len(self._live) > LIVE_TABLES:
            self._live.popitem(last=False)

    def report(
        self,
        code: str,
        move: Move,
        key: str,
        seen: int | None,
        reporter: str,
        also: Job = lambda db: None,
        caller: Caller | None = None,
        kept: frozenset[int] = frozenset(),
    ) -> int:
        """Take a line: on disk when this returns its number, and rung. `also` is written in the same commit.

        `caller` is who else this reporter may be, and `kept` as in `open_round.corrected`. The same key again from
        the same caller gives the first answer, and rings nobody. Refused if the rules say no, the tap came late
        (`stale`), a correction could tell a secret (`secrets-open`), or the key stood for another move or came from
        somebody else (`key-reused`); store.Full if the disk does not take it; KeyError: no such table.
        """
        report = Report(move, key, seen, reporter, caller or Caller(frozenset({reporter})), kept)
        for _ in range(TRIES):
            live = self.find(code)
            if live is None:
                raise KeyError(code)
            ahead = self._folded_ahead(live, report)
            try:
                with live.lock:
                    earlier = _earlier(live, report)
                    if earlier is not None:
                        return earlier
                    if ahead is not None and ahead.before is not live.table:
                        continue  # others were quicker
                    line = self._take(live, report, ahead or _folded(live.table, report, _reporters(live)), also)
            except sqlite3.IntegrityError:  # somebody else wrote this line first: read the table anew
                self._live.pop(code, None)
                continue
            self._bell.ring(code)
            if live.header.evening is not None:
                self._bell.ring(evening_bell(live.header.evening))
            return line
        raise Refused("stale")

    def _folded_ahead(self, live: Live, report: Report) -> Folded | None:
        """What takes long to fold is folded beside the taps, while others go on reporting; None where it does not."""
        rereads = isinstance(report.move, Correct)
        rereads = rereads or (report.seen is not None and is_corrected_since(live.table, report.seen))
        if report.key in live.by_key or not rereads or not is_long(live.table):
            return None
        return self._aside.run(_folded, live.table, report, _reporters(live))

    def _take(self, live: Live, report: Report, folded: Folded, also: Job) -> int:
        """Write the newest line of a table, and keep that as the table of now."""
        row = self._row(live, store.plain(plain_move(report.move)), report.key, report.reporter)

        def write(db: Database) -> None:
            store.add_line(db, live.header, row, folded.ended.result if folded.ended else None)
            if folded.ended is not None or is_closed(live.table):
                chronicle.seal(db, live.header.id, row.line, store.first_seal(db, live.header.id), folded.ended)
            also(db)

        self._pen.write(write)
        live.add(row, folded.after)
        return row.line

    def _row(self, live: Live, spelt: str, key: str, reporter: str) -> Row:
        line, at = live.line + 1, store.now()
        return Row(line, spelt, at, reporter, key, store.chained(live.hash, line, spelt, at, reporter, key))


def _reporters(live: Live) -> list[str]:
    return [row.reporter for row in live.rows]


def _earlier(live: Live, report: Report) -> int | None:
    """The line that has this key already; Refused if it says something else, or somebody else wrote it."""
    row = live.by_key.get(report.key)
    if row is None:
        return None
    if row.reporter not in report.caller.names or row.move != store.plain(plain_move(report.move)):
        raise Refused("key-reused")
    return row.line


def _folded(table: Table, report: Report, reporters: Sequence[str]) -> Folded:
    """A line folded; Refused if it came late, is too long, does not fit, or could tell a secret."""
    if report.seen is not None and is_stale(table, report.seen, report.move):
        raise Refused("stale")
    check_length(table, report.move)
    if isinstance(report.move, Correct):
        after = corrected(table, report.move, report.caller, reporters, report.kept)
    else:
        after = append(table, report.move)
    return Folded(table, after, chronicle.closing(after))


def of_evening(db: Database, evening: int) -> list[Header]:
    """The tables of an evening, the oldest first."""
    went_on = "select table_id from resumed"
    where = f"(evening = ? and id not in ({went_on}) or id in ({went_on} where evening = ?))"
    return store.headers(db, where, [evening, evening])


def evening_bell(evening: int) -> str:
    """The name under which everything that happens in an evening rings."""
    return f"evening {evening}"


def unfold(drawer: Store, header: Header, until: int | None = None) -> Live:
    """A stored table, read back line by line; only `until` that line, if it is said.

    Damaged if any of its lines is not as it was written, or does not add up to what was sealed.
    """
    try:
        return _unfold(drawer, header, until)
    except sqlite3.OperationalError:
        raise  # it is locked, say: that is no damage
    except Damaged:
        raise
    except Exception as problem:  # whatever a damaged line brings up is what has to be told
        raise Damaged(header.id, header.game, f"it no longer replays: {problem}") from problem


def _unfold(drawer: Store, header: Header, until: int | None) -> Live:
    rows = store.rows(drawer.reader(), header.id)
    damage.assert_chained(header, rows)
    game = GAMES[header.game]
    table = lay(game, header.seats, options_for(game, header.options))
    read, table_then = [], table
    for row in rows:
        table = append(table, read_move(game, json.loads(row.move)))
        if until is None or row.line <= until:
            read.append(row)
            table_then = table
    damage.assert_sealed(drawer, header, table)
    return Live(header, table_then, read)


def exported(live: Live) -> str:
    """The canonical record of a table, with what was noted of it and of its lines."""
    notes = [{"at": row.at, "reporter": row.reporter} for row in live.rows]
    return dump(live.table, notes, {"id": live.header.id, "opened_at": live.header.opened_at})


def free_code(db: Database) -> str:
    """Five letters that no table has."""
    while store.headers(db, "code = ?", [code := new_code()]):
        pass
    return code


def new_code() -> str:
    """Five letters for people to type."""
    return "".join(chance.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
