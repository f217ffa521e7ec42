"""How much a run of the tests tries, and how long it waits: five variables of the environment.

| variable | value |
|---|---|
| `LEDGER_TEST_PROFILE` | `quick`, `normal` (without it) or `thorough`: how many random games and examples are tried |
| `LEDGER_TEST_SEED` | a whole number, 0 without it: the same seed, the same games |
| `LEDGER_TEST_SLICE` | a whole number, that of the commits without it: which tests of a sweep a run draws |
| `LEDGER_TEST_DATABASE` | `postgresql`: the house of the tests is there, and only tests that open one run |
| `LEDGER_TEST_PATIENCE` | a number, 1 without it: every wait that can fail lasts so many times as long |
"""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

SHARES = {"quick": 0.1, "normal": 0.3, "thorough": 10.0}
PROFILE = os.environ.get("LEDGER_TEST_PROFILE", "normal")
SHARE = SHARES[PROFILE]
SEED = int(os.environ.get("LEDGER_TEST_SEED", "0"))


def commits() -> int:
    """How many commits led here: the same tests for everybody who has this one; 0 where git does not know."""
    counting = ["git", "-C", str(Path(__file__).parent), "rev-list", "--count", "HEAD"]
    try:
        counted = subprocess.run(counting, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return 0
    return int(counted.stdout) if counted.returncode == 0 else 0


# One for all of a run's processes.
SLICE = int(os.environ.get("LEDGER_TEST_SLICE") or commits())
os.environ["LEDGER_TEST_SLICE"] = str(SLICE)
TOLD = "told"  # a property of a test that passed: what is printed at the end of the run
PATIENCE = float(os.environ.get("LEDGER_TEST_PATIENCE", "1"))


def tries(normal: int) -> int:
    """How many of what is tried `normal` times in a normal run are tried in this one; at least one."""
    return max(1, round(normal * SHARE))


def seeds(normal: int, first: int = 0) -> range:
    """The seeds of as many random games, from `first` on where LEDGER_TEST_SEED is 0."""
    begin = first + SEED * 1_000_000
    return range(begin, begin + tries(normal))


def drawn(sweep: str, among: Sequence[T], n: int = 1, number: int = SLICE) -> list[T]:
    """So many of a sweep, in their order: with each number the next ones, until it begins again; all of them when the
    profile is thorough.
    """
    if PROFILE == "thorough":
        return [*among]
    first = crc32(sweep.encode()) + number * n
    places = {(first + step) % len(among) for step in range(n)}
    return [among[place] for place in sorted(places)]


def one_of(sweep: str, among: Sequence[T], number: int = SLICE) -> T:
    """One of these, also when the profile is thorough: with each number the next one, until it begins again."""
    return among[(crc32(sweep.encode()) + number) % len(among)]


def patient(seconds: float) -> float:
    """So many seconds, on a machine for which the waits were made."""
    return seconds * PATIENCE


def spelt() -> str:
    """The effort of this run in one line, to repeat it."""
    return (
        f"LEDGER_TEST_PROFILE={PROFILE} LEDGER_TEST_SEED={SEED} LEDGER_TEST_SLICE={SLICE} "
        f"LEDGER_TEST_PATIENCE={PATIENCE:g}"
    )
