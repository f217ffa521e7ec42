"""The tables at the end of the fault suite, as text that is a table in Markdown too."""

from collections.abc import Sequence

from tests.faults.one import is_caught
from tests.faults.outcome import Outcome
from tests.faults.planted import Bug
from tests.faults.rows import rows

HEAD = ("fault or threat", "load held", "tries", "lost", "doubled", "leaked", "5xx", "gap")
BUGS = ("planted bug", "caught by", "count")
Line = Sequence[str]


def outcomes_table(outcomes: Sequence[Outcome]) -> str:
    """A line for each row."""
    return _table(HEAD, [_line(outcome) for outcome in outcomes])


def _line(outcome: Outcome) -> Line:
    load = f"{outcome.load:,} {rows()[outcome.row].load}"
    counts = (outcome.tries, outcome.lost, outcome.doubled, outcome.leaked, outcome.failed)
    gap = "–" if outcome.gap is None else f"{outcome.gap} ms"
    return outcome.row, load, *(f"{count:,}" for count in counts), gap


def bugs_table(caught: Sequence[tuple[Bug, Outcome]]) -> str:
    """A line for each planted bug: which row caught it, and by how many of what."""
    lines = [(bug.name, bug.row, _caught(bug, outcome)) for bug, outcome in caught]
    return _table(BUGS, lines)


def _caught(bug: Bug, outcome: Outcome) -> str:
    if not is_caught(bug, outcome):
        return "NOT CAUGHT"
    which = f", run {outcome.runs}" if outcome.runs > 1 else ""
    number = f"{outcome.gap} ms of a" if bug.counts == "gap" else f"{outcome.number(bug.counts):,}"
    return f"{number} {bug.counts}{which}"


def _table(head: Line, lines: Sequence[Line]) -> str:
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    ruled = [head, ["-" * width for width in widths], *lines]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in ruled
    )
