"""Each planted bug is caught by its row: so few tries of it see a difference."""

from multiprocessing import get_context

import pytest

from tests.faults.one import is_caught, run_planted
from tests.faults.outcome import COUNTS
from tests.faults.planted import bugs
from tests.faults.rows import rows
from tests.support.effort import SEED, drawn

BUGS = bugs()
DAILY = [name for name, bug in BUGS.items() if not rows()[bug.row].is_timed]


def test_every_row_has_a_bug_and_every_bug_a_row_and_one_of_its_counts() -> None:
    assert {bug.row for bug in BUGS.values()} == rows().keys()
    assert {bug.counts for bug in BUGS.values()} <= {*COUNTS}


def _plant(name: str) -> None:
    BUGS[name].plant()


def test_every_bug_has_its_place_and_is_called_as_what_it_replaces() -> None:
    children = [get_context("fork").Process(target=_plant, args=(name,), name=name) for name in BUGS]
    for child in children:
        child.start()
        child.join()
    assert [child.name for child in children if child.exitcode] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", drawn("planted bugs", DAILY, 1))
def test_a_planted_bug_is_caught(name: str) -> None:
    bug = BUGS[name]
    outcome = run_planted(bug, SEED + 1)
    if outcome.is_skipped:
        pytest.skip(outcome.notes[0])
    assert is_caught(bug, outcome), outcome
