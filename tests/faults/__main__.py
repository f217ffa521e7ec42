"""The fault suite: `python -m tests.faults [--whole] [--row NAME …] [--seed N]`.

Runs every row, some side by side: a tenth of what `--whole` tries, or that. Then every planted bug is planted,
and has to be caught by its row. Prints a line for each row when it ends, and the tables, which also go into
artifacts/faults.md. The exit status is 1 if anything was lost, doubled, leaked or failed, if a row held no load, or if
a planted bug was not caught. With `--row` these rows alone are run, and their bugs. With LEDGER_TEST_DATABASE those
rows are run that have a house, on that engine; bugs are planted on SQLite.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults import report
from tests.faults.one import is_caught, run_apart, run_planted
from tests.faults.outcome import Outcome
from tests.faults.planted import bugs
from tests.faults.rows import Row, on_both, rows
from tests.support import templates
from tests.support.postgres import ENGINE

FILE = Path("artifacts/faults.md")
SIDE_BY_SIDE = 3 * (os.cpu_count() or 1)  # while some wait for a server or a disk, others work
TENTH = 10
LONG = "marked secrets", "two worlds", "mutated requests", "kill -9 of the server, evenings", "power cut"  # begin first


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--whole", action="store_true", help="hours; without it a tenth of each row")
    parser.add_argument("--row", nargs="+", choices=[*rows()], metavar="NAME", help="these rows alone, and their bugs")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    return parser.parse_args()


def run_row(row: Row, whole: bool, seed: int) -> Outcome:
    """One row, told when it ends."""
    began = time.monotonic()
    tries = row.whole if whole else max(row.few, row.whole // TENTH)
    outcome = run_apart(row.name, tries, seed)
    state = "clean" if outcome.is_clean else "NOT CLEAN"
    held = f"{outcome.tries:,} tries, {outcome.load:,} {row.load}"
    print(f"{row.name}: {state}, {held}, in {time.monotonic() - began:.0f} s", flush=True)
    for problem in outcome.notes:
        print(f"  {problem}", flush=True)
    return outcome


def run(picked: Sequence[Row], whole: bool, seed: int) -> int:
    """Run these rows and their bugs, and write the tables; the exit status."""
    names = {row.name for row in picked}
    planted = [bug for bug in bugs().values() if bug.row in names and not ENGINE]
    with ThreadPoolExecutor(SIDE_BY_SIDE) as processes:
        rows_run = processes.map(
            lambda row: run_row(row, whole, seed), sorted(picked, key=lambda row: row.name not in LONG)
        )
        bugs_run = processes.map(lambda bug: (bug, run_planted(bug, seed)), planted)
        outcomes, caught = [*rows_run], [*bugs_run]
    tables = f"{report.outcomes_table(outcomes)}\n\n{report.bugs_table(caught)}\n"
    print(f"\n{tables}\nseed {seed}", flush=True)
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(f"{tables}\n{'whole' if whole else 'a tenth'}, seed {seed}\n", "utf-8")
    is_right = all(outcome.is_clean for outcome in outcomes) and all(is_caught(*pair) for pair in caught)
    return 0 if is_right else 1


def main() -> int:
    words = arguments()
    wanted = words.row or (on_both() if ENGINE else [*rows()])
    picked = [row for row in rows().values() if row.name in wanted]
    print(f"{len(picked)} rows, seed {words.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ledger-templates-") as made:
        os.environ.setdefault(templates.VARIABLE, made)
        templates.fill()
        return run(picked, words.whole, words.seed)


if __name__ == "__main__":
    sys.exit(main())
