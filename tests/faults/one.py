"""One row in a process of its own: `python -m tests.faults.one NAME TRIES SEED FILE`.

Writes the outcome as JSON into the file. A bug that the environment names is planted first.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.faults import planted
from tests.faults.outcome import Caught, Effort, Outcome
from tests.faults.planted import Bug
from tests.faults.rows import rows
from tests.support import TOP, gaps, routes, templates
from tests.support.forks import Forks
from tests.support.postgres import ENGINE, Postgres, cluster
from tests.support.server import Server

RUNS = 5  # with a planted bug, until it is caught
ENDED = "it ended without an outcome,"
LONGEST, LONGEST_PLANTED = 3 * 3600, 900  # seconds of a row
MEMORY = Path("/dev/shm")


def run_apart(name: str, tries: int, seed: int, bug: str = "") -> Outcome:
    """The outcome of a row that runs in another process, with a planted bug if one is named.

    A row that ends without an outcome has failed. What it complains of is on the terminal, unless a bug is planted.
    """
    with tempfile.TemporaryDirectory(prefix="ledger-row-") as made:
        file = Path(made) / "outcome.json"
        command = [sys.executable, "-m", "tests.faults.one", name, str(tries), str(seed), str(file)]
        environment = os.environ | {planted.VARIABLE: bug}
        how = _run(command, environment, is_planted=bool(bug))
        if how or not file.exists():
            return Outcome(name, tries=tries, failed=1, notes=[f"failed: {ENDED} {how}"])
        return Outcome(**json.loads(file.read_text("utf-8")))


def _run(command: Sequence[str], environment: Mapping[str, str], is_planted: bool) -> str:
    """Run a row; how it ended, if that is not as it should."""
    seconds, complaints = (LONGEST_PLANTED, subprocess.DEVNULL) if is_planted else (LONGEST, None)
    try:
        done = subprocess.run(
            command,
            cwd=TOP,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"after {seconds} s"
    return f"with {done.returncode}" if done.returncode else ""


def run_planted(bug: Bug, seed: int) -> Outcome:
    """The outcome of a row with a planted bug: the first of some runs, each with other chance, that catches it."""
    for runs in range(1, RUNS + 1):
        outcome = run_apart(bug.row, bug.tries or rows()[bug.row].few, seed + runs, bug.name)
        outcome.runs = runs
        if outcome.is_skipped or is_caught(bug, outcome):
            break
    return outcome


def is_caught(bug: Bug, outcome: Outcome) -> bool:
    """Whether a row has counted what a bug does; that it ended without an outcome says nothing."""
    return outcome.number(bug.counts) > 0 and not any(ENDED in note for note in outcome.notes)


def run_here(name: str, tries: int, seed: int, until: str = "") -> Outcome:
    """The outcome of a row that runs in this process, in a folder in memory where that can be had."""
    in_memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="ledger-row-", dir=in_memory) as made:
        folder, watched = Path(made) / "row", Path(made) / "gaps"
        folder.mkdir()
        watched.mkdir()
        os.environ[gaps.VARIABLE] = str(watched)
        try:
            outcome = rows()[name].run(Effort(name, tries, seed, folder, until))
        except Caught as caught:
            outcome = caught.outcome
        finally:
            del os.environ[gaps.VARIABLE]
        outcome.take_gap(gaps.longest(watched))
        return outcome


def main() -> int:
    name, tries, seed, file = sys.argv[1:]
    templates.share()
    routes.share()
    planted.plant()
    if sys.platform == "linux":
        Server.forks = Forks()
    try:
        bug = planted.bugs().get(os.environ.get(planted.VARIABLE, ""))
        try:
            with cluster() if ENGINE else nullcontext() as Postgres.of_this_run:
                outcome = run_here(name, int(tries), int(seed), bug.counts if bug is not None else "")
        except pytest.skip.Exception as skipped:
            outcome = Outcome(name, notes=[str(skipped)], is_skipped=True)
        Path(file).write_text(json.dumps(asdict(outcome)), "utf-8")
    finally:
        if Server.forks is not None:
            Server.forks.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
