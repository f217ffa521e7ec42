"""What a run draws of a sweep: other tests after each commit, all of them in time, and at once when it is thorough."""

import re

import pytest

import start
from tests.support import TOP, effort

SEVEN = "abcdefg"
DRAWS = r"mark\.drawn\(|effort import .*\bdrawn\b"


@pytest.mark.parametrize("n", [1, 2, 3, 7, 9])
def test_every_test_of_a_sweep_is_drawn_within_some_commits(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    monkeypatch.setattr(effort, "PROFILE", "normal")
    days = -(-len(SEVEN) // n)
    drawn = [effort.drawn("a sweep", SEVEN, n, day) for day in range(5, 5 + days)]
    assert {*SEVEN} == {letter for letters in drawn for letter in letters}
    assert all(letters == sorted(letters) for letters in drawn)
    assert {len(letters) for letters in drawn} == {min(n, len(SEVEN))}


def test_a_thorough_run_leaves_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "PROFILE", "thorough")
    assert effort.drawn("a sweep", SEVEN, 2, 5) == [*SEVEN]


def test_whatever_draws_is_whole_in_a_command() -> None:
    whole = [word for checks in [*start.SWEEPS.values(), start.WHOLE] for _, words in checks for word in words]
    files = [str(file.relative_to(TOP)) for file in (TOP / "tests").rglob("test_*.py") if file.name != "test_effort.py"]
    drawing = [file for file in files if re.search(DRAWS, (TOP / file).read_text("utf-8"))]
    assert drawing
    assert [file for file in drawing if not file.startswith(tuple(whole))] == []
