"""The long suite in pieces: all of it in ten commits, and a run goes on where it was cut off."""

from pathlib import Path

import pytest

import start
from tests import nightly
from tests.nightly import COVERED, Outcome, Piece
from tests.support import TOP

OUTCOME = Outcome(date="2026-11-24", commit="0123abcd", passed=True, seconds=7, told="3 passed in 7 s")


def test_ten_tenths_in_a_row_are_all_pieces_and_each_is_tried_once() -> None:
    pieces = nightly.pieces()
    tried = [piece.name for number in range(1007, 1017) for piece in nightly.tenth(pieces, number)]
    assert sorted(tried) == sorted(piece.name for piece in pieces)
    assert len({*tried}) == len(tried) > 80


def test_every_file_of_tests_that_is_named_is_there() -> None:
    files = [piece.name for piece in nightly.pieces() if not piece.sweep.startswith("faults")]
    assert [file for file in files if not (TOP / file).exists()] == []
    assert {*start.DRAWN, start.AXE, *start.ON_BOTH} <= {*files}


def test_every_sweep_covers_what_is_there_and_its_own_files() -> None:
    assert [path for paths in COVERED.values() for path in paths if not (TOP / path).exists()] == []
    for piece in nightly.pieces():
        own = "tests/faults/rows" if piece.sweep.startswith("faults") else piece.name
        assert any(f"{own}/".startswith(f"{path}/") for path in COVERED[piece.sweep]), piece.name


def test_a_page_tells_what_it_was_told(tmp_path: Path) -> None:
    first, second = nightly.pieces()[:2]
    failed = Outcome(date="2026-11-25", commit="4567cdef", passed=False, seconds=8, told="1 failed")
    page = tmp_path / "nightly.md"
    page.write_text(nightly.report({first.name: OUTCOME, second.name: failed}), "utf-8")
    assert nightly.outcomes(page) == {first.name: OUTCOME, second.name: failed}
    assert nightly.outcomes(tmp_path / "none.md") == {}


def test_a_piece_is_done_where_nothing_that_it_covers_has_changed_since(monkeypatch: pytest.MonkeyPatch) -> None:
    piece, other = nightly.pieces()[0], nightly.pieces()[-1]
    monkeypatch.setattr(nightly, "is_unchanged", lambda sweep, since: (sweep, since) == (piece.sweep, "0123abcd"))
    assert nightly.is_done(piece, {piece.name: OUTCOME})
    assert not nightly.is_done(piece, {})
    assert not nightly.is_done(other, {other.name: OUTCOME})
    assert not nightly.is_done(piece, {piece.name: Outcome("2026-11-24", "0123abcd", False, 7, "1 failed")})


def test_a_commit_that_is_unknown_here_has_changed() -> None:
    assert not nightly.is_unchanged("faults", "0123abcd-changed")


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
    page = nightly.report({piece.name: outcome for piece in nightly.pieces()})
    assert ("**failed**: 1 failed" in page) != passed
