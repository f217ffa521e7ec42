"""Random games are replayed, here and in another process: each adds up to the same, and everybody sees the same."""

import subprocess
import sys
from random import Random

from companion.games import GAMES
from companion.table.record import dump, read
from companion.table.strict_json import parse
from tests.faults.children.replaying import fingerprint
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support import TOP
from tests.support.games.random_play import laid, played

AT_ONCE = 500  # games
LONGEST = 400  # lines


@row("random games replayed", load="lines", whole=15_000, few=25)
def replayed_games(effort: Effort) -> Outcome:
    """Play random games of all kinds, and replay their records twice."""
    outcome, rng = effort.outcome(), effort.rng
    slugs = sorted(GAMES)
    for first in range(0, effort.tries, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, effort.tries))
        games = [_played(outcome, rng, slugs[number % len(slugs)]) for number in numbers]
        outcome.tries += len(games)
        elsewhere = _replayed([text for text, _ in games])
        for (text, expected), other in zip(games, elsewhere, strict=True):
            again = read(parse(text)).table
            is_same = (dump(again), fingerprint(again), other) == (text, expected, expected)
            outcome.note("lost", f"another game when it is replayed: {text[:500]}", int(not is_same))
    return outcome


def _played(outcome: Outcome, rng: Random, slug: str) -> tuple[str, str]:
    """A random game as a record, and what it adds up to as it was played."""
    table = laid(rng, GAMES[slug])
    for grown in played(rng, table, LONGEST):
        table = grown
    outcome.load += len(table.lines)
    return dump(table), fingerprint(table)


def _replayed(records: list[str]) -> list[str]:
    """What records add up to in a process of its own, which hashes texts by another chance."""
    command = [sys.executable, "-m", "tests.faults.children.replaying"]
    done = subprocess.run(
        command, input="".join(f"{text}\n" for text in records), text=True, cwd=TOP, capture_output=True, check=True
    )
    return done.stdout.split()
