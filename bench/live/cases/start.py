"""How soon a server answers, what it has in memory, what a phone costs it, and what a phone loads first."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.live.contestants.boardgame_io import BoardgameIo, Missing
from bench.live.contestants.ledger import Ledger
from bench.live.measure import memory
from bench.live.ports import free_port, ready
from bench.live.table import Contestant
from tests.support.server import APP

EVENINGS, SCREENS = 60, 7
SETTLED_SECONDS = 4
MB = 2**20


def our_start() -> tuple[float, float]:
    """Seconds from the start of `app.py` on an empty folder to its first answer, and its memory then, in MB.

    It may keep what it compiled of our modules, as it may where people start it.
    """
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as folder:
        port = free_port()
        words = ["--host", "127.0.0.1", "--port", str(port), "--data", str(Path(folder) / "data")]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        process = subprocess.Popen([sys.executable, str(APP), *words], stdout=subprocess.DEVNULL, env=environment)
        try:
            return ready(port, "/healthz", process), memory(process.pid) / MB
        finally:
            process.kill()
            process.wait()


def their_start() -> tuple[float, float]:
    """The same of boardgame.io."""
    peer = BoardgameIo()
    try:
        return peer.started, memory(peer.pid) / MB
    finally:
        peer.close()


async def memory_of_a_phone(contestant: Contestant) -> float:
    """By how many kB the server grows for each screen, once those of one evening were open.

    Nobody taps before: the garbage of taps leaves room in the memory of either server, which screens would fill unseen.
    """
    await contestant.open(1)
    await contestant.leave()
    before = await _settled(contestant.pid)
    await contestant.open(EVENINGS)
    grown = memory(contestant.pid) - before
    await contestant.leave()
    return grown / 1024 / EVENINGS / SCREENS


async def _settled(pid: int) -> int:
    """The memory of a server that has read all that it reads ahead: it grows no more for some seconds."""
    seen = 0
    while (now := memory(pid)) > seen:
        seen = now
        await asyncio.sleep(SETTLED_SECONDS)
    return seen


def starts(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Starts by turns: of each server the seconds and MB, a round each."""
    figures: dict[str, list[tuple[float, float]]] = {"ledger": [], "boardgame.io": []}
    for _ in range(rounds):
        figures["ledger"].append(our_start())
        try:
            figures["boardgame.io"].append(their_start())
        except Missing as problem:
            print(f"\n*** {problem}\n", file=sys.stderr)
    return figures


async def phones(contestants: Sequence[Contestant]) -> dict[str, float]:
    """Kilobytes a phone for each server; for ours also the bytes of the first load."""
    figures = {f"{one.name}: kB a phone": await memory_of_a_phone(one) for one in contestants}
    for one in contestants:
        if isinstance(one, Ledger):
            await one.open(1)
            figures["first load, bytes"] = (await one.more_figures())["first_load"]
            await one.leave()
    return figures


def middle(starts: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The medians of the rounds: seconds, MB."""
    return median(seconds for seconds, _ in starts), median(size for _, size in starts)
