"""What one rude phone costs the others: `python -m bench.rude_phone [SECONDS]`.

Serves an empty folder. At one table players tap; at another a phone sends the largest corrections that are taken, one
after the other, or asks 500 times a second: moves, looks, records. Tells the p50, the p95 and the worst of the others'
taps with nothing beside them and with each kind of rudeness, by turns in one run, and how the rude one was answered.
A benchmark, not a test: compare what is in one run.
"""

import json
import multiprocessing as processes
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import quantiles
from typing import Any

from companion.table.limits import CORRECTED_LINES, MOVES_A_LINE
from tests.support.api import Answer, ApiTable
from tests.support.server import TROUBLE, Program, Server

SECONDS, TURNS = 4.0, 2
PAUSE = 0.03  # no key may report more than 50 lines a second
PER_SECOND, CONNECTIONS = 500, 4
LINES = 256
GAME, TRACK = "death-wish", "skulls"


def bonus(number: int) -> dict[str, Any]:
    """The shortest entry by hand; eight in a row cancel out."""
    return {"move": "adjust", "seat": number % 4, "track": TRACK, "by": 1 if number % 8 < 4 else -1, "why": "x"}


def correction(number: int) -> dict[str, Any]:
    """The largest correction that is taken: of so many lines as there may be, each of so many moves as fit the body."""
    start = number * CORRECTED_LINES % LINES
    reads = [bonus(move) for move in range(MOVES_A_LINE - 2)]
    lines = [[start + line + 1, reads] for line in range(CORRECTED_LINES)]
    return {"move": "correct", "lines": lines}


class Keys:
    """A table that a phone knows: where it is, and the host's key."""

    def __init__(self, url: str, laid: ApiTable) -> None:
        self.url, self.path, self.host = url, laid.path, laid.host


def corrects(table: Keys, calm: Event, told: Any) -> None:
    """Corrections without a pause."""
    program, answers, number = Program(table.url, 60), Counter[int](), 0
    while not calm.is_set():
        number += 1
        body = correction(number) | {"key": f"rude-{time.time_ns()}"}
        answers[_status(program.call, "POST", f"{table.path}/moves", table.host, body)] += 1
    told.put(answers)


def asks(table: Keys, calm: Event, told: Any) -> None:
    """Five hundred requests a second on a few connections: moves, looks, the whole record."""
    answers = Counter[int]()

    def ask(number: int) -> None:
        program, due = Program(table.url, 60), time.perf_counter()
        while not calm.is_set():
            number += CONNECTIONS
            answers[_status(_ask, program, table, number)] += 1
            due = max(due + CONNECTIONS / PER_SECOND, time.perf_counter() - 0.1)
            time.sleep(max(0.0, due - time.perf_counter()))

    asking = [threading.Thread(target=ask, args=(number,)) for number in range(CONNECTIONS)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    told.put(answers)


def _ask(program: Program, table: Keys, number: int) -> Answer:
    match number % 4:
        case 0:
            return program.call("GET", table.path, table.host)
        case 1:
            return program.call("GET", f"{table.path}/record", table.host)
    return program.call("POST", f"{table.path}/moves", table.host, bonus(number) | {"key": f"ask-{time.time_ns()}"})


def _status(call: Callable[..., Answer], *given: Any) -> int:
    """How a call was answered; 0: not at all."""
    try:
        return call(*given).status
    except TROUBLE:
        return 0


def taps(table: ApiTable, seconds: float) -> list[float]:
    """How long taps take, in milliseconds."""
    taken, end, number = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        began = time.perf_counter()
        answer = table.report(table.host, bonus(number))
        taken.append((time.perf_counter() - began) * 1000)
        assert answer.status == 201, answer
        number += 1
        time.sleep(PAUSE)
    return taken


def beside(server: Server, table: ApiTable, rude: Any, seconds: float) -> tuple[list[float], Counter[int]]:
    """Taps while a phone is rude at a table of its own."""
    if rude is None:
        return taps(table, seconds), Counter()
    other = ApiTable(server.program(60).call, game=GAME)
    for number in range(LINES):
        assert other.report(other.host, bonus(number)).status == 201
        time.sleep(0.02)
    calm, told = processes.Event(), processes.Queue()
    phone = processes.Process(target=rude, args=(Keys(server.url, other), calm, told))
    phone.start()
    taken = taps(table, seconds)
    calm.set()
    answers = told.get()
    phone.join()
    return taken, answers


def measure(server: Server, seconds: float) -> None:
    table = ApiTable(server.program(60).call, game=GAME)
    taps(table, 1)  # warm
    ways = {"with nothing beside them": None, "beside corrections": corrects, "beside 500 requests a second": asks}
    times: dict[str, list[float]] = {name: [] for name in ways}
    answers = {name: Counter[int]() for name in ways}
    for _ in range(TURNS):
        for name, rude in ways.items():
            taken, told = beside(server, table, rude, seconds)
            times[name] += taken
            answers[name] += told
    p95 = {}
    for name, taken in times.items():
        cuts = quantiles(taken, n=100)
        p95[name] = round(cuts[94], 1)
        line = (
            f"Taps {name}: p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, worst {max(taken):.0f} ms, {len(taken)} taps"
        )
        print(f"{line}; the phone was answered {dict(answers[name])}" if answers[name] else line)
    print(json.dumps({"p95_ms": p95}))


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as made:
        server = Server(Path(made)).start(60)
        try:
            measure(server, float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
        finally:
            server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
