"""One row in a process of its own: `python -m tests.faults.one NAME TRIES SEED FILE`.

Writes the outcome as JSON into the file. A bug that the environment names is planted first.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.faults import planted
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import rows
from tests.support import TOP, routes, templates
from tests.support.forks import Forks
from tests.support.server import Server

MEMORY = Path("/dev/shm")


def run_apart(name: str, tries: int, seed: int, bug: str = "") -> Outcome:
    """The outcome of a row that runs in another process, with a planted bug if one is named.

    A row that ends without an outcome has failed; what it complained of is on the terminal.
    """
    with tempfile.TemporaryDirectory(prefix="ledger-row-") as made:
        file = Path(made) / "outcome.json"
        command = [sys.executable, "-m", "tests.faults.one", name, str(tries), str(seed), str(file)]
        environment = os.environ | {planted.VARIABLE: bug}
        status = subprocess.run(command, cwd=TOP, env=environment, check=False).returncode
        if not file.exists():
            return Outcome(name, tries=tries, failed=1, notes=[f"failed: it ended with {status}"])
        return Outcome(**json.loads(file.read_text("utf-8")))


def run_here(name: str, tries: int, seed: int) -> Outcome:
    """The outcome of a row that runs in this process, in a folder in memory where that can be had."""
    in_memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="ledger-row-", dir=in_memory) as made:
        return rows()[name].run(Effort(name, tries, seed, Path(made)))


def main() -> int:
    name, tries, seed, file = sys.argv[1:]
    templates.share()
    routes.share()
    planted.plant()
    if sys.platform == "linux":
        Server.forks = Forks()
    try:
        outcome = run_here(name, int(tries), int(seed))
        Path(file).write_text(json.dumps(asdict(outcome)), "utf-8")
    finally:
        if Server.forks is not None:
            Server.forks.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
