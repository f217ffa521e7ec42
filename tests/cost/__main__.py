"""What a tap costs: `python -m tests.cost [SCENE …] [--functions N] [--lower]`.

Plays a kept evening of each game on phones and boards, in a process of its own, and prints the calls of Python, the
reads of the store and the bytes of a tap, beside their bars in tests/cost/bars.json, which are SQLite's: the store is
in the engine that LEDGER_TEST_DATABASE names. `--functions`: the functions that are called most. `--lower`: the bars
are lowered to what was found. The exit status is 1 where a bar is missed.
"""

import argparse
import sys

from tests.cost.bars import above, bars, cost, lower
from tests.cost.played import SCENES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cost", description=__doc__)
    parser.add_argument("scenes", nargs="*", choices=[*SCENES, []], help="which; without one: all")
    parser.add_argument("--functions", type=int, default=0, help="so many of the functions that are called most")
    parser.add_argument("--lower", action="store_true", help="lower the bars to what was found")
    words = parser.parse_args()
    missed = []
    for scene in words.scenes or SCENES:
        told, kept = cost(scene), bars().get(scene, {})
        print(f"{scene}:")
        for name, value in told["figures"].items():
            print(f"  {name}: {value:,} (bar {kept.get(name, value):,})", flush=True)
        for name, times in [*told["busiest"].items()][: words.functions]:
            print(f"    {times:8.1f} {name}")
        missed += above(told["figures"], {**told["figures"], **kept})
        if words.lower:
            lower(scene, told["figures"])
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
