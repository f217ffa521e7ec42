"""Each planted bug is caught by its row: so few tries of it see a difference."""

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


@pytest.mark.slow
@pytest.mark.parametrize("name", drawn("planted bugs", DAILY, 1))
def test_a_planted_bug_is_caught(name: str) -> None:
    bug = BUGS[name]
    outcome = run_planted(bug, SEED + 1)
    assert is_caught(bug, outcome), outcome
