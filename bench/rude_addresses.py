"""What one rude address costs the others: `python -m bench.rude_addresses [WAY …] [--rounds 3] [--seconds 10]`.

At a table programs tap every 30 ms. Beside them, from an address of its own, somebody does his worst in one of many
ways; quiet and loud by turns in one run. Tells the others' p95 quiet and loud, their ratio round by round, and how the
rude one was answered: the table of docs/security.md. *One NAT* is another question: sixty phones of one address, with a
slow upload and a head that drips beside them, against sixty addresses. A benchmark, not a test: compare what is in one
run.
"""

import argparse
import asyncio
import json
import multiprocessing as processes
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.live.contestants.gathering import Gathered, gather
from bench.rude import callers, groups, nat, uploads
from bench.rude.callers import ask, call, form, page
from tests.support.api import ApiTable, adjust
from tests.support.server import TROUBLE, Server

PAUSE = 0.03  # between two taps
RUDE = "127.0.66.6"
HANDLES = 512  # of the server, so that one address can open more
BAR, NAT_BAR = 5, 2  # times the quiet p95
Rude = Callable[[str, str, Any, Any], None]


def ways(evening: Gathered) -> dict[str, Rude]:
    """What an address can do, by the words of the table; pages with cookies are those of this evening."""
    phone, cookies = evening.phones[0], evening.cookies * 4
    everything = [page("/", phone), page(f"/table/{evening.code}/sheet", phone), page("/history/", phone)]
    junk = call("/api/tables/AAAAA/moves", "POST", b"x" * 60_000)
    return {
        "heads of spaces, without pause": callers.heads,
        "600 connections": callers.connections,
        "one phone asks for its page, 4 connections": partial(ask, [page("/", phone)], 4),
        "the same with many cookies, 8 connections": partial(ask, [page("/", cookie) for cookie in cookies], 8),
        "the sheet, 8 connections": partial(ask, [page(f"/table/{evening.code}/sheet", one) for one in cookies], 8),
        "the history, 8 connections": partial(ask, [page("/history/", cookie) for cookie in cookies], 8),
        "phone, watch, phone, 8 connections": partial(
            ask, [form("/use", one, kind=kind) for one in cookies[4:6] for kind in ("watch", "board")], 8
        ),
        "tables that are not there": partial(ask, [call("/api/tables/AAAAA")], 8),
        "/healthz": partial(ask, [call("/healthz")], 8),
        "/api/games": partial(ask, [call("/api/games")], 8),
        "moves of 60 kB without a key": partial(ask, [junk], 8),
        "all of it, 40 connections": partial(ask, [*everything, junk, call("/api/games")], 40),
        "corrections as large as they may be": callers.corrections,
        "a loud group of twelve evenings": groups.loud_group,
        "tables laid and put away": groups.tables_laid,
        "two uploads of the worst kind": uploads.two_uploads,
    }


def taps(table: ApiTable, seconds: float) -> list[float]:
    """How long taps take, in milliseconds."""
    taken, end, number = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        began = time.perf_counter()
        try:
            status = table.report(table.host, adjust(number % 4, 1 if number % 8 < 4 else -1)).status
        except TROUBLE as problem:
            print(f"  a tap was not answered: {problem!r}", flush=True)
        else:
            assert status == 201, status
        taken.append((time.perf_counter() - began) * 1000)
        number += 1
        time.sleep(PAUSE)
    return taken


def beside(server: Server, rude: Rude, seconds: float) -> tuple[list[float], list[float], Counter[int]]:
    """Taps in quiet and beside the rude one, and how that was answered; at a table of their own."""
    with closing(server.program(60)) as program:
        table = ApiTable(program.call)
        taps(table, 0.5)
        quiet = taps(table, seconds)
        calm, told = processes.Event(), processes.Queue()
        process = processes.Process(target=_apart, args=(rude, server.url, calm, told))
        process.start()
        time.sleep(seconds / 10)
        loud = taps(table, seconds)
        calm.set()
        answers = told.get(timeout=120)
        process.join()
        time.sleep(1)  # what it left under way ends
    return quiet, loud, answers


def _apart(rude: Rude, url: str, calm: Any, told: Any) -> None:
    """Be rude behind all others on this machine: in a room it would be another one."""
    os.nice(10)
    if hasattr(os, "sched_setscheduler"):  # also where the others were given a priority of their own
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    rude(url, RUDE, calm, told)


def p95(taken: Sequence[float]) -> float:
    return quantiles(taken, n=100)[94]


def line(name: str, quiet: Sequence[float], loud: Sequence[float], bar: float, answered: str) -> str:
    ratios = [after / before for before, after in zip(quiet, loud, strict=True)]
    ratio = median(ratios)
    spread = f"{ratio:.1f} ({min(ratios):.1f}–{max(ratios):.1f})"
    spread += "" if ratio < bar else " **!**"
    return f"| {name} | {median(quiet):.1f} | {median(loud):.1f} | {spread} | {answered} |"


def measure(server: Server, names: Sequence[str], rounds: int, seconds: float) -> dict[str, Any]:
    """The table, line by line, and the figures behind it."""
    evening = gather(server, 1, 0)[0]
    chosen = {name: rude for name, rude in ways(evening).items() if not names or name in names}
    print(
        f"| beside | quiet p95, ms | loud p95, ms | ratio, asked < {BAR} | answered |\n|---|---|---|---|---|",
        flush=True,
    )
    figures: dict[str, Any] = {}
    for name, rude in chosen.items():
        quiet, loud, answers = [], [], Counter[int]()
        for _ in range(rounds):
            before, after, answered = beside(server, rude, seconds)
            quiet.append(p95(before))
            loud.append(p95(after))
            answers += answered
        words = ", ".join(f"{count:,} × {status or 'ended'}" for status, count in sorted(answers.items()))
        print(line(name, quiet, loud, BAR, words), flush=True)
        figures[name] = {"quiet": quiet, "loud": loud, "answers": answers}
    if not names or nat.NAME in names:
        many, one = [], []
        for _ in range(rounds):
            many.append(p95(asyncio.run(nat.taps(server.port, seconds, evening.host, is_one_address=False))))
            one.append(p95(asyncio.run(nat.taps(server.port, seconds, evening.host, is_one_address=True))))
        print(line(nat.NAME, many, one, NAT_BAR, f"asked < {NAT_BAR}"), flush=True)
        figures[nat.NAME] = {"quiet": many, "loud": one}
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.rude_addresses", description=__doc__)
    parser.add_argument("ways", nargs="*", metavar="WAY", help="by its words in the table; without one: all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10, help="quiet, and loud, in each round (default: 10)")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as made, closing(Server(Path(made))) as server:
        server.options, server.limit = ("--open",), HANDLES
        figures = measure(server.start(60), words.ways, words.rounds, words.seconds)
    Path("artifacts").mkdir(exist_ok=True)
    Path("artifacts/rude_addresses.json").write_text(json.dumps(figures, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
