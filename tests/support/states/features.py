"""What is to be seen at a table after a line: each feature by its name, with the seat that sees it."""

from collections.abc import Iterator

from companion.games.game import Ask, Secret
from companion.table.model import Line, Table, all_written
from companion.table.questions import asks, waiting
from companion.table.result import is_closed, result
from companion.table.visibility import closed
from tests.support.games.random_play import offered

Feature = tuple[str, int | None]  # its name, and in which seat it is seen; None: on the scoreboard


def features(before: Table | None, table: Table) -> Iterator[Feature]:
    """What is to be seen at `table`, which was `before` until its last line (None: it has no line)."""
    for seat in range(len(table.seats)):
        yield from ((f"asks {shape(ask)}", seat) for ask in asks(table, seat))
    yield f"waits for {phase(table)}", None
    yield from _of_waiting(table)
    if before is not None:
        yield f"after {kind_of(table.lines[-1])}", None
        yield from ((f"reveals {kind}", None) for kind in sorted(_secret_kinds(before) - _secret_kinds(table)))
    yield from ((f"holds a secret {kind}", None) for kind in sorted(_secret_kinds(table)))
    yield from of_the_end(table)


def shape(ask: Ask) -> str:
    """An ask without its numbers: its move, what is given, what is open, whether it may be left undone."""
    given = f" with {', '.join(ask.given)}" if ask.given else ""
    choices = f" for {', '.join(ask.choices)}" if ask.choices else ""
    return f"{ask.move}{given}{choices}{' (optional)' if ask.optional else ''}"


def phase(table: Table) -> str:
    """The moves that the table waits for."""
    return ", ".join(sorted({ask.move for ask in offered(table, optional=False)})) or "nothing"


def kind_of(line: Line) -> str:
    """The kind of a line: its move, or a correction."""
    return "correct" if line.recorded is None else str(line.recorded.move.__struct_config__.tag)


def _of_waiting(table: Table) -> Iterator[Feature]:
    """A seat that is waited for, and one that waits for others."""
    seats = waiting(table)
    if seats:
        yield "waited for", seats[0]
        yield from (("waits for others", seat) for seat in range(len(table.seats)) if seat not in seats)


def of_the_end(table: Table) -> Iterator[Feature]:
    """The outcome on the scoreboard, for who won, and for who did not; nothing as long as it is played."""
    if not is_closed(table):
        return
    told = result(table)
    yield f"outcome {told['outcome']}", None
    for seat in range(len(table.seats)):
        yield f"outcome {told['outcome']}, {'a winner' if seat in told['winners'] else 'no winner'}", seat


def _secret_kinds(table: Table) -> set[str]:
    """The kinds of moves in which something is still secret."""
    lines = (table.lines[number - 1] for number in table.secret_lines)
    secrets: list[tuple[str, list[Secret]]] = [
        (str(written.move.__struct_config__.tag), closed(table, written))
        for line in lines
        for written in all_written(line)
    ]
    return {kind for kind, kept in secrets if kept}
