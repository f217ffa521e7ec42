"""The process that stores is killed at any moment: what it acknowledged is there, once."""

import random
from pathlib import Path

from tests.faults.children import killed
from tests.faults.children.players import players
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare

KILLS_OF_A_FOLDER = 10
MOST_ANSWERS = 60  # after so many the child is killed, at the latest


@row("kill -9 of the storage", load="acknowledged lines", whole=1000, few=5)
def killed_storage(effort: Effort) -> Outcome:
    """Kill a child that writes, again and again in one folder; another folder every ten kills."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, KILLS_OF_A_FOLDER):
        folder, answers = effort.folder / str(first), Answers()
        for _ in range(min(KILLS_OF_A_FOLDER, effort.tries - first)):
            is_alive = _killed_after(folder, answers, rng)
            outcome.tries += 1
            outcome.note("failed", "a child ended by itself", int(not is_alive))
            compare(outcome, folder, answers)
        outcome.load += len(answers.lines)
    return outcome


def _killed_after(folder: Path, answers: Answers, rng: random.Random) -> bool:
    """Kill a child once it was answered a few times; False if it ended before by itself."""
    seed, enough = rng.getrandbits(30), answers.number + rng.randrange(1, MOST_ANSWERS)
    given = folder, seed, answers.open
    return killed(players, *given, note=answers.note, is_enough=lambda: answers.number >= enough)
