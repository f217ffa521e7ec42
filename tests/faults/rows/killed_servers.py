"""Servers of a hall are killed one after the other while people play: what was acknowledged is there, once."""

import threading
import time
from contextlib import closing
from random import Random

from companion.storage import damage, log
from companion.storage.postgres.store import PostgresStore
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.hall import Hall, hall
from tests.support.server import TROUBLE, stream

TABLES = 10
TAPS_A_SECOND = 5.0  # of all tables together
SHOWN_SECONDS = 3.0  # until a screen shows what was acknowledged, whatever happened to its server


class Played:
    """A table with who taps and who follows it. `lines`: the acknowledged ones, by their keys."""

    def __init__(self, place: int, house: Hall) -> None:
        self.lines: dict[str, int] = {}
        self.late: list[float] = []
        self.refused: list[str] = []
        self.shown, self.house, self.rng = 0, house, Random(place)
        self.program = house.program()
        self.table = ApiTable(self.program.insist)
        self.is_over = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._tap, self._follow)]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """No more taps; what is shown in the end stays."""
        self.is_over.set()
        for thread in self._threads:
            thread.join()
        self.program.close()

    def _tap(self) -> None:
        while not self.is_over.wait(self.rng.uniform(0, 2) * TABLES / TAPS_A_SECOND):
            key = f"tap-{len(self.lines):06d}"
            body = adjust(0) | {"key": key}
            answer = self.program.insist("POST", f"{self.table.path}/moves", self.table.host, body, seconds=60)
            if answer.status != 201:
                self.refused.append(f"{answer.status} {answer.body!r}")
                return
            self.lines[key], told = answer.json["line"], time.monotonic()
            while self.shown < self.lines[key] and time.monotonic() < told + patient(20):
                time.sleep(0.01)
            self.late.append(time.monotonic() - told)

    def _follow(self) -> None:
        while not self.is_over.is_set():
            try:
                with stream(self.house.url, f"{self.table.path}/live", self.table.watch, seconds=30) as event:
                    while (news := event()) is not None and not self.is_over.is_set():
                        self.shown = int(news[1]) if news[0] == "line" else self.shown
            except (*TROUBLE, AssertionError):
                time.sleep(0.05)


@row("servers of a hall killed", load="acknowledged lines", whole=200, few=3)
def killed_servers(effort: Effort) -> Outcome:
    """Kill a server once the one before serves again, with tables that are played and followed through nginx."""
    outcome, rng = effort.outcome(), effort.rng
    with hall(effort.folder) as house:
        tables = [Played(place, house) for place in range(TABLES)]
        for _ in range(effort.tries):
            time.sleep(rng.uniform(0.5, 2))
            server = rng.choice(house.servers)
            server.kill()
            server.start(60)
            outcome.tries += 1
        for table in tables:
            table.end()
        _compare(outcome, house, tables)
    return outcome


def _compare(outcome: Outcome, house: Hall, tables: list[Played]) -> None:
    with closing(PostgresStore(house.database)) as store:
        for table in tables:
            header = log.table_by_code(store.reader(), table.table.code)
            outcome.note("failed", table.refused, len(table.refused))
            outcome.note("lost", f"table {table.table.code}", int(header is None))
            if header is None:
                continue
            rows = log.rows(store.reader(), header.id)
            damage.assert_chained(header, rows)
            lines = {row.key: row.line for row in rows}
            lost = {key: line for key, line in table.lines.items() if lines.get(key) != line}
            outcome.note("lost", f"{table.table.code}: {lost}", len(lost))
            outcome.note("doubled", f"{table.table.code}: {len(rows)} lines", max(0, len(rows) - len(table.lines)))
            late = [round(seconds, 1) for seconds in table.late if seconds > patient(SHOWN_SECONDS)]
            outcome.note("failed", f"{table.table.code}: shown after {late} s", len(late))
            outcome.load += len(table.lines)
    complaints = "".join(server.complaints for server in house.servers)
    outcome.note("failed", complaints[-2000:], complaints.count("Traceback"))
