"""Devices come in, sit down and are sent out, one after the other and at once: nobody gets what is somebody's."""

from contextlib import ExitStack
from random import Random
from unittest.mock import patch

from companion.evening import admission, seats
from tests.faults.arrivals import Arrivals
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.seated import problems
from tests.support.own_app import app_of_its_own

OF_AN_EVENING = 120  # acts
SMALL = (  # so few may come that it is soon full
    patch.multiple(seats, MOST_GUESTS=4),
    patch.multiple(admission, STRANGERS=2),
)


@row("seats and the door", load="acts taken", whole=20_000, few=120)
def arrivals(effort: Effort) -> Outcome:
    """Guests and devices are no more than may be, and a seat that is somebody's is given by a host alone."""
    outcome = effort.outcome()
    with ExitStack() as small:
        for bound in SMALL:
            small.enter_context(bound)
        for first in range(0, effort.tries, OF_AN_EVENING):
            _come(outcome, Random(f"{effort.seed} {first}"), min(OF_AN_EVENING, effort.tries - first))
    return outcome


def _come(outcome: Outcome, rng: Random, acts: int) -> None:
    with app_of_its_own() as app:
        arriving = Arrivals(app, rng)
        before = arriving.rows()
        for _ in range(acts):
            act = arriving.act()
            after = arriving.rows()
            for problem in problems(act, before, after):
                outcome.note("doubled", f"{act}: {problem}")
            before = after
        outcome.tries += acts
        outcome.load += arriving.statuses[303]
        failed = sum(number for status, number in arriving.statuses.items() if status >= 500)
        outcome.note("failed", arriving.statuses, failed)
