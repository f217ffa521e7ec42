"""Commands of the terminal, some of which are killed: each game is there, or has gone as it was told to."""

from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.terminal import Commands

OF_A_FOLDER = 40  # commands


@row("commands in any order", load="games compared", whole=1200, few=25)
def terminal_commands(effort: Effort) -> Outcome:
    """Import, forget, restore, back up and recount; every second change is killed. Nothing told steers the terminal."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_A_FOLDER):
        commands = Commands(outcome, effort.folder / str(first), rng)
        for _ in range(min(OF_A_FOLDER, effort.tries - first)):
            commands.act()
            commands.compare()
            outcome.tries += 1
            outcome.load += commands.number
    return outcome
