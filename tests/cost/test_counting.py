"""Calls are counted one by one, and bars only fall."""

import json
from pathlib import Path

import pytest

from tests.cost import bars
from tests.cost.counting import Calls


def twice() -> list[int]:
    return [*map(one, range(2)), len("")]


def one(_: int = 0) -> int:
    return 1


def test_each_call_of_a_function_is_counted_and_no_builtin() -> None:
    calls = Calls()
    one()
    with calls:
        twice()
    one()
    assert calls.total == 1 + 2, "the function, and what it calls"
    with calls:
        one()
    assert calls.total == 4
    assert next(name.rpartition(" ")[2] for name in calls.by_function()) == "one"


def test_a_bar_is_lowered_and_never_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "FILE", tmp_path / "bars.json")
    for calls in (12_340, 9_000, 10_000):
        bars.lower("a game", {"calls": calls})
    assert json.loads(bars.FILE.read_text("utf-8")) == {"a game": {"calls": 9020}}
    kept = bars.bars()["a game"]
    assert bars.above({"calls": 9021}, kept) == ["calls: 9,021, at most 9,020"]
    assert bars.above({"calls": 9020}, kept) == bars.well_below({"calls": 9000}, kept) == []
    assert bars.well_below({"calls": 8000}, kept) == ["calls: 8,000, and its bar is 9,020"]
