"""The live tables: opened, kept in memory, and reported to."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from companion.evening.model import Evening
from companion.evening.report import (
    AlsoOfMove,
    Folded,
    Report,
    earlier_lines,
    folded,
    folded_together,
    is_slow,
    new_rows,
    writing,
)
from companion.evening.rows import check_tables, lay_anew, newer_version
from companion.games import GAMES
from companion.games.moves import Move, Refused
from companion.group.groups import check_not_forgotten, is_forgotten
from companion.storage import log, projection
from companion.storage.damage import Damaged
from companion.storage.database import Database
from companion.storage.errors import Conflict
from companion.storage.log import Header, Row
from companion.storage.notifier import Notifier, evening_topic, one_at_a_time
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, folded_on, unfold
from companion.storage.workers import WorkerPool
from companion.storage.writer import Writer
from companion.table.model import Table
from companion.table.open_round import Caller

LIVE_TABLES, LIVE_LINES = 500, 100_000  # so many are kept in memory; a line takes some KiB at a table that is long
LONG = 30_000  # so many characters of lines are unfolded in a moment
TRIES = 5
WHOLE = 4096  # of so many tables is kept that they were verified
Also = Callable[[Database, Header], Any]
LineAdded = Callable[[Header, int], None]


class Tables:
    """All tables of the data folder, by code."""

    def __init__(
        self, store: Store, writer: Writer, notifier: Notifier, line_added: LineAdded = lambda header, version: None
    ) -> None:
        """`line_added` is called with a table where a line alone was written, and the new version of its evening."""
        self._store = store
        self._line_added = line_added
        self._writer = writer
        self._notifier = notifier
        self._workers = WorkerPool()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._lines = 0  # of all tables in memory
        self._unfolding: dict[str, Any] = {}
        self._reading: dict[str, Any] = {}
        self._damaged: dict[str, Damaged] = {}
        self._whole: dict[str, None] = {}  # that were verified, and are not kept
        self._heard = 0  # calls of `read_on`
        self._forgotten: set[int] = set()  # groups, since the start

    def open(
        self,
        group: int,
        table: Table,
        evening: int | None = None,
        people: Sequence[int | None] = (),
        also: Also = lambda db, header: None,
    ) -> tuple[LiveTable, Any]:
        """A group's new table, and what `also` returned, in one commit; Refused if its evening is full."""
        header = log.new_header(self._store.reader(), group, table, evening, people)

        def lay(db: Database) -> None:
            if evening is not None:
                check_tables(db, evening)
            log.add_table(db, header)
            projection.insert_table(db, header)

        return self._laid(header, table, lay, also)

    def lay_anew(self, live: LiveTable, table: Table, also: Also = lambda db, header: None) -> tuple[LiveTable, Any]:
        """Replace a table without lines by one with other options under its code, as `open`; Refused (`stale`) once a
        line was reported, or the table was replaced."""
        header = log.laid_anew(live.header, table)
        with live.lock:
            laid = self._laid(header, table, lambda db: lay_anew(db, live.header, header), also)
        self._notifier.publish(header.code)
        return laid

    def _laid(self, header: Header, table: Table, lay: Callable[[Database], None], also: Also) -> tuple[LiveTable, Any]:
        def write(db: Database) -> Any:
            check_not_forgotten(db, header.group)
            lay(db)
            if header.evening is not None:
                newer_version(db, header.evening)
            return also(db, header)

        done = self._writer.write(write)
        live = LiveTable(header, table)
        self._keep(live)
        return live, done

    def find(self, code: str) -> LiveTable | None:
        """The table with this code, None if there is none; Damaged, or Refused if its group was forgotten."""
        live = self._live.get(code)
        header = live.header if live else log.table_by_code(self._store.reader(), code)
        if header is None:
            return None
        if header.group in self._forgotten or (live is None and is_forgotten(self._store.reader(), header.group)):
            raise Refused("group-forgotten")
        if live is not None:
            self._live.move_to_end(code)
            return live
        try:
            return self._unfolded(header)
        except Damaged as problem:
            self._damaged[code] = problem
            raise

    def find_in_group(self, group: int, code: str) -> LiveTable | None:
        """As `find`, within a group: of another group's table not even damage is revealed."""
        live = self._live.get(code)
        header = live.header if live else log.table_by_code(self._store.reader(), code)
        return self.find(code) if header is not None and header.group == group else None

    def _unfolded(self, header: Header) -> LiveTable:
        """A table that is not in memory; a long one is unfolded beside the taps, once for all who wait for it."""
        heard = self._heard
        if log.length(self._store.reader(), header.id) < LONG:
            live = self._first(unfold(self._store, header))
        else:
            with self._unfolding.setdefault(header.code, one_at_a_time()):
                live = self._live.get(header.code) or self._workers.run(header.id, unfold, self._store, header)
                live = self._first(live)
            self._unfolding.pop(header.code, None)
        if heard != self._heard:  # perhaps of a line that came after it was read, and before it was in memory
            self.read_on(header.code)
        return live

    def _first(self, live: LiveTable) -> LiveTable:
        """The table that is in memory: this one, or the same that another request has read meanwhile."""
        kept = self._live.get(live.header.code)
        if kept is not None and kept.header.id == live.header.id:
            return kept
        self._keep(live)
        return live

    def find_whole(self, code: str) -> LiveTable | None:
        """The table with this code; None also if it is damaged or its group forgotten, for those who look at many."""
        try:
            return self.find(code)
        except (Damaged, Refused):
            return None

    def shown(self, evening: Evening) -> LiveTable | None:
        """The table that an evening shows; None if it shows none, or one that is damaged."""
        return self.find_whole(evening.table_code) if evening.table_code else None

    def damage(self, header: Header) -> Damaged | None:
        """The problem of a table; None if there is none. An unread table is read beside the taps."""
        code = header.code
        with self._reading.setdefault(code, one_at_a_time()):
            if code not in self._live and code not in self._whole and code not in self._damaged:
                try:
                    self._workers.run(header.id, unfold, self._store, header)
                except Damaged as problem:
                    self._damaged[code] = problem
                else:
                    self._whole[code] = None
                    while len(self._whole) > WHOLE:
                        self._whole.pop(next(iter(self._whole)))
        self._reading.pop(code, None)
        return self._damaged.get(code)

    def damaged(self, evening: int) -> list[Damaged]:
        """The problems of an evening's tables, as far as they were read."""
        headers = log.tables_of_evening(self._store.reader(), evening) if self._damaged else []
        return [self._damaged[header.code] for header in headers if header.code in self._damaged]

    @property
    def damaged_ids(self) -> frozenset[str]:
        """The ids of all damaged tables, as far as they were read."""
        return frozenset([damaged.table_id for damaged in self._damaged.values()])

    def ended(self, evening: int) -> list[projection.Ended]:
        """The games of an evening that are over, from their rows. None that is damaged: each was read once before."""
        db = self._store.reader()
        endings = [ending for ending in projection.ended(db, evening) if ending.game in GAMES]
        if any(ending.code not in self._live and ending.code not in self._whole for ending in endings):
            codes = {ending.code for ending in endings}
            for header in log.tables_of_evening(db, evening):
                if header.code in codes:
                    self.damage(header)
        return [ending for ending in endings if ending.code not in self._damaged]

    def end_streams(self, group: int) -> None:
        """A group was forgotten: let go of its tables, and wake all who follow them."""
        self._forgotten.add(group)
        for code in log.ids_of_group(self._store.reader(), group).values():
            self.let_go(code)

    def let_go(self, code: str) -> None:
        """Forget a table that is no more, and wake all who follow it."""
        self._forget(code)
        self._notifier.wake(code)

    def read_on(self, code: str) -> None:
        """Fold what another server has written at a table in memory; forget it if it cannot be gone on with."""
        self._damaged.pop(code, None)
        self._heard += 1
        live = self._live.get(code)
        if live is None:
            return
        with live.lock:
            try:
                for row, table in folded_on(live, self._rows_after(live)):
                    live.add(row, table)
                    self._lines += self._live.get(code) is live
            except Damaged:
                self._forget(code)
        if not live.line and log.table_by_id(self._store.reader(), live.header.id) is None:
            self._forget(code)  # it was put away, or another was laid in its place

    def _rows_after(self, live: LiveTable) -> Sequence[Row]:
        """The rows stored behind the newest line in memory; Damaged if that is not there any more."""
        rows = log.rows(self._store.reader(), live.header.id, after=live.line - 1)
        if live.line and [row.hash for row in rows[:1]] != [live.hash]:
            raise Damaged(live.header.id, live.header.game, "a database took over that had not got all lines")
        return rows[1:] if live.line else rows

    def read_all_on(self) -> None:
        """As `read_on`, all tables in memory."""
        for code in [*self._live]:
            self.read_on(code)

    def forget_all(self) -> None:
        """Forget what is in memory: it is read again where it is asked for."""
        for code in [*self._live]:
            self._forget(code)

    def ask_who_sits(self) -> None:
        """Reload the people of the tables in memory, after a merge or split."""
        for live in [*self._live.values()]:
            live.header = log.table_by_id(self._store.reader(), live.header.id) or live.header

    def read_anew(self, code: str) -> LiveTable | None:
        """The table with this code, after something was written about it elsewhere."""
        self._forget(code)
        return self.find(code)

    def _keep(self, live: LiveTable) -> None:
        self._forget(live.header.code)
        self._live[live.header.code] = live
        self._lines += live.line
        self._let_go()

    def _forget(self, code: str) -> None:
        live = self._live.pop(code, None)
        self._lines -= live.line if live else 0

    def _let_go(self) -> None:
        """Forget the tables that nobody looked at for longest: they are in the file."""
        while len(self._live) > LIVE_TABLES or (self._lines > LIVE_LINES and len(self._live) > 1):
            self._forget(next(iter(self._live)))

    def report(
        self,
        live: LiveTable,
        move: Move,
        key: str,
        seen: int | None,
        reporter: str,
        also: AlsoOfMove = lambda db, after: None,
        caller: Callable[[], Caller] | None = None,
        kept: frozenset[int] = frozenset(),
    ) -> int:
        """Take a line: on disk when this returns its number, and notified. `also` is done in the same commit.

        `caller` tells who else this reporter may be, and `kept` as in `open_round.corrected`. The same key again from
        the same caller gives the first answer. Refused if the rules say no, or as `stale`, `secrets-open` or
        `key-reused`; errors.Unavailable if the disk does not take it.
        """
        report = Report(move, key, seen, reporter, caller or (lambda: Caller(frozenset({reporter}))), kept)
        return self.report_together(live, [report], also)

    def report_together(
        self, live: LiveTable, reports: Sequence[Report], also: AlsoOfMove = lambda db, after: None
    ) -> int:
        """Take several lines in one commit, as `report` does one, or none of them; the number of the last."""
        code = live.header.code
        for _ in range(TRIES):
            ahead = self._folded_ahead(live, reports)
            try:
                with live.lock:
                    earlier = earlier_lines(live, reports)
                    if earlier is not None:
                        self._confirm(live)
                        return earlier
                    if ahead is not None and ahead.before is not live.table:
                        continue  # others were quicker
                    lines = [ahead] if ahead else folded_together(live, reports)
                    line = self._take(live, reports, lines, also)
            except Conflict:  # somebody else wrote this line first
                anew = self.read_anew(code)
                if anew is None:  # it was put away before its first line
                    break
                live = anew
                continue
            self._lines += len(reports) if self._live.get(code) is live else 0
            self._let_go()
            self._notifier.publish(code)
            if live.header.evening is not None:
                self._notifier.publish(evening_topic(live.header.evening))
            return line
        raise Refused("stale")

    def _confirm(self, live: LiveTable) -> None:
        """Wait until what was read is on all disks: of another server's commit only that one knows."""
        if self._store.path is None:
            self._writer.write(lambda db: projection.confirm(db, live.header.id))

    def _folded_ahead(self, live: LiveTable, reports: Sequence[Report]) -> Folded | None:
        """A line that takes long to fold is folded beside the taps, while others go on reporting; None of others."""
        if len(reports) > 1 or not is_slow(live, reports[0]):
            return None
        return self._workers.run(live.header.id, folded, live.table, reports[0], live.rows)

    def _take(self, live: LiveTable, reports: Sequence[Report], lines: Sequence[Folded], also: AlsoOfMove) -> int:
        """Write the newest lines of a table, and keep that as the table of now."""
        rows = new_rows(live, reports, lines)
        version, others = self._writer.write(writing(live, rows, lines, also))
        for row, line in zip(rows, lines, strict=True):
            live.add(row, line.after)
        if live.header.evening is not None and version is not None:
            self._line_added(live.header, version)
        for other in others:
            self._notifier.wake(evening_topic(other))
        return rows[-1].line
