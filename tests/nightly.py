"""The whole of the long suite, piece by piece: `python3 start.py nightly [--tenth]`.

A piece is a row of the fault suite with its planted bugs, or without them on PostgreSQL, a file of tests of which a
daily run tries a part, a folder of tests on PostgreSQL, or the package. After each piece its row in `docs/nightly.md`
is written: date, commit, seconds, and what came of it. A piece whose row passed at a commit since which nothing has
changed that it covers does not run again: so a run goes on where it was cut off. With `--tenth` every tenth piece runs,
other ones after each commit, and nothing is written. The exit status is 1 if a piece has failed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

import start
from tests.faults.rows import on_both, rows
from tests.support import TOP, templates
from tests.support.effort import SLICE

PAGE = TOP / "docs" / "nightly.md"
TENTH = 10
PRODUCT = ("app.py", "companion", "templates", "static", "tests/support", "tests/conftest.py")
COVERED = {  # by sweep: the files and folders whose change makes an outcome old
    "faults": (*PRODUCT, "tests/faults"),
    "faults, postgresql": (*PRODUCT, "tests/faults"),
    "looks": (*PRODUCT, "tests/browser"),
    "axe": (*PRODUCT, "tests/browser"),
    "sweeps": (
        *PRODUCT,
        "Containerfile",
        "requirements.txt",
        "tests/games",
        "tests/history",
        "tests/reference",
        "tests/server",
        "tests/storage",
        "tests/web",
    ),
    "postgresql": (*PRODUCT, "tests/reference", *start.ON_BOTH),
    "package": (*PRODUCT, "pyproject.toml", "requirements-test.txt", "start.py"),
}
ENGINES = {  # by sweep
    "postgresql": {"LEDGER_TEST_DATABASE": "postgresql", "LEDGER_TEST_PROFILE": "normal"},
    "faults, postgresql": {"LEDGER_TEST_DATABASE": "postgresql"},
    "package": {"LEDGER_TEST_PROFILE": "quick"},
}
ON_THE_CLOCK = "pytest.mark." + "clock"
LAST_WORDS = ("passed", "failed", "error", "clean", "CLEAN")  # in the line by which a piece says what came of it
FAILED = "**failed**: "
HEAD = ["| sweep | piece | date | commit | seconds | what came of it |", "|---|---|---|---|---|---|"]


class Piece(Struct, frozen=True):
    """A piece: the sweep that it is of, its name, and the module of Python that runs it with its words."""

    sweep: str
    name: str
    words: list[str]


class Outcome(Struct, frozen=True):
    """What came of a piece: when and at which commit it ran, whether it passed, its seconds and its last words."""

    date: str
    commit: str
    passed: bool
    seconds: int
    told: str


def pieces() -> list[Piece]:
    """All pieces, in their order."""
    faults = [Piece("faults", name, ["tests.faults", "--row", name]) for name in rows()]
    faults += [Piece("faults, postgresql", f"{name}, there", ["tests.faults", "--row", name]) for name in on_both()]
    browser = sorted(file.relative_to(TOP).as_posix() for file in (TOP / "tests" / "browser").glob("test_*.py"))
    files = {"looks": [file for file in browser if file != start.AXE], "axe": [start.AXE], "sweeps": start.DRAWN}
    files["sweeps"] = [*files["sweeps"], "tests/web/test_two_worlds.py", "tests/server/test_container.py"]
    named = [Piece(sweep, file, _pytest(file)) for sweep, named in files.items() for file in named]
    there = [Piece("postgresql", name, [*start.SIDE_BY_SIDE, "", name]) for name in start.ON_BOTH]
    return [*faults, *named, *there, Piece("package", "pyproject.toml", ["start", "package"])]


def _pytest(file: str) -> list[str]:
    """How a file of tests is run: side by side, but for one that holds a time."""
    is_timed = ON_THE_CLOCK in (TOP / file).read_text("utf-8")
    return ["pytest", file] if is_timed else [*start.SIDE_BY_SIDE, "", file]


def run(piece: Piece) -> Outcome:
    """Run a piece; what it prints is printed if it fails."""
    began, date, ran = time.monotonic(), f"{datetime.now(UTC):%Y-%m-%d}", commit(piece.sweep)
    command = [sys.executable, "-m", *piece.words]
    environment = os.environ | ENGINES.get(piece.sweep, {})
    done = subprocess.run(
        command, cwd=TOP, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    lines = [line.strip("= ") for line in done.stdout.splitlines() if any(word in line for word in LAST_WORDS)]
    told = next((line for line in reversed(lines) if "|" not in line), "")
    if done.returncode:
        print(done.stdout, flush=True)
    return Outcome(date, ran, done.returncode == 0, round(time.monotonic() - began), told)


def git(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of git in the repository."""
    return subprocess.run(["git", "-C", str(TOP), *words], capture_output=True, text=True, check=False)


def commit(sweep: str) -> str:
    """The commit that is tried; with a mark, which no commit has, if what the sweep covers differs from it."""
    mark = "" if is_unchanged(sweep, "HEAD") else "-changed"
    return git("rev-parse", "--short=8", "HEAD").stdout.strip() + mark


def is_unchanged(sweep: str, since: str) -> bool:
    """Whether all that a sweep covers is as it was at a commit; no, where that is unknown here."""
    return git("diff", "--quiet", since, "--", *COVERED[sweep]).returncode == 0


def outcomes(page: Path) -> dict[str, Outcome]:
    """The outcomes that a page tells, by the names of pieces."""
    lines = page.read_text("utf-8").splitlines() if page.exists() else []
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return {
        name: Outcome(date, ran, not told.startswith(FAILED), int(seconds), told.removeprefix(FAILED))
        for _, name, date, ran, seconds, told in cells[1:]
    }


def report(found: Mapping[str, Outcome]) -> str:
    """The page of what was found."""
    told = [(piece, found[piece.name]) for piece in pieces() if piece.name in found]
    failed = sum(not outcome.passed for _, outcome in told)
    minutes = sum(outcome.seconds for _, outcome in told) / 60
    lines = [
        "# The long suite, piece by piece",
        "",
        f"`python3 start.py nightly` writes this page: {len(told)} of {len(pieces())} pieces, {failed} failed, "
        f"{minutes:.0f} minutes. A piece runs again once something has changed that it covers.",
        "",
        *HEAD,
    ]
    for piece, outcome in told:
        verdict = "" if outcome.passed else FAILED
        cells = piece.sweep, piece.name, outcome.date, outcome.commit, outcome.seconds, verdict + outcome.told
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def tenth(all_pieces: Sequence[Piece], number: int) -> Sequence[Piece]:
    """The pieces of a tenth, by its number: of ten numbers that follow each other all."""
    return all_pieces[number % TENTH :: TENTH]


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tenth", action="store_true", help="every tenth piece, by the number of commits")
    is_tenth, found = words.parse_args().tenth, outcomes(PAGE)
    wanted = tenth(pieces(), SLICE) if is_tenth else [piece for piece in pieces() if not is_done(piece, found)]
    print(f"{len(wanted)} pieces{f', tenth {SLICE % TENTH}' if is_tenth else ''}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ledger-templates-") as made:
        os.environ[templates.VARIABLE] = made
        for piece in wanted:
            outcome = found[piece.name] = run(piece)
            verdict = "" if outcome.passed else "FAILED "
            print(f"{piece.sweep}: {piece.name}: {verdict}{outcome.told} ({outcome.seconds} s)", flush=True)
            if not is_tenth:
                PAGE.write_text(report(found), "utf-8")
    return 0 if all(found[piece.name].passed for piece in wanted) else 1


def is_done(piece: Piece, found: Mapping[str, Outcome]) -> bool:
    """Whether a piece passed at a commit since which nothing has changed that it covers."""
    outcome = found.get(piece.name)
    return outcome is not None and outcome.passed and is_unchanged(piece.sweep, outcome.commit)


if __name__ == "__main__":
    sys.exit(main())
