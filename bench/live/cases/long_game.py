"""Whether the cost of a tap grows with the length of the game: lines 1–50 of one beside lines 950–1,000 of another."""

import asyncio
from statistics import median

from bench.live.contestants.evening import LINES, DrivenEvening
from bench.live.contestants.ledger import Ledger
from bench.live.measure import cpu_of_threads
from bench.live.table import Tap

LONG, MEASURED, AT_ONCE = 950, 50, 10


class CorrectedByHand(DrivenEvening):
    """An evening whose host adds entries by hand: its game never ends."""

    async def send(self) -> float:
        number = (self.position + 1) % LINES
        key = f"by-hand-{self.position:08d}"
        by = "1" if number % 2 else "-1"
        given = [("move", "adjust"), ("seat", str(number % 6)), ("track", "points"), ("by", by), ("why", "tap")]
        answer = await self.host.call("POST", f"/table/{self.code}/move", [*given, ("key", key)])
        if answer.status != 200:
            raise RuntimeError(f"A line was not taken: {answer.body.decode()}")
        self.acknowledged.add((self.code, number, key))
        return answer.received

    async def go_on(self) -> None:
        """There is always another entry."""


async def measure(ledger: Ledger, rounds: int) -> dict[str, list[float]]:
    """Of each round the medians at a long game divided by those at a short one: answer, last screen, processor."""
    ratios: dict[str, list[float]] = {"answer": [], "last screen": [], "CPU of the server": []}
    for _ in range(rounds):
        evenings = await asyncio.to_thread(ledger.gather, 2, CorrectedByHand)
        short, long = evenings
        for evening in evenings:
            await evening.open()
        for _ in range(LONG - 1):
            await long.tap()
        costs = await _by_turns(ledger, short, long)
        for name, (few, many) in costs.items():
            ratios[name].append(many / few)
        for evening in evenings:
            evening.close()
    return ratios


async def _by_turns(ledger: Ledger, *evenings: DrivenEvening) -> dict[str, list[float]]:
    taps: list[list[Tap]] = [[] for _ in evenings]
    spent = [0.0 for _ in evenings]
    for _ in range(MEASURED // AT_ONCE):
        for place, evening in enumerate(evenings):
            before = cpu_of_threads(ledger.pid)
            taps[place] += [await evening.tap() for _ in range(AT_ONCE)]
            spent[place] += cpu_of_threads(ledger.pid) - before
    answers = [median(tap.answered - tap.began for tap in some) for some in taps]
    shown = [median(tap.shown - tap.began for tap in some) for some in taps]
    return {"answer": answers, "last screen": shown, "CPU of the server": spent}
