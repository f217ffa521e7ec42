"""Corrections as forms carry them: the change of each line, without its content."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.games.moves import Refused
from companion.storage.log import to_json
from companion.table import moves, strict_json
from companion.table.model import Correct, Replacement, Table


class Change(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Change of a line: `strike`; `replace`, by `move`; or `before`: `move` was forgotten before it.

    `rename` concerns every line, `line` is 0, and `move` is a Rename.

    A form carries this alone. The content of the line never leaves the server: it may be secret.
    """

    line: int
    how: Literal["strike", "replace", "before", "rename"]
    move: Any = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """Renaming: `was` is called `name` in all lines."""

    was: str
    name: str


def spelt(changes: Sequence[Change]) -> str:
    """Encode changes for a form."""
    return to_json([[change.line, change.how, change.move] for change in changes])


def read(spelt: str) -> list[Change]:
    """Decode the changes of a form; Unreadable if they are none."""
    try:
        return msgspec.convert(strict_json.parse(spelt), list[Change])
    except msgspec.ValidationError as problem:
        raise strict_json.Unreadable(f"The correction cannot be read: {problem}") from problem


def correction(table: Table, changes: Sequence[Change]) -> tuple[Correct, frozenset[int]]:
    """Build the correction, with the present content of its lines; and the set of lines that keep theirs."""
    lines = tuple(line for change in changes for line in _lines(table, change))
    if not lines:  # what was to be named otherwise is called something else by now
        raise Refused("stale")
    return Correct(lines), frozenset(change.line for change in changes if change.how == "before")


def _lines(table: Table, change: Change) -> Iterator[tuple[int, Replacement]]:
    """Yield each line that a change makes read otherwise, with its replacement."""
    if change.how != "rename":
        yield change.line, _reads(table, change)
        return
    names = msgspec.convert(change.move, Rename)
    for number, stands in enumerate(table.sheet, 1):
        before = tuple(written.move for written in stands)
        after = tuple(moves.renamed(table.game, move, names.was, names.name) for move in before)
        if after != before:
            yield number, after


def _reads(table: Table, change: Change) -> Replacement:
    if not 1 <= change.line <= len(table.lines):
        raise Refused("no-such-line", line=change.line)
    if change.how == "strike":
        return None
    given = moves.move(table.game, change.move)
    if isinstance(given, Correct):
        raise strict_json.Unreadable("A corrected line reads any move but a correct")
    if change.how == "replace":
        return given
    return (given, *(written.move for written in table.sheet[change.line - 1]))
