"""The log of writes beside the file is cut, torn or gone: what is missing is told, and nothing before it is lost."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.commands import check
from companion.storage.data import Data
from companion.storage.errors import Unusable
from companion.storage.sqlite import condition
from companion.storage.sqlite.condition import FILE
from tests.faults.children.players import Answered, Intent
from tests.faults.children.recording import Recording, recorded
from tests.faults.disk.images import Disk, Files, write
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare

LOG = f"{FILE}-wal"
CUTS = 300  # of one recording
GONE = 20  # one of so many cuts leaves nothing of it
LINES = 60  # played in one recording


@row("log of writes torn or gone", load="acknowledged lines", whole=10_000, few=40)
def torn_log(effort: Effort) -> Outcome:
    """Cut the log anywhere, with nothing, zeros or garbage behind it, and open the file."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, CUTS):
        played = recorded(effort.folder / str(first), rng.getrandbits(30), LINES, carried=0)
        files, everything = _ended(played)
        outcome.load += len(everything.lines)
        for kept, log in _torn(rng, played, everything, bytes(files[LOG]), min(CUTS, effort.tries - first)):
            image = effort.folder / "image"
            write(image, {**files, LOG: log} if log else {name: files[name] for name in files if name != LOG})
            _open(outcome, image, kept, everything)
            outcome.tries += 1
    return outcome


def _ended(played: Recording) -> tuple[Files, Answers]:
    """The files at the end of a recording, and all that was answered."""
    disk, answers = Disk(played.before), Answers()
    for event in played.happened:
        if isinstance(event, Intent | Answered):
            answers.note(event)
        else:
            disk.take(event)
    return disk.after_a_cut(Random(0), "everything"), answers


def _torn(
    rng: Random, played: Recording, everything: Answers, log: bytes, number: int
) -> Iterator[tuple[Answers, bytes]]:
    """So many logs that were cut somewhere, and what was acknowledged before they were so long; the shortest first."""
    gone = 1 + number // GONE
    cuts = sorted([0] * gone + [rng.randrange(1, len(log)) for _ in range(number - gone)])
    kept, written = Answers(everything.meant), 0
    events = iter(played.happened)
    event = next(events, None)
    for cut in cuts:
        while event is not None and written <= cut:
            if isinstance(event, Intent | Answered):
                kept.note(event)
            elif event.file == LOG:
                written = max(written, getattr(event, "offset", 0) + len(getattr(event, "content", b"")))
            event = next(events, None)
        tail = rng.choice((b"", bytes(len(log) - cut), rng.randbytes(len(log) - cut))) if cut else b""
        yield kept, log[:cut] + tail


def _open(outcome: Outcome, folder: Path, kept: Answers, everything: Answers) -> None:
    """What opens holds everything; what does not, says so, and holds what was kept once that is accepted."""
    try:
        condition.steps_to_come(folder)
    except Unusable:
        check._accept(Data(folder))
        compare(outcome, folder, kept)
    else:
        compare(outcome, folder, everything)
