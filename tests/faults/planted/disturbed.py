"""Bugs of a server that is killed, stopped or paused in the middle of everything."""

from collections.abc import Sequence
from typing import Any

import gevent

from companion.evening.model import Evening
from companion.evening.quiet import QUIET, Hours
from companion.evening.report import Folded, Report, new_rows, writing
from companion.evening.tables import Tables
from companion.server.ending import Server
from companion.storage import identifiers
from companion.storage.store import Job
from companion.storage.stored_table import LiveTable
from companion.storage.writer import Writer
from companion.web.access import guard
from companion.web.access.visit import Visit
from tests.faults.planted import planted, replace

LATER = 0.3  # seconds


def _acknowledge_before_it_is_stored() -> None:
    """A tap is answered once its line is in memory, and written a moment later."""

    def take(self: Tables, live: LiveTable, reports: Sequence[Report], lines: Sequence[Folded], also: Any) -> int:
        rows = new_rows(live, reports, lines)
        gevent.spawn_later(LATER, self._writer.write, writing(live, rows, lines, also))
        for row, line in zip(rows, lines, strict=True):
            live.add(row, line.after)
        return rows[-1].line

    replace(Tables, "_take", take)


for _row in ("kill -9 of the server, programs", "the server is told to stop"):
    planted(f"acknowledged before it is stored ({_row})", row=_row, counts="lost", tries=6)(
        _acknowledge_before_it_is_stored
    )


@planted("tables of other groups", row="kill -9 of the server, evenings", counts="leaked")
def tables_of_other_groups() -> None:
    """Whoever has come in anywhere is at a table whose code they know."""
    replace(Visit, "table", lambda self, code: self.services.tables.find(code))


@planted("a server that stops waits for all", row="the server is told to stop", counts="failed", tries=2)
def stop_waits_for_all() -> None:
    """Requests are taken as ever when a server is to stop, and it ends once nobody is connected any more."""

    def end(self: Server) -> None:
        self.close()
        self.pool.join()
        self.streams.close()

    replace(guard, "_check_open", lambda app_services: None)
    replace(Server, "closing", False)
    replace(Server, "end", end)


@planted("a write is given up after a moment", row="the server is paused", counts="failed", tries=6)
def write_given_up_after_a_moment() -> None:
    """Who waits for the writer too long is told that something died."""

    def write(self: Writer, job: Job) -> Any:
        with gevent.Timeout(0.2):
            return own(self, job)

    own = replace(Writer, "write", write)


@planted("quiet hours are those of the wall", row="the clock jumps", counts="failed", tries=900)
def quiet_hours_of_the_wall() -> None:
    """An evening is over when the clock on the wall is so many hours further than at its opening."""

    def are_over(self: Hours, evening: Evening) -> bool:
        since = identifiers.utc_time(identifiers.now()) - identifiers.utc_time(evening.opened_at)
        return since > QUIET

    replace(Hours, "are_over", are_over)
