"""The history is copied while players report: each copy opens, and holds all that was acknowledged before it began."""

from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from companion.storage.sqlite import copies
from companion.storage.sqlite.condition import FILE
from tests.faults.children import begin
from tests.faults.children.players import players
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare
from tests.support.effort import patient

OF_A_FOLDER = 20  # copies
BETWEEN = 40  # answers between two copies, at most


@row("backup while players report", load="acknowledged lines", whole=500, few=6)
def copied_history(effort: Effort) -> Outcome:
    """Copy a file while a child writes into it, as `app.py backup` and the daily backup do."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_A_FOLDER):
        ours, theirs = Pipe(duplex=False)
        child = begin(players, effort.folder / str(first), rng.getrandbits(30), [], theirs)
        theirs.close()
        answers = Answers()
        for number in range(min(OF_A_FOLDER, effort.tries - first)):
            _hear(ours, answers, rng.randint(1, BETWEEN))
            _copy(outcome, effort.folder / str(first), effort.folder / f"{first} copy {number}", ours, answers)
            outcome.tries += 1
        child.kill()
        child.join()
        ours.close()
        outcome.load += len(answers.lines)
    return outcome


def _hear(channel: Connection, answers: Answers, times: int) -> None:
    """Hear what players say until they were answered so many times more."""
    there = answers.number
    while answers.number < there + times:
        if not channel.poll(patient(60)):
            raise TimeoutError("The players say nothing any more")
        answers.note(channel.recv())


def _copy(outcome: Outcome, folder: Path, to: Path, channel: Connection, answers: Answers) -> None:
    """Copy the file, and compare the copy with what was acknowledged before."""
    before = Answers()
    before.lines = {**answers.lines}
    to.mkdir()
    copies.whole(to / FILE, lambda beside: copies.copy(folder / FILE, beside))
    while channel.poll(0):  # whoever reported while it was copied has said so before
        answers.note(channel.recv())
    before.meant = {**answers.meant}
    compare(outcome, to, before)
