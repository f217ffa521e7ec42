"""Whatever is sent to whichever route, it is never our fault: a slice of `python -m tests.faults.fuzz`."""

from tests.faults.fuzz import run

REQUESTS, SEED = 1500, 1


def test_whatever_is_sent_is_answered_and_leaves_nothing_behind(folder):
    cost = run(folder, REQUESTS, SEED)
    assert {200, 303, 400, 401, 403, 404, 405, 409, 422} <= cost["statuses"].keys()
