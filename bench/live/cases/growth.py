"""Whether the cost of a tap grows with open evenings or history: ten evenings on a server, and on one with more."""

import os
import shutil
from pathlib import Path

from bench.big_house import fill
from bench.live.cases.rounds import Rounds, Scene, run
from bench.live.contestants.gathering import lay_idle
from bench.live.contestants.ledger import Ledger
from companion.games import RULES
from companion.storage.sqlite.condition import FILE

SCENE = Scene("10 evenings", 10, 20)
IDLE, GAMES = 2_000, 10_000
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "reapers-ledger-bench"


async def beside_idle(rounds: int, seconds: float, idle: int = IDLE) -> Rounds:
    """Ten evenings alone, and ten beside so many others at which nobody taps."""
    alone, beside = Ledger(name="alone"), Ledger(name="among others")
    try:
        await lay_idle(beside.server.port, idle)
        return await run(SCENE, [alone, beside], rounds, seconds)
    finally:
        alone.close()
        beside.close()


async def after_games(rounds: int, seconds: float, games: int = GAMES) -> Rounds:
    """Ten evenings on an empty folder, and ten on one with so many stored games."""
    empty, full = Ledger(name="empty"), Ledger(name="full", data=big_folder(games))
    try:
        return await run(SCENE, [empty, full], rounds, seconds)
    finally:
        empty.close()
        full.close()


def big_folder(games: int) -> Path:
    """A data folder with so many games, which is made once for each number of the rules: older ones are scored anew."""
    folder = CACHE / f"games-{games}-rules-{RULES}"
    if not (folder / FILE).exists():
        print(f"Writing {games} games into {folder} ...", flush=True)
        making = folder.with_name(folder.name + ".part")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        fill(making, games)
        shutil.rmtree(folder, ignore_errors=True)
        making.rename(folder)
    return folder
