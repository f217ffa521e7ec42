"""The driver of bench/live: it follows every screen, taps through a game into the next, and finds each tap stored."""

import asyncio
from contextlib import closing

import pytest

from bench.live.contestants.evening import LINES as POSITIONS
from bench.live.contestants.ledger import Ledger
from bench.live.contestants.programs import Programs
from bench.live.table import DrivenTable

pytestmark = pytest.mark.slow

LONGEST = 200  # taps until a game is over
LINES = 5


async def _tap(table: DrivenTable) -> None:
    """One tap; all screens have it then."""
    tap = await table.tap()
    assert tap.began <= tap.shown
    assert tap.began <= tap.answered
    assert table.positions == [table.position] * len(table.positions)


async def _played_into_the_next(evening: DrivenTable) -> None:
    while not evening.pauses and evening.taken < LONGEST:
        await _tap(evening)
    assert evening.position == POSITIONS  # the next game, before its first line
    await _tap(evening)


async def _played(ledger: Ledger) -> int:
    """Play an evening beyond its first game, and report as programs; how many taps were acknowledged."""
    (evening,) = await ledger.open(1)
    await _played_into_the_next(evening)
    await ledger.leave()
    for fetching in (False, True):
        programs = Programs(ledger, fetching)
        (table,) = await programs.open(1)
        for _ in range(LINES):
            await _tap(table)
        assert programs.lost() == 0
        await programs.leave()
    return evening.taken + 2 * LINES


def test_the_driver_follows_all_screens_and_loses_no_tap():
    with closing(Ledger()) as ledger:
        acknowledged = asyncio.run(_played(ledger))
        assert ledger.lost() == 0
        assert len({(code, line) for code, line, _ in ledger.rows()}) == acknowledged
