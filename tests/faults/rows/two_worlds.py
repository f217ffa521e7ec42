"""Two evenings that differ only in what somebody may not know: to him every answer is the same, byte for byte.

Three games have secrets in their lines; in the Gang the private notes of a player are one. In the Kingdom nothing is.
"""

from random import Random

from tests.faults.comparison import Comparison
from tests.faults.outcome import Effort, Outcome
from tests.faults.pairs import pair
from tests.faults.rows import row
from tests.faults.telling import Telling
from tests.support.evening_worlds import two


@row("two worlds", load="answers compared", whole=1200, few=4)
def two_worlds(effort: Effort) -> Outcome:
    """Compare what scoreboard, player, watcher, somebody new, somebody outside and programs get in both worlds."""
    outcome = effort.outcome()
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        states = pair(rng, number)
        with two(effort.folder / str(number), Telling(rng, states).tell) as worlds:
            Comparison(outcome, rng, states, worlds).make()
        outcome.tries += 1
    return outcome
