"""Taps in a closed loop and at a pace, and what they cost the server."""

import asyncio
import os
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

from bench.live.table import DrivenTable, Tap

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
GRACE = 1.0  # seconds in which what was due may still begin; what has not by then is counted as unserved
Figures = dict[str, float]


def cpu_seconds(pid: int) -> float:
    """The processor time of a process, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cpu_of_children(pid: int) -> float:
    """The processor time of a process and of its children, as PostgreSQL has one for each connection."""
    tasks = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(cpu_seconds, [pid, *map(int, tasks)]))


def cpu_of_threads(pid: int) -> float:
    """The processor time of the threads that a process has now, to the nanosecond: for what takes little."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def memory(pid: int) -> int:
    """What a process has in memory, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


async def closed_loop(tables: Sequence[DrivenTable], seconds: float, pids: Sequence[int]) -> Figures:
    """Every table taps as soon as its last screen has the tap before."""
    end = perf_counter() + seconds

    async def follow(table: DrivenTable) -> tuple[list[Tap], float]:
        began, pauses = perf_counter(), table.pauses
        taps = [await table.tap()]
        while perf_counter() < end:
            taps.append(await table.tap())
        return taps, perf_counter() - began - (table.pauses - pauses)

    cost = Cost(tables, pids)
    followed = await asyncio.gather(*(follow(table) for table in tables))
    taps = [tap for some, _ in followed for tap in some]
    rate = sum(len(some) / active for some, active in followed)
    return {"rate": rate} | cost.per_tap(len(taps)) | latencies(taps)


async def paced(tables: Sequence[DrivenTable], seconds: float, pids: Sequence[int], rate: float, seed: int) -> Figures:
    """So many taps a second by chance (Poisson), at one table after the other, each timed from when it was due."""
    queues = [asyncio.Queue[float]() for _ in tables]
    taps: list[Tap] = []

    async def follow(table: DrivenTable, queue: asyncio.Queue[float]) -> None:
        while (due := await queue.get()) < end and perf_counter() < end + GRACE:
            taps.append(await table.tap(due))

    cost, rng = Cost(tables, pids), random.Random(seed)
    due = perf_counter()
    end = due + seconds
    following = [asyncio.create_task(follow(table, queue)) for table, queue in zip(tables, queues, strict=True)]
    number = 0
    while (due := due + rng.expovariate(rate)) < end:
        await asyncio.sleep(max(0.0, due - perf_counter()))
        queues[number % len(tables)].put_nowait(due)
        number += 1
    for queue in queues:
        queue.put_nowait(end)
    await asyncio.gather(*following)
    return {"due": number, "unserved": number - len(taps)} | cost.per_tap(len(taps)) | latencies(taps)


class Cost:
    """What a measurement costs server, network and driver, from its making on."""

    def __init__(self, tables: Sequence[DrivenTable], pids: Sequence[int]) -> None:
        self._tables, self._pids = tables, pids
        self._received = self._all_received()
        for table in tables:
            table.sizes.clear()
        self._began, self._driver, self._server = perf_counter(), process_time(), self._server_seconds()

    def _all_received(self) -> int:
        return sum(table.received.total() for table in self._tables)

    def _server_seconds(self) -> float:
        return sum(map(cpu_seconds, self._pids))

    def per_tap(self, taps: int) -> Figures:
        """Milliseconds of the server's processor and bytes a screen for each tap; how busy both processes were.

        Of the bytes of each tap on each screen also the median, and what nine of ten do not exceed.
        """
        elapsed = perf_counter() - self._began
        server = self._server_seconds() - self._server
        screens = len(self._tables[0].positions)
        tenths = quantiles((size for table in self._tables for size in table.sizes), n=10, method="inclusive")
        return {
            "taps": taps,
            "cpu_ms": 1000 * server / taps,
            "bytes": (self._all_received() - self._received) / taps / screens,
            "bytes_p50": tenths[4],
            "bytes_p90": tenths[8],
            "server_busy": server / elapsed,
            "driver_busy": (process_time() - self._driver) / elapsed,
        }


def latencies(taps: Sequence[Tap]) -> Figures:
    """In milliseconds: to the tap's answer, and to the last screen."""
    figures = {}
    for name in ("answered", "shown"):
        cuts = quantiles([(getattr(tap, name) - tap.due) * 1000 for tap in taps], n=100, method="inclusive")
        figures |= {f"{name}_p{percent}": cuts[percent - 1] for percent in (50, 95, 99)}
    return figures
