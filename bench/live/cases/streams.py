"""Thousands of open streams under load: what a server has in memory and open, minute by minute, and after they go."""

import asyncio
import time
from dataclasses import dataclass

from bench.live.contestants.ledger import Ledger
from bench.live.contestants.programs import Programs
from bench.live.measure import paced
from bench.live.table import DrivenTable

STREAMS, EVENINGS, SCREENS = 3_000, 30, 7
PER_SECOND = 20.0
CLOSED_WITHIN = 20.0  # seconds after the clients have gone
GIVEN_BACK_WITHIN = 60.0
FILES = 1  # the file of the newest hashes, which a server opens with its first line


@dataclass(frozen=True)
class Sample:
    """What the server holds after so many minutes, and lines of the load, which stay in memory with their tables."""

    minute: int
    lines: int
    memory_mb: float
    handles: int
    threads: int
    greenlets: int


@dataclass(frozen=True)
class Outcome:
    """The samples; after how many seconds all handles of the streams were closed (None: not in time); and what was held
    a minute after the clients had gone."""

    streams: int
    before: Sample
    samples: list[Sample]
    closed_after: float | None
    after: Sample


async def measure(minutes: int, streams: int = STREAMS) -> Outcome:
    """Thirty evenings of real screens, and as many programs' streams as are missing; all tables are tapped at."""
    ledger = Ledger()
    try:
        programs = Programs(ledger, fetching=False)
        await ledger.open(1)
        await ledger.leave()
        before = await _sample(ledger, 0, 0)
        evenings = min(EVENINGS, streams // SCREENS)
        tables = [*await ledger.open(evenings), *await programs.open(max(1, streams // SCREENS - evenings))]
        samples = [await _minute(ledger, tables, minute) for minute in range(1, minutes + 1)]
        await ledger.leave()
        await programs.leave()
        gone = time.monotonic()
        closed_after = await _closed_after(ledger, before.handles + FILES)
        assert not ledger.lost() + programs.lost()
        await asyncio.sleep(gone + GIVEN_BACK_WITHIN - time.monotonic())
        after = await _sample(ledger, minutes + 1, samples[-1].lines)
        return Outcome(len(tables) * SCREENS, before, samples, closed_after, after)
    finally:
        ledger.close()


async def _minute(ledger: Ledger, tables: list[DrivenTable], minute: int) -> Sample:
    await paced(tables, 60, ledger.pids, PER_SECOND, minute)
    sample = await _sample(ledger, minute, sum(table.taken for table in tables))
    print(f"  {sample}", flush=True)
    return sample


async def _sample(ledger: Ledger, minute: int, lines: int) -> Sample:
    greenlets = await asyncio.to_thread(ledger.greenlets)
    server = ledger.server
    return Sample(minute, lines, server.memory() / 2**20, server.handles(), ledger.threads(), greenlets)


async def _closed_after(ledger: Ledger, handles: int) -> float | None:
    """How long it takes until no more handles are open than before the streams."""
    began = time.monotonic()
    while time.monotonic() < began + CLOSED_WITHIN:
        if ledger.server.handles() <= handles:
            return time.monotonic() - began
        await asyncio.sleep(0.1)
    return None
