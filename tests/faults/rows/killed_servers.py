"""Servers of a hall, and its database, end one after the other while people play: nothing is lost, nothing is twice."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from math import inf
from pathlib import Path
from random import Random

from companion.storage import damage, log
from companion.storage.postgres.store import PostgresStore
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.addresses import own_address
from tests.support.api import ApiTable, adjust
from tests.support.cables import Cables
from tests.support.effort import patient
from tests.support.hall import Hall, hall
from tests.support.nginx import Visitor, with_file
from tests.support.postgres import Pair, cluster
from tests.support.server import TROUBLE, Server, stream

SERVERS = 3
TABLES, MANY_TABLES = 10, 100  # many where servers are killed a hundred times
PAUSE_SECONDS = 2.0  # between two taps at a table
SHOWN_SECONDS = 3.0  # until a screen shows what was acknowledged, whatever happened to its server
NEVER_SECONDS = 30.0  # by any clock: after these nobody waits any more
# A server that is cut off knows it after seven seconds at most, and ends its streams after five more.
CUT_SECONDS = 12.0
Span = tuple[float, float]  # moments, by `unhindered`
PRESSURE = Path("/proc/pressure/cpu")  # of Linux: how long some process had to wait for a processor, in microseconds
VISITORS = 4  # who open groups, lay tables and send files


def unhindered() -> float:
    """Seconds of a clock that stands still while a process has to wait for a processor, where the system counts that.

    A hundred tables, their followers and three servers are more than two cores hold while a server starts.
    """
    hindered = int(PRESSURE.read_text().split(maxsplit=5)[4].removeprefix("total=")) if PRESSURE.exists() else 0
    return time.monotonic() - hindered / 1e6


class Played:
    """A table with who taps and who follows it. `lines`: the acknowledged ones, by their keys."""

    def __init__(self, place: int, house: Hall) -> None:
        self.lines: dict[str, int] = {}
        self.shows: list[Span] = []  # when a line was acknowledged, and shown
        self.refused: list[str] = []
        self.shown, self.house, self.rng = 0, house, Random(place)
        self.program = house.program()
        self.table = ApiTable(self.program.insist)
        self.is_over, self._news = threading.Event(), threading.Condition()
        self._tapping, self._following = (
            threading.Thread(target=work, daemon=True) for work in (self._tap, self._follow)
        )
        self._tapping.start()
        self._following.start()

    def end(self) -> None:
        """Wait until nothing is under way any more, once it `is_over`."""
        self._tapping.join()
        self._following.join()
        self.program.close()

    def _tap(self) -> None:
        while not self.is_over.wait(self.rng.uniform(0, 2) * PAUSE_SECONDS):
            key = f"tap-{len(self.lines):06d}"
            body = adjust(0) | {"key": key}
            answer = self.program.insist("POST", f"{self.table.path}/moves", self.table.host, body, seconds=60)
            if answer.status != 201:
                self.refused.append(f"{answer.status} {answer.body!r}")
                return
            self.lines[key], told = answer.json["line"], unhindered()
            with self._news:
                is_shown = self._news.wait_for(partial(self._shows, self.lines[key]), patient(NEVER_SECONDS))
            self.shows.append((told, unhindered() if is_shown else inf))

    def _shows(self, line: int) -> bool:
        return self.shown >= line

    def _follow(self) -> None:
        while self._tapping.is_alive():
            try:
                with stream(self.house.url, f"{self.table.path}/live", self.table.watch, seconds=30) as event:
                    while (news := event()) is not None and self._tapping.is_alive():
                        with self._news:
                            self.shown = int(news[1]) if news[0] == "line" else self.shown
                            self._news.notify()
            except (*TROUBLE, AssertionError):
                time.sleep(0.05)


@contextmanager
def played(house: Hall, outcome: Outcome, still: Sequence[Span] = (), number: int = TABLES) -> Iterator[None]:
    """A number of tables that are played and followed meanwhile, and compared with the database after that.

    `still`: when screens had to wait.
    """
    tables = [Played(place, house) for place in range(number)]
    yield
    for table in tables:
        table.is_over.set()
    for table in tables:
        table.end()
    with closing(PostgresStore(house.database)) as store:
        for table in tables:
            _compare(outcome, store, table, still)
    complaints = "".join(server.complaints for server in house.servers)
    outcome.note("failed", complaints[-2000:], complaints.count("Traceback"))


def _compare(outcome: Outcome, store: PostgresStore, played: Played, still: Sequence[Span]) -> None:
    code = played.table.code
    header = log.table_by_code(store.reader(), code)
    outcome.note("failed", played.refused, len(played.refused))
    outcome.note("lost", f"table {code}", int(header is None))
    if header is None:
        return
    rows = log.rows(store.reader(), header.id)
    damage.assert_chained(header, rows)
    lines = {row.key: row.line for row in rows}
    lost = {key: line for key, line in played.lines.items() if lines.get(key) != line}
    outcome.note("lost", f"{code}: {lost}", len(lost))
    outcome.note("doubled", f"{code}: {len(rows)} lines", max(0, len(rows) - len(played.lines)))
    late = [round(shown - told, 1) for told, shown in played.shows if shown > _latest(told, still)]
    outcome.note("failed", f"{code}: shown after {late} s", len(late))
    outcome.load += len(played.lines)


def _latest(told: float, still: Sequence[Span]) -> float:
    """When a line that was acknowledged then has to be shown."""
    begins = [told, *(over for began, over in still if began < told + patient(SHOWN_SECONDS))]
    return max(begins) + patient(SHOWN_SECONDS)


def _each_ends(
    effort: Effort, end: Callable[[Server], object], tables: int = TABLES, is_drained: bool = False
) -> Outcome:
    """One server after the other ends and is started again, while tables are played."""
    outcome, rng = effort.outcome(), effort.rng
    with ExitStack() as stack:
        url = stack.enter_context(stack.enter_context(cluster()).house())
        house = stack.enter_context(hall(effort.folder, url))
        stack.enter_context(played(house, outcome, number=tables))
        for number in range(effort.tries):
            time.sleep(rng.uniform(0.5, 2))
            server = house.servers[number % len(house.servers)]
            if is_drained:
                _drain(outcome, house, server)
            end(server)
            server.start(60)
            outcome.tries += 1
    return outcome


@row("servers of a hall killed", load="acknowledged lines", whole=200, few=3)
def killed_servers(effort: Effort) -> Outcome:
    """Kill a server once the one before serves again."""
    return _each_ends(effort, Server.kill, MANY_TABLES if effort.tries >= MANY_TABLES else TABLES)


@row("servers of a hall exchanged", load="acknowledged lines", whole=50, few=3)
def exchanged_servers(effort: Effort) -> Outcome:
    """Drain one server after the other, stop it and start it anew, as a new release is put in."""
    return _each_ends(effort, Server.stop, is_drained=True)


def _drain(outcome: Outcome, house: Hall, server: Server) -> None:
    """Drain a server, and wait until it takes nobody in any more."""
    with closing(PostgresStore(house.database)) as store:
        (number,) = (one.number for one in store.servers() if one.address == server.url)
        store.drain(number)
    _wait_until_refused(outcome, server, patient(10), "a server was not drained")


def _wait_until_refused(outcome: Outcome, server: Server, seconds: float, fault: str) -> None:
    """Wait until a server takes nobody in any more."""
    end = time.monotonic() + seconds
    with closing(server.program()) as program:
        while program.call("GET", "/healthz").status != 503:
            if time.monotonic() > end:
                outcome.note("failed", fault, 1)
                return
            time.sleep(0.05)


@row("a server of a hall is cut off", load="acknowledged lines", whole=50, few=1)
def cut_servers(effort: Effort) -> Outcome:
    """Pull the cable from a server to the database, for less time than it needs to know that, or for more."""
    outcome, rng, still = effort.outcome(), effort.rng, list[Span]()
    with ExitStack() as stack:
        cables = stack.enter_context(closing(Cables(postgres := stack.enter_context(cluster()), SERVERS)))
        url = stack.enter_context(postgres.house())
        house = stack.enter_context(hall(effort.folder, url, cables.ways(url)))
        stack.enter_context(played(house, outcome, still))
        for number in range(effort.tries):
            time.sleep(rng.uniform(1, 3))
            still.append((unhindered(), unhindered() + patient(CUT_SECONDS)))
            server = house.servers[number % SERVERS]
            with cables.pulled(number % SERVERS):
                if number % 2:
                    time.sleep(rng.uniform(0.5, 5))
                else:
                    _wait_until_refused(outcome, server, patient(CUT_SECONDS), "a server that is cut off goes on")
                    time.sleep(rng.uniform(0, 10))
            healthy = server.program().insist("GET", "/healthz", seconds=30)
            outcome.note("failed", f"cut off for ever: {healthy.status}", int(healthy.status != 200))
            outcome.tries += 1
    return outcome


@row("the database of a hall fails over", load="acknowledged lines", whole=50, few=1)
def failing_over(effort: Effort) -> Outcome:
    """Kill the primary, promote the standby, and give that a standby in turn.

    Every second time the standby was gone before, and somebody has cancelled what waited for it.
    """
    outcome, rng, still = effort.outcome(), effort.rng, list[Span]()
    with cluster() as first, cluster() as second, first.house() as url:
        pair = Pair(first, second)
        database = pair.url(url.partition("@/")[2].partition("?")[0])
        with hall(effort.folder, database) as house, played(house, outcome, still):
            for number in range(effort.tries):
                time.sleep(rng.uniform(2, 4))
                began = unhindered()
                if number % 2 == 0:
                    pair.lose_what_is_cancelled()
                pair.fail_over()
                still.append((began, unhindered()))
                outcome.tries += 1
                time.sleep(2)
        if pair.primary is not first:  # where the database of the house is to be dropped
            pair.fail_over()
    return outcome


@row("the database of a hall starts anew", load="acknowledged lines", whole=50, few=2)
def starting_anew(effort: Effort) -> Outcome:
    """Crash the only database, and start it again: at once, or a while later."""
    outcome, rng, still = effort.outcome(), effort.rng, list[Span]()
    with ExitStack() as stack:
        url = stack.enter_context((postgres := stack.enter_context(cluster())).house())
        house = stack.enter_context(hall(effort.folder, url))
        stack.enter_context(played(house, outcome, still))
        for _ in range(effort.tries):
            time.sleep(rng.uniform(1, 3))
            began = unhindered()
            postgres.stop("immediate")
            time.sleep(rng.choice((0, rng.uniform(0, 8))))
            postgres.start()
            still.append((began, unhindered()))
            outcome.tries += 1
    return outcome


@row("what has no key, as servers die", load="answered requests", whole=100, few=3)
def without_keys(effort: Effort) -> Outcome:
    """Kill servers while groups are opened, tables laid and files sent, each under a name of its own."""
    outcome, rng, is_over = effort.outcome(), effort.rng, threading.Event()
    with cluster() as postgres, postgres.house() as url, hall(effort.folder, url) as house:
        acts = [Acts(house, f"{place}", is_over) for place in range(VISITORS)]
        for number in range(effort.tries):
            time.sleep(rng.uniform(0.5, 2))
            house.servers[number % len(house.servers)].kill()
            house.servers[number % len(house.servers)].start(60)
            outcome.tries += 1
        is_over.set()
        for act in acts:
            act.join()
        with closing(PostgresStore(house.database)) as store:
            names = Counter(name for (name,) in store.reader().execute("select name from groups"))
            names += Counter(name for (name,) in store.reader().execute("select seats from tables"))
        for act in acts:
            for name, answered in act.sent.items():
                times = sum(count for kept, count in names.items() if name in kept)
                outcome.note("doubled", f"{name}: {times} times", max(0, times - 1))
                outcome.note("lost", name, int(answered and times == 0))
                outcome.load += answered
    return outcome


class Acts(threading.Thread):
    """A device that opens groups, lays tables and sends files, on and on. `sent`: by names, whether that was done."""

    def __init__(self, house: Hall, name: str, is_over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.sent: dict[str, bool] = {}
        self._house, self._name, self._is_over = house, name, is_over
        self.start()

    def run(self) -> None:
        while not self._is_over.is_set():
            self._open_lay_and_send()

    def _open_lay_and_send(self) -> None:
        visitor = Visitor(own_address(), self._house.url, self._house.nginx.port)
        opened = self._once(lambda name: visitor.post("/groups", {"name": name}).status == 303)
        self._once(self._lays)
        if opened:
            self._once(lambda name: self._sends(visitor, opened, name))

    def _lays(self, name: str) -> bool:
        with closing(self._house.program()) as program:
            body = {"game": "death-wish", "seats": [name, "Bo"], "options": {}}
            return program.call("POST", "/api/tables", body=body).status == 201

    @staticmethod
    def _sends(visitor: Visitor, opened: str, name: str) -> bool:
        """Take in the group's own file under another name."""
        file = visitor.get("/group/group.jsonl")
        sent = with_file("group", file.text.replace(opened, name))
        return file.status == 200 and visitor.post("/group/file", sent).status == 303

    def _once(self, act: Callable[[str], bool]) -> str:
        """Do something under a new name; that name, empty if nobody has said that it was done."""
        name = f"No. {self._name}-{len(self.sent)}."
        self.sent[name] = False
        with suppress(*TROUBLE):
            self.sent[name] = act(name)
        return name if self.sent[name] else ""
