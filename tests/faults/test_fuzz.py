"""Whatever is sent to whichever route, it is never our fault: a slice of `python -m tests.faults.fuzz`."""

import pytest

from tests.faults.fuzz import run
from tests.support.effort import SEED, tries

REQUESTS = max(600, tries(1500))


@pytest.mark.slow
def test_whatever_is_sent_is_answered_and_leaves_nothing_behind(folder):
    cost = run(folder, REQUESTS, SEED + 1)
    assert {200, 303, 400, 401, 403, 404, 405, 409, 422} <= cost["statuses"].keys()
