"""How soon a tap is on all screens: `python -m bench.live [CASE …] [--rounds 3] [--seconds 5]`.

One driver, a process of its own on plain sockets, plays evenings with real screens: seven of DEATH Name each, sixteen
phones and two scoreboards, or five evenings of another game. A tap counts when the last of the screens has it.
boardgame.io's server, in memory and with its own files, and a bare limit have their turns in the same run, on the same
sockets: 1, 30, 150, crowd, kingdom, gang, deathweek, wish, api. The other cases measure our server alone: start (and
memory, first load), length (of a game), idle (2,000 evenings beside), history (10,000 games), small (a quarter of a
core), streams (3,000, ten minutes). Prints figures and whether each bar is met, and writes all to artifacts/live.json.
A benchmark, not a test: compare what is in one run.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from bench.live import report
from bench.live.bars import PEER
from bench.live.cases.rounds import SCENES, Scene, run
from bench.live.contestants.boardgame_io import BoardgameIo, KeptBoardgameIo, Missing
from bench.live.contestants.ledger import Hall, Ledger
from bench.live.contestants.limit import BareLimit
from bench.live.contestants.programs import Programs
from bench.live.single import CASES
from bench.live.table import Contestant
from tests.support.postgres import cluster

NAMES = {
    "1": "1 evening",
    "30": "30 evenings",
    "150": "150 evenings",
    "crowd": "crowd of 18",
    "kingdom": "Death Over The Kingdom",
    "gang": "Gamushara Gang",
    "deathweek": "Final Deathweek",
    "wish": "Death Wish",
    "api": "30 tables by the API",
}
FILE = Path("artifacts/live.json")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("cases", nargs="*", choices=[*NAMES, *CASES, []], help="which; without one: 1 and 30")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5, help="of each loop of each turn (default: 5)")
    parser.add_argument("--database", action="store_true", help="our server on PostgreSQL, too: one process, and two")
    parser.add_argument("--beside", type=Path, help="the folder of another version, which has its turns, too")
    parser.add_argument("--alone", action="store_true", help="no peers: our own server only")
    return parser.parse_args()


def peers(stack: ExitStack) -> list[Contestant]:
    """The limit, and boardgame.io twice, if it can be had."""
    started: list[Contestant] = []
    try:
        for peer in (BareLimit, BoardgameIo, KeptBoardgameIo):
            started.append(peer())
            stack.callback(started[-1].close)
    except Missing as problem:
        print(f"\n*** {problem}\n", file=sys.stderr)
    return started


async def measure(scene: Scene, ledger: Ledger, others: list[Contestant], rounds: int, seconds: float) -> dict:
    """One case: its figures, its bars."""
    ours: list[Contestant] = [Programs(ledger, False), Programs(ledger, True)] if scene.programs else [ledger]
    figures = await run(scene, [*ours, *others], rounds, seconds)
    met = [*report.verdicts(scene.name, figures)]
    lost = {contestant.name: contestant.lost() for contestant in (*ours, *others)}
    print(f"\n{report.table(scene.name, figures, report.BESIDE if report.BESIDE in figures else PEER)}\n")
    print("\n".join(report.sentence(verdict) for verdict in met))
    print(f"acknowledged and not in the table: {lost}; refused: {ledger.refused}\n", flush=True)
    return {"rounds": figures, "bars": met, "lost": lost}


def with_peers(names: Sequence[str], words: argparse.Namespace) -> dict[str, dict]:
    """The cases in which the others have their turns."""
    cases: dict[str, dict] = {}
    if not names:
        return cases
    scenes = [scene for scene in SCENES if scene.name in [NAMES[name] for name in names]]
    with ExitStack() as stack:
        ledger = Ledger()
        stack.callback(ledger.close)
        others = [] if words.alone else peers(stack)
        if words.database:
            postgres = stack.enter_context(cluster())
            for name, processes in (("on PostgreSQL", 1), ("two on PostgreSQL", 2)):
                others.append(Hall(name, postgres, processes))
                stack.callback(others[-1].close)
        if words.beside:
            others.append(Ledger(name=report.BESIDE, program=words.beside))
            stack.callback(others[-1].close)
        for scene in scenes:
            cases[scene.name] = asyncio.run(measure(scene, ledger, others, words.rounds, words.seconds))
    return cases


def main() -> int:
    words = arguments()
    cases = with_peers([case for case in words.cases or ("1", "30") if case in NAMES], words)
    for case in words.cases:
        if case in CASES:
            print(f"{case}: {CASES[case].__doc__}", flush=True)
            cases[case] = CASES[case](words.rounds, words.seconds)
    outcome = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "cores": os.cpu_count(), "cases": cases}
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(outcome, indent=1))
    print(f"All figures: {FILE}")
    return 1 if any(sum(case.get("lost", {}).values()) for case in cases.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
