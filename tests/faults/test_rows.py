"""Each row of the fault suite, a few tries of it; `start.py faults` runs them at length."""

import pytest

from tests.faults.one import run_here
from tests.faults.rows import rows
from tests.support import templates
from tests.support.effort import SEED, drawn

ROWS = {name: row for name, row in rows().items() if not row.is_timed}


@pytest.fixture(scope="module", autouse=True)
def compiled_templates() -> None:
    """Compile the templates, if no test has done so yet: a row measures what a loop takes for a turn."""
    templates.fill()


@pytest.mark.slow
@pytest.mark.parametrize("name", drawn("faults", [*ROWS], 4))
def test_a_row_holds_load_and_nothing_is_lost_doubled_leaked_or_answered_with_a_fault_of_ours(name: str) -> None:
    outcome = run_here(name, ROWS[name].few, SEED + 1)
    assert outcome.is_clean, outcome
