"""The cases in which our server is measured against bounds of its own, or against itself."""

import asyncio
import sys
from contextlib import closing
from dataclasses import asdict
from statistics import median

from bench.live import report
from bench.live.bounds import Verdict, printed
from bench.live.cases import growth, long_game, small, start, streams
from bench.live.cases.rounds import Rounds
from bench.live.contestants.boardgame_io import BoardgameIo, Missing
from bench.live.contestants.ledger import Ledger

FLAT = 1.2
GROWING = ("closed.cpu_ms", "paced.cpu_ms", "paced.answered_p50", "paced.shown_p50")
STEADY = ("handles", "greenlets")
NOISE = 1.02  # of what may not grow after the first minute
MINUTES = 10
GROWN = 15  # MB at most, from the second minute to the last; as much may be kept after the streams


def at_start(rounds: int, seconds: float) -> dict:
    """Time to the first answer, idle memory, memory a phone, the first load of a phone."""
    start.our_start()  # the first one compiles
    starts = {name: start.middle(some) for name, some in start.starts(rounds).items() if some}
    for name, (taken, size) in starts.items():
        print(f"{name}: {taken:.2f} s from start to first answer, {size:.0f} MB then")
    with closing(Ledger()) as ledger:
        figures = asyncio.run(start.phones([ledger]))
    try:
        with closing(BoardgameIo()) as peer:
            figures |= asyncio.run(start.phones([peer]))
    except Missing as problem:
        print(f"\n*** {problem}\n", file=sys.stderr)
    for name, value in figures.items():
        print(f"{name}: {value:,.1f}")
    verdicts = [Verdict("start to first answer, s", starts["ledger"][0], 0.6)]
    verdicts += [Verdict("idle, MB", starts["ledger"][1], 60)]
    verdicts += [Verdict("first load of a phone, kB", figures["first load, bytes"] / 1000, 60)]
    verdicts += [Verdict("memory a phone with its evening, kB", figures["ledger: kB a phone"], 50)]
    return {"starts": starts, "figures": figures} | printed(verdicts)


def of_length(rounds: int, seconds: float) -> dict:
    """Lines 950–1,000 of a game against lines 1–50 of another."""
    with closing(Ledger()) as ledger:
        ratios = asyncio.run(long_game.measure(ledger, rounds))
    for name, values in ratios.items():
        print(f"lines 950–1,000 / lines 1–50, {name}: {report.spread(values)}")
    verdicts = [Verdict(f"lines 950–1,000 / 1–50: {name}", median(values), FLAT) for name, values in ratios.items()]
    return {"ratios": ratios} | printed(verdicts)


def of_evenings(rounds: int, seconds: float) -> dict:
    """Ten evenings among 2,000 others against ten alone."""
    return _grown("among 2,000 / alone", asyncio.run(growth.beside_idle(rounds, seconds)), "among others", "alone")


def of_history(rounds: int, seconds: float) -> dict:
    """Ten evenings on a folder of 10,000 games against ten on an empty one."""
    return _grown("10,000 games / none", asyncio.run(growth.after_games(rounds, seconds)), "full", "empty")


def _grown(name: str, rounds: Rounds, more: str, less: str) -> dict:
    print(f"\n{report.table(growth.SCENE.name, rounds, peer_name=less)}\n")
    verdicts = [
        Verdict(f"{name}: {figure}", median(report.ratios(rounds, more, figure, less)), FLAT) for figure in GROWING
    ]
    return {"rounds": rounds} | printed(verdicts)


def on_a_small_machine(rounds: int, seconds: float) -> dict:
    """A quarter of a core, a crowd of eighteen screens, two taps a second."""
    figures, how = asyncio.run(small.measure(rounds, seconds))
    print(f"a quarter of a core: {how}; {small.PER_SECOND:g} taps a second")
    for name in figures[0]:
        print(f"  {name}: {report.spread([one[name] for one in figures])}")
    answer, shown = (median(one[f"{name}_p95"] for one in figures) for name in ("answered", "shown"))
    bounds = [Verdict("small machine, answer p95, ms", answer, 100), Verdict("… last screen p95, ms", shown, 300)]
    return {"how": how, "rounds": figures} | printed(bounds)


def of_streams(rounds: int, seconds: float) -> dict:
    """3,000 streams for ten minutes, whatever the number of rounds."""
    outcome = asyncio.run(streams.measure(MINUTES))
    first, last = asdict(outcome.samples[0]), asdict(outcome.samples[-1])
    print(f"{outcome.streams} streams; before: {outcome.before}; a minute after: {outcome.after}")
    verdicts = [Verdict(f"{name}, last minute / first", last[name] / first[name], NOISE) for name in STEADY]
    second = outcome.samples[min(1, len(outcome.samples) - 1)]
    verdicts.append(Verdict("memory, last minute – second, MB", last["memory_mb"] - second.memory_mb, GROWN))
    kept = outcome.after.memory_mb - outcome.before.memory_mb
    verdicts.append(Verdict("memory, a minute after the streams – before them, MB", kept, GROWN))
    closed = float("inf") if outcome.closed_after is None else outcome.closed_after
    verdicts.append(Verdict("all closed after the clients go, s", closed, streams.CLOSED_WITHIN))
    return {"outcome": asdict(outcome)} | printed(verdicts)


CASES = {
    "start": at_start,
    "length": of_length,
    "idle": of_evenings,
    "history": of_history,
    "small": on_a_small_machine,
    "streams": of_streams,
}
