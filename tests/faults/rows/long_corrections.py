"""Corrections of more lines or moves than one may have, and lines beyond the last of a table: each is refused.

A few of them would let everybody wait whenever the table is read.
"""

from random import Random
from typing import Any
from unittest.mock import patch

from companion.table import limits
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, Move, adjust, over
from tests.support.own_app import app_of_its_own

FULL = 30  # lines of a table
CORRECTED = 8  # lines that a correction may have
MORE = 40  # how far beyond what may be


@row("corrections without end", load="moves sent", whole=2000, few=60)
def long_corrections(effort: Effort) -> Outcome:
    """Report entries and corrections at small tables, of which some are too long."""
    outcome, rng = effort.outcome(), effort.rng
    with app_of_its_own() as app, patch.multiple(limits, LINES=FULL, CORRECTED_LINES=CORRECTED):
        table = ApiTable(over(app.test_client()))
        while outcome.tries < effort.tries:
            line = table.look()["line"]
            move, is_too_long = _move(rng, line)
            answer = table.report(table.host, move)
            outcome.tries, outcome.load = outcome.tries + 1, outcome.load + 1
            outcome.note("doubled", f"{str(move)[:200]} is taken", int(is_too_long and answer.status == 201))
            outcome.note("failed", f"{str(move)[:200]}: {answer.status}", int(answer.status >= 500))
            if line >= FULL:
                outcome.note("doubled", f"line {line} of {FULL}", table.look()["line"] - FULL)
                table = ApiTable(over(app.test_client()))
    return outcome


def _move(rng: Random, line: int) -> tuple[Move, bool]:
    """An entry, or a correction if there is something to correct; and whether it is too long."""
    if line == 0 or rng.random() < 0.5:
        return adjust(rng.randrange(4), why=f"bet {rng.random()}"), line >= FULL
    numbers = rng.sample(range(1, line + 1), rng.randint(1, min(line, 2 * CORRECTED)))
    moves = rng.choice([1, limits.MOVES_A_LINE, limits.MOVES_A_LINE + rng.randint(1, MORE)])
    reads: list[Any] = [[number, [adjust(0)] * moves] for number in numbers]
    is_too_long = len(numbers) > CORRECTED or moves > limits.MOVES_A_LINE or line >= FULL
    return {"move": "correct", "lines": reads}, is_too_long
