"""The whole of the long suite, piece by piece: `python3 start.py nightly [--tenth]`.

A piece is a row of the fault suite with its planted bugs, or a file of tests of which a daily run tries a part. What
was found stands in `artifacts/nightly.json`, so that a run of the same commit goes on where it was cut off, and once
all pieces ran, in `docs/nightly.md`. With `--tenth` every tenth piece runs, other ones after each commit, and nothing
is kept. The exit status is 1 if a piece has failed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec import json as fast_json

import start
from tests.faults.rows import rows
from tests.support import TOP, templates
from tests.support.effort import SLICE

FOUND, TOLD = TOP / "artifacts" / "nightly.json", TOP / "docs" / "nightly.md"
TENTH = 10
ON_THE_CLOCK = "pytest.mark." + "clock"
LAST_WORDS = ("passed", "failed", "error", "clean", "lost")  # in the line by which a piece says what came of it


class Piece(Struct, frozen=True):
    """A piece: the sweep that it is of, its name, and the module of Python that runs it with its words."""

    sweep: str
    name: str
    words: list[str]


class Outcome(Struct, frozen=True):
    """What came of a piece: whether it passed, how many seconds it took, and its last words."""

    passed: bool
    seconds: int
    told: str


def pieces() -> list[Piece]:
    """All pieces, in their order."""
    faults = [Piece("faults", name, ["tests.faults", "--row", name]) for name in rows()]
    browser = sorted(file.relative_to(TOP).as_posix() for file in (TOP / "tests" / "browser").glob("test_*.py"))
    files = {"looks": [file for file in browser if file != start.AXE], "axe": [start.AXE], "sweeps": start.DRAWN}
    files["sweeps"] = [*files["sweeps"], "tests/web/test_two_worlds.py"]
    return [*faults, *(Piece(sweep, file, _pytest(file)) for sweep, named in files.items() for file in named)]


def _pytest(file: str) -> list[str]:
    """How a file of tests is run: side by side, but for one that holds a time."""
    is_timed = ON_THE_CLOCK in (TOP / file).read_text("utf-8")
    return ["pytest", file] if is_timed else [*start.SIDE_BY_SIDE, "", file]


def run(piece: Piece) -> Outcome:
    """Run a piece; what it says is printed if it fails."""
    began = time.monotonic()
    command = [sys.executable, "-m", *piece.words]
    done = subprocess.run(command, cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    lines = [line.strip("= ") for line in done.stdout.splitlines() if any(word in line for word in LAST_WORDS)]
    told = next((line for line in reversed(lines) if "|" not in line), "")
    if done.returncode:
        print(done.stdout, flush=True)
    return Outcome(done.returncode == 0, round(time.monotonic() - began), told)


def commit() -> str:
    """The commit that is tried; with a mark if something in it was changed."""
    words = ["git", "-C", str(TOP), "describe", "--always", "--abbrev=8", "--dirty", "--exclude=*"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def kept(now: str) -> dict[str, Outcome]:
    """What an earlier run of the same commit has found, by the names of pieces."""
    if not FOUND.exists():
        return {}
    content = json.loads(FOUND.read_text("utf-8"))
    return fast_json.decode(json.dumps(content["found"]), type=dict[str, Outcome]) if content["commit"] == now else {}


def keep(now: str, found: dict[str, Outcome]) -> None:
    FOUND.parent.mkdir(exist_ok=True)
    FOUND.write_text(json.dumps({"commit": now, "found": json.loads(fast_json.encode(found))}), "utf-8")


def report(now: str, found: dict[str, Outcome]) -> str:
    """The page of what was found."""
    failed = [piece.name for piece in pieces() if not found[piece.name].passed]
    minutes = sum(outcome.seconds for outcome in found.values()) / 60
    lines = [
        "# The long suite, the last time that all of it ran",
        "",
        f"{datetime.now(UTC):%-d %B %Y}, commit {now}, by `python3 start.py nightly`: "
        f"{len(found)} pieces, {len(failed)} failed, {minutes:.0f} minutes.",
        "",
        "| sweep | piece | seconds | what came of it |",
        "|---|---|---|---|",
    ]
    for piece in pieces():
        outcome = found[piece.name]
        verdict = "" if outcome.passed else "**failed**: "
        lines.append(f"| {piece.sweep} | {piece.name} | {outcome.seconds} | {verdict}{outcome.told} |")
    return "\n".join(lines) + "\n"


def tenth(all_pieces: Sequence[Piece], number: int) -> Sequence[Piece]:
    """The pieces of a tenth, by its number: of ten numbers that follow each other all."""
    return all_pieces[number % TENTH :: TENTH]


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tenth", action="store_true", help="every tenth piece, by the number of commits")
    is_tenth, now = words.parse_args().tenth, commit()
    found = {} if is_tenth else kept(now)
    wanted = tenth(pieces(), SLICE) if is_tenth else [piece for piece in pieces() if piece.name not in found]
    print(f"{len(wanted)} pieces, commit {now}{f', tenth {SLICE % TENTH}' if is_tenth else ''}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ledger-templates-") as made:
        os.environ[templates.VARIABLE] = made
        for piece in wanted:
            found[piece.name] = run(piece)
            outcome = found[piece.name]
            verdict = "" if outcome.passed else "FAILED "
            print(f"{piece.sweep}: {piece.name}: {verdict}{outcome.told} ({outcome.seconds} s)", flush=True)
            if not is_tenth:
                keep(now, found)
    if not is_tenth:
        TOLD.write_text(report(now, found), "utf-8")
    return 0 if all(outcome.passed for outcome in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
