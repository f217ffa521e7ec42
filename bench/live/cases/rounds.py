"""One run of several rounds: in each, every contestant has its turn with the same screens."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from bench.live.contestants.gathering import CROWD
from bench.live.measure import Figures, closed_loop, memory, paced
from bench.live.table import SEVEN, Contestant, Kind

EACH = 5  # tables of each of the games that are not measured besides

Rounds = dict[str, list[Figures]]  # of each contestant


@dataclass(frozen=True)
class Scene:
    """So many tables of a kind, and how many taps a second are made at a pace."""

    name: str
    tables: int
    per_second: float
    kind: Kind = SEVEN
    programs: bool = False


SCENES = (
    Scene("1 evening", 1, 15),
    Scene("30 evenings", 30, 60),
    Scene("150 evenings", 150, 60),
    Scene("crowd of 18", 1, 5, CROWD),
    Scene("Death Over The Kingdom", EACH, 10, Kind("death-over-the-kingdom", 6)),
    Scene("Gamushara Gang", EACH, 10, Kind("gamushara-gang", 5)),
    Scene("Final Deathweek", EACH, 10, Kind("final-deathweek", 4)),
    Scene("Death Wish", EACH, 10, Kind("death-wish", 6)),
    Scene("30 tables by the API", 30, 60, programs=True),
)


async def run(scene: Scene, contestants: Sequence[Contestant], rounds: int, seconds: float) -> Rounds:
    """The figures of each contestant, a round each; who begins changes from round to round."""
    figures: Rounds = {contestant.name: [] for contestant in contestants}
    for number in range(rounds):
        turn = number % len(contestants)
        for contestant in (*contestants[turn:], *contestants[:turn]):
            figures[contestant.name].append(await _turn(scene, contestant, seconds, number))
    return figures


async def _turn(scene: Scene, contestant: Contestant, seconds: float, seed: int) -> Figures:
    """One contestant's turn: its screens are opened, warmed, measured, and closed again."""
    tables = await contestant.open(scene.tables, scene.kind)
    await closed_loop(tables, seconds / 4, contestant.pids)
    before = contestant.beside_seconds()
    closed = await closed_loop(tables, seconds, contestant.pids)
    beside = contestant.beside_seconds() - before
    at_a_pace = await paced(tables, seconds, contestant.pids, scene.per_second, seed)
    figures = {f"closed.{name}": value for name, value in closed.items()}
    figures |= {f"paced.{name}": value for name, value in at_a_pace.items()}
    figures |= {"closed.beside_ms": 1000 * beside / closed["taps"]} if beside else {}
    figures |= await contestant.more_figures()
    figures |= {"memory_mb": memory(contestant.pid) / 2**20, "load": os.getloadavg()[0]}
    await contestant.leave()
    print(f"  {scene.name}, {contestant.name}: {closed['rate']:.1f} taps/s, load {figures['load']:.1f}", flush=True)
    return figures
