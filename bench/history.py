"""How long the pages of a long past take, and what they cost the taps: `python -m bench.history [FOLDER] [--database]`.

Fills a folder with 10,000 games of 1,000 people (or takes the one that is named and filled), moves it to PostgreSQL
(`--database`), serves it, and tells the time of every page; then, in one run by turns, the p50 and p99 of a tap with
nothing beside it, and while the slowest page is fetched in a loop. A benchmark, not a test: compare what is in one run.
"""

import argparse
import http.client
import json
import sqlite3
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median, quantiles

from bench.big_house import fill
from companion.commands.move import move
from companion.commands.opening import open_store
from companion.storage.data import Data
from companion.storage.sqlite.condition import FILE
from tests.support.api import ApiTable
from tests.support.postgres import cluster
from tests.support.server import Server

TIMES, TAPS, TURNS = 5, 200, 3
PAUSE = 0.022  # no key may report more than 50 lines a second
EVERYTHING = "/history/records.jsonl"


class Guest:
    """Somebody who came in by the host's link, and reads pages."""

    def __init__(self, server: Server, link: str) -> None:
        self._origin = f"http://127.0.0.1:{server.port}"
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._cookie = ""
        self._cookie = self.get(link, 303).split(";")[0]

    def get(self, path: str, status: int = 200) -> str:
        """Fetch a page whole; the cookie that came with it."""
        self._connection.request("GET", path, headers={"Cookie": self._cookie} if self._cookie else {})
        answer = self._connection.getresponse()
        answer.read()
        assert answer.status == status, (path, answer.status)
        return answer.headers.get("Set-Cookie", "")

    def post(self, path: str, form: str) -> None:
        """Send a form."""
        headers = {"Cookie": self._cookie, "Origin": self._origin, "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request("POST", path, form, headers)
        answer = self._connection.getresponse()
        answer.read()
        assert answer.status == 303, (path, answer.status)


def pages(file: Path) -> list[str]:
    """Every kind of page, of what is in this file."""
    with closing(sqlite3.connect(file)) as db:
        over = "outcome in ('won', 'lost', 'nobody') and not secrets"
        games = dict(db.execute(f"select game, max(table_id) from chronicle where {over} group by game"))
        day = db.execute("select substr(max(at), 1, 10) from chronicle").fetchone()[0]
    found = ["/history/", "/history/?names=ann", "/history/?names=ann,smith&game=death-wish", "/history/?names=nobody"]
    found += ["/history/?since=2022-01-01&until=2022-02-01", "/history/?after=2021-06-01~0"]
    found += [f"/history/evenings/{day}", "/history/people", "/history/people?name=ma", "/history/people?skip=900"]
    found += ["/history/people/1", "/history/people/500", "/people/", "/people/1", "/history/games"]
    found += ["/history/people/1/2", f"/history/years/{day[:4]}", "/history/leagues", "/history/leagues/1"]
    found += ["/history/?words=ann&result=won", "/history/?longer=30&seats=4", "/history/?names=ann,smith&exactly=1"]
    found += [f"/history/games/{slug}" for slug in games]
    for id in games.values():
        found += [
            f"/history/{id}",
            f"/history/{id}?line=20",
            f"/history/{id}?line=20&as=1",
            f"/history/{id}/record.json",
        ]
    return found


def timed(guest: Guest, path: str) -> float:
    """The median time of a page, in milliseconds."""
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        guest.get(path)
        taken.append((time.perf_counter() - began) * 1000)
    return median(taken)


def tap(table: ApiTable, number: int) -> float:
    began = time.perf_counter()
    answer = table.report(table.host, {"move": "adjust", "seat": number % 4, "track": "points", "by": 1, "why": "tap"})
    assert answer.status == 201, answer
    return (time.perf_counter() - began) * 1000


def taps(table: ApiTable, beside: Guest | None, path: str) -> list[float]:
    """How long taps take, while a page is fetched again and again, or not."""
    done = threading.Event()

    def fetch() -> None:
        while beside is not None and not done.is_set():
            beside.get(path)

    fetcher = threading.Thread(target=fetch)
    fetcher.start()
    taken = []
    for number in range(TAPS):
        taken.append(tap(table, number))
        time.sleep(PAUSE)
    done.set()
    fetcher.join()
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.history", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="filled, or to be filled")
    parser.add_argument("--database", action="store_true", help="on PostgreSQL; the folder is served no more then")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as made, ExitStack() as stack:
        server = Server(Path(made))
        if words.folder:
            server.data = words.folder
        if not (server.data / FILE).exists():
            print("Writing 10,000 games of 1,000 people ...", flush=True)
            fill(server.data)
        if words.database:
            server.database = stack.enter_context(stack.enter_context(cluster()).house())
            move(server.data, server.database, back=False)
        server.start(120)
        try:
            measure(server)
        finally:
            server.close()
    return 0


def host_ticket(server: Server) -> str:
    """The ticket of the evening, which the server opens when it greets."""
    with closing(open_store(Data(server.data, server.database))) as store:
        sql = "select host_ticket from evenings where closed_at is null order by id desc"
        while (found := store.reader().execute(sql).first()) is None:
            time.sleep(0.05)
    return str(found[0])


def measure(server: Server) -> None:
    guest = Guest(server, f"/host/{host_ticket(server)}")
    guest.post("/history/leagues", "name=All&points=5-3-2-1&together=1&lost=0&best=6")
    times = {path: timed(guest, path) for path in pages(server.data / FILE)}
    for path, mean in sorted(times.items(), key=lambda timing: -timing[1]):
        print(f"{mean:8.1f} ms  {path}")
    slowest = max(times, key=lambda path: times[path])
    program = server.program()
    table = ApiTable(program.insist)  # a connection that idles meanwhile is closed
    taps(table, None, "")  # warm
    beside: dict[str, list[float]] = {"": [], slowest: [], EVERYTHING: []}
    for _ in range(TURNS):
        for path, taken in beside.items():
            taken += taps(table, guest if path else None, path)
    p99 = {}
    for path, taken in beside.items():
        told = quantiles(taken, n=100)
        p99[path] = told[98]
        what = f"while {path} is fetched in a loop" if path else "with nothing beside it"
        print(f"A tap {what}: p50 {told[49]:.1f} ms, p99 {told[98]:.1f} ms, {len(taken)} taps")
    ratios = {path: round(p99[path] / p99[""], 2) for path in (slowest, EVERYTHING)}
    print(json.dumps({"slowest": slowest, "slowest_ms": round(times[slowest], 1), "p99_ratios": ratios}))


if __name__ == "__main__":
    sys.exit(main())
