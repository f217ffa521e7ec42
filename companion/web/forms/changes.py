"""What a form says of a correction: what becomes of which lines, and nothing of what stands there."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.games.moves import Refused
from companion.storage.log import to_json
from companion.table import moves, strict_json
from companion.table.model import Correct, Replacement, Table


class Change(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What becomes of a line: `strike`; `replace`, by `move`; or `before`: `move` was forgotten before it.

    `rename` is of every line, `line` is 0: `move` has in `was` what is called `name` from now on.

    This is all that a form carries. What stands in the line never leaves the server: it may be secret.
    """

    line: int
    how: Literal["strike", "replace", "before", "rename"]
    move: Any = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """What is named otherwise: its name until now, and from now on."""

    was: str
    name: str


def spelt(changes: Sequence[Change]) -> str:
    """Changes as a form carries them."""
    return to_json([[change.line, change.how, change.move] for change in changes])


def read(spelt: str) -> list[Change]:
    """The changes that a form carries."""
    try:
        return msgspec.convert(strict_json.parse(spelt), list[Change])
    except msgspec.ValidationError as problem:
        raise strict_json.Unreadable(f"The correction cannot be read: {problem}") from problem


def correction(table: Table, changes: Sequence[Change]) -> tuple[Correct, frozenset[int]]:
    """The correction, with what stands in its lines; and the lines in which that stays as it is."""
    lines = tuple(line for change in changes for line in _lines(table, change))
    if not lines:  # what was to be named otherwise is called something else by now
        raise Refused("stale")
    return Correct(lines), frozenset(change.line for change in changes if change.how == "before")


def _lines(table: Table, change: Change) -> Iterator[tuple[int, Replacement]]:
    """Which lines a change makes read otherwise, and what they read then."""
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
