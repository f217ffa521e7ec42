"""A small machine: the server held to a quarter of a core, one evening of sixteen phones and two scoreboards."""

from bench.live.contestants.gathering import CROWD
from bench.live.contestants.ledger import Ledger
from bench.live.measure import Figures, paced
from bench.live.quarter import held

PER_SECOND = 2.0  # sixteen people, of whom each taps every eight seconds


async def measure(rounds: int, seconds: float) -> tuple[list[Figures], str]:
    """The figures of each round, and how the server was held."""
    ledger = Ledger()
    try:
        tables = await ledger.open(1, CROWD)
        with held(ledger.pid) as how:
            figures = [await paced(tables, 4 * seconds, ledger.pids, PER_SECOND, seed) for seed in range(rounds)]
        await ledger.leave()
        assert not ledger.lost()
        return figures, how
    finally:
        ledger.close()
