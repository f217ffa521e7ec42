"""Several processes write into one file at once: each intent is one line, whoever brings it and however often."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from random import Random

from tests.faults.children.obedient import Player, Reply, player
from tests.faults.children.players import Answered, Intent
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare
from tests.support.empty_store import fill

WRITERS = 3
TOGETHER = 4  # intents that each of them brings at once
OF_A_FOLDER = 50  # tries


@row("one intent, several writers", load="acknowledged lines", whole=2000, few=10)
def same_intents(effort: Effort) -> Outcome:
    """Processes bring the same intents at the same moment, as a tap does that was sent again another way."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_A_FOLDER):
        _play(outcome, effort.folder / str(first), rng, min(OF_A_FOLDER, effort.tries - first))
    return outcome


def _play(outcome: Outcome, folder: Path, rng: Random, tries: int) -> None:
    answers, codes = Answers(), [""] * TOGETHER
    fill(folder)
    with ExitStack() as stack:
        writers = [stack.enter_context(player(folder, rng.getrandbits(30))) for _ in range(WRITERS)]
        try:
            for _ in range(tries):
                meant = [reply for code in codes for reply in writers[0].do("mean", code) if isinstance(reply, Intent)]
                codes = [intent.code for intent in meant]
                _note(outcome, answers, _brought(writers, meant))
                outcome.tries += 1
        except (EOFError, BrokenPipeError):
            outcome.note("failed", "a writer ended by itself")
    compare(outcome, folder, answers)
    outcome.load += len(answers.lines)


def _brought(writers: list[Player], intents: list[Intent]) -> list[Reply]:
    """What all writers say who bring these intents at once."""
    with ThreadPoolExecutor(len(writers)) as threads:
        return [*chain.from_iterable(threads.map(lambda writer: writer.do("report", intents), writers))]


def _note(outcome: Outcome, answers: Answers, replies: list[Reply]) -> None:
    """Every writer is told the same line of the same intent."""
    lines: dict[Intent, set[int | None]] = {}
    for reply in replies:
        if isinstance(reply, Answered):
            lines.setdefault(reply.intent, set()).add(reply.line)
            answers.note(reply)
        elif isinstance(reply, Intent):
            answers.note(reply)
        else:
            outcome.note("failed", reply)
    different = [(intent, numbers) for intent, numbers in lines.items() if len(numbers) > 1]
    outcome.note("doubled", different[:1], len(different))
