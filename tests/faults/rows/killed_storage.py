"""The process that stores is killed at any moment: what it acknowledged is there, once."""

import random
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from tests.faults.children import begin
from tests.faults.children.players import players
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare
from tests.support.effort import patient

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
    ours, theirs = Pipe(duplex=False)
    child = begin(players, folder, rng.getrandbits(30), answers.open, theirs)
    theirs.close()
    is_alive = _answered(ours, answers, rng.randrange(1, MOST_ANSWERS))
    child.kill()
    with suppress(EOFError):  # what it said before it was killed is in the pipe
        while True:
            answers.note(ours.recv())
    child.join()
    ours.close()
    return is_alive


def _answered(channel: Connection, answers: Answers, times: int) -> bool:
    """Note what a child says until it was answered so many times more; False if it ended before."""
    there = answers.number
    while answers.number < there + times:
        if not channel.poll(patient(60)):
            raise TimeoutError("The child says nothing any more")
        try:
            answers.note(channel.recv())
        except EOFError:
            return False
    return True
