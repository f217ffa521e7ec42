"""The power is cut at any moment: whatever the disk holds by then, all that was acknowledged is in it, once."""

from collections.abc import Iterator
from random import Random

from tests.faults.children.players import Answered, Intent
from tests.faults.children.recording import Recording, recorded
from tests.faults.disk.images import HOW, Disk, Files, write
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare

IMAGES = 500  # of one recording
LINES = 80  # played in one recording


@row("power cut", load="acknowledged lines", whole=18_000, few=60)
def power_cut(effort: Effort) -> Outcome:
    """Record what is written while players report; build what the disk may hold at some moments, and open it."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, IMAGES):
        played = recorded(effort.folder / str(first), rng.getrandbits(30), LINES, carried=0.1)
        outcome.load += sum(isinstance(one, Answered) for one in played.happened)
        for files, answers in _cuts(rng, played, min(IMAGES, effort.tries - first)):
            image = effort.folder / "image"
            write(image, files)
            compare(outcome, image, answers)
            outcome.tries += 1
    return outcome


def _cuts(rng: Random, played: Recording, number: int) -> Iterator[tuple[Files, Answers]]:
    """So many times what the disk may hold at some moment, with what was acknowledged before; the earliest first."""
    disk, answers = Disk(played.before), Answers()
    moments = sorted(rng.randrange(len(played.happened)) for _ in range(number))
    for moment, event in enumerate(played.happened):
        if isinstance(event, Intent | Answered):
            answers.note(event)
        else:
            disk.take(event)
        while moments and moments[0] == moment:
            moments.pop(0)
            yield disk.after_a_cut(rng, rng.choice(HOW)), answers
