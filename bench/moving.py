"""How long a house of 10,000 games takes to move to PostgreSQL and back: `python -m bench.moving [GAMES]`.

Runs the commands, each in a process of its own, with a server of PostgreSQL of its own, and compares what they export
of each place, byte for byte. Prints what each took: seconds, and the most memory.
"""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.big_house import fill
from tests.support import TOP
from tests.support.postgres import cluster


def run(*words: object) -> None:
    """Run a command, and print what it took."""
    began = time.perf_counter()
    command = subprocess.Popen([sys.executable, "app.py", *map(str, words)], cwd=TOP, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(command.pid, 0)
    command.returncode = os.waitstatus_to_exitcode(status)
    assert command.returncode == 0, words
    what = " ".join(str(word) for word in words[:2] if "/" not in str(word))
    print(f"{time.perf_counter() - began:7.1f} s {used.ru_maxrss / 1024:6.0f} MB  {what}", flush=True)


def exported(to: Path, *where: object) -> str:
    """A hash of what the commands export of a place: each game, and the file of the group."""
    run("export", to / "games", *where)
    run("export", "--whole", to / "group.jsonl", *where)
    whole = hashlib.sha256()
    for file in sorted(file for file in to.rglob("*") if file.is_file()):
        whole.update(file.relative_to(to).as_posix().encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with TemporaryDirectory(prefix="ledger-bench-") as made, cluster() as server, server.empty() as url:
        house, back = Path(made) / "house", Path(made) / "back"
        fill(house, games)
        before = exported(Path(made) / "1", "--data", house)
        run("move", "--to", url, "--data", house)
        there = exported(Path(made) / "2", "--data", house, "--database", url)
        run("move", "--from", url, "--data", back)
        is_same = before == there == exported(Path(made) / "3", "--data", back)
    print("byte for byte the same" if is_same else "NOT THE SAME")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
