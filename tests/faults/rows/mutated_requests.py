"""Requests that nobody would send, to every route by every method: none is answered with a fault of ours."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from tests.faults.fuzz import MEMORY, Fuzz
from tests.faults.outcome import Effort, Outcome
from tests.faults.route_groups import GROUPS
from tests.faults.rows import row

ALL = 10_000  # requests, of which some reach every route
AGAIN = 50  # requests, after which the house is put in order again


@row("mutated requests", load="routes reached", whole=60_000, few=300)
def mutated_requests(effort: Effort) -> Outcome:
    """Send so many to a house in the middle of an evening, to each of ten groups of routes a tenth of them."""
    outcome, groups = effort.outcome(), [*GROUPS]
    with house(effort) as fuzz:
        for number in range(effort.tries):
            request = fuzz.send(groups[number % len(groups)])
            outcome.note("failed", request, int(request[2] >= 500))
            if number % AGAIN == 0:
                fuzz.again()
        outcome.tries, outcome.load = effort.tries, len(fuzz.routes)
        missed = {rule.rule for rule in fuzz.rules} - fuzz.routes.keys()
        outcome.note("failed", f"never asked for: {missed}", len(missed) if effort.tries >= ALL else 0)
        outcome.note("failed", fuzz.faults.heard[-1:], len(fuzz.faults.heard))
    return outcome


@contextmanager
def house(effort: Effort) -> Iterator[Fuzz]:
    """A house in the middle of an evening, with so little memory that it is full soon."""
    with ExitStack() as small:
        for bound in MEMORY:
            small.enter_context(bound)
        with closing(Fuzz(effort.folder / "data", effort.seed)) as fuzz:
            yield fuzz
