"""The long suite in pieces: all of it in ten commits, and a run goes on where it was cut off."""

from pathlib import Path

import pytest

import start
from tests import nightly
from tests.nightly import Outcome, Piece
from tests.support import TOP


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(nightly, "FOUND", tmp_path / "nightly.json")
    return tmp_path / "nightly.json"


def test_ten_tenths_in_a_row_are_all_pieces_and_each_is_tried_once() -> None:
    pieces = nightly.pieces()
    tried = [piece.name for number in range(1007, 1017) for piece in nightly.tenth(pieces, number)]
    assert sorted(tried) == sorted(piece.name for piece in pieces)
    assert len({*tried}) == len(tried) > 90


def test_every_file_of_tests_that_is_named_is_there() -> None:
    files = [piece.name for piece in nightly.pieces() if piece.sweep != "faults"]
    assert [file for file in files if not (TOP / file).is_file()] == []
    assert {*start.DRAWN, start.AXE} <= {*files}


def test_a_run_of_the_same_commit_goes_on_and_one_of_another_begins_anew(found: Path) -> None:
    outcome = Outcome(passed=True, seconds=7, told="3 passed in 7 s")
    nightly.keep("0123abcd", {"tests/browser/test_look.py": outcome})
    assert nightly.kept("0123abcd") == {"tests/browser/test_look.py": outcome}
    assert nightly.kept("0123abcd-dirty") == nightly.kept("4567cdef") == {}


@pytest.mark.parametrize(("statement", "passed"), [("assert True", True), ("assert False", False)])
def test_a_piece_that_fails_is_told_as_failed(
    tmp_path: Path, statement: str, passed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(f"def test_it():\n    {statement}\n", "utf-8")
    outcome = nightly.run(Piece("sweeps", str(file), ["pytest", "-p", "no:cacheprovider", "--noconftest", str(file)]))
    assert outcome.passed == passed
    assert outcome.told.startswith("1 passed" if passed else "1 failed")
    assert ("assert False" in capsys.readouterr().out) != passed
    page = nightly.report("0123abcd", {piece.name: outcome for piece in nightly.pieces()})
    assert ("**failed**: 1 failed" in page) != passed
