"""Corrections: the sheet folded again with one more correction.

Here and in open_round.py, `old` is what a line reads without the correction, and `new` what it reads with it.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.games.game import Game
from companion.games.moves import Refused
from companion.table.model import (
    Correct,
    Line,
    Progress,
    Readings,
    RecordedMove,
    Table,
    all_written,
    moves_of,
    secrets,
    step,
    with_line,
)

LOOKED_AT = 8  # lines that are only looked at cost as much as one move
Edits = Sequence[tuple[int, tuple[RecordedMove, ...]]]  # lines of a correction, each with its new moves


def corrected_table(table: Table, number: int, move: Correct) -> Table:
    """The table with the correction `move` in line `number`; Refused names the first line that no longer fits."""
    check_targets(table, number, move)
    edits = edits_of(move)
    new = new_readings(table, edits)
    after = replace(_folded_again(table, new), reread=table.reread + reread_by(table, move))
    after = _secrets_renewed(after, min(new, default=number))
    corrects = tuple((target, after.sheet[target - 1] if moves else None) for target, moves in edits)
    return with_line(after, Line(number, None, corrects), (), after.fold)


def reread_by(table: Table, move: Correct) -> int:
    """The number of moves that a correction of existing lines folds again, from the first line that it may change.

    A line with a secret counts twice. An eighth of a move each: lines that read nothing and, where a correction is
    struck, the lines of all corrections.
    """
    first = _first_changed(table, [target for target, _ in move.lines])
    sheet = table.sheet[first - 1 :]
    renewed = (table.lines[number - 1] for number in table.secret_lines if number >= first)
    moves = sum(map(len, sheet)) + sum(len(moves_of(new)) for _, new in move.lines)
    moves += sum(1 for line in renewed for _ in all_written(line))
    looked_at = sheet.count(())
    if any(table.lines[target - 1].recorded is None for target, _ in move.lines):
        looked_at += sum(len(line.corrects) for line in table.lines)
    return moves + looked_at // LOOKED_AT


def _first_changed(table: Table, targets: Sequence[int]) -> int:
    """The first line that changes with `targets`; a correction among them changes the lines that it corrects."""
    first, left, looked_at = len(table.lines) + 1, [*targets], {*targets}
    while left:
        line = table.lines[left.pop() - 1]
        if line.recorded is not None:
            first = min(first, line.number)
        fresh = {target for target, _ in line.corrects} - looked_at
        looked_at |= fresh
        left += fresh
    return first


def edits_of(move: Correct) -> Edits:
    """The lines of a correction with their new moves, not played yet."""
    return [(target, tuple(map(RecordedMove, moves_of(new)))) for target, new in move.lines]


def new_readings(table: Table, edits: Edits) -> Readings:
    """The lines that one more correction changes, with their new moves: those of `edits`, and those of which `edits`
    strikes an earlier correction."""
    if all(table.lines[target - 1].recorded is not None for target, _ in edits):
        return dict(edits)
    return _differing(table, standing_corrections(table.lines), standing_corrections(table.lines, edits))


def _differing(table: Table, old: Readings, new: Readings) -> Readings:
    """The lines whose moves differ between two sets of corrections, with their new moves."""
    lines = [line for line in old.keys() | new.keys() if old.get(line) != new.get(line) and line <= len(table.lines)]
    return {line: new[line] if line in new else _as_written(table.lines[line - 1]) for line in lines}


def _as_written(line: Line) -> tuple[RecordedMove, ...]:
    return (line.recorded,) if line.recorded else ()


def _folded_again(table: Table, new: Readings) -> Table:
    """The table with the `new` moves in their lines, folded from the first of these lines on."""
    first = min(new, default=len(table.lines) + 1)
    fold, folds = table.folds[first - 1], []
    sheet: list[tuple[RecordedMove, ...]] = []
    for number, old in enumerate(table.sheet[first - 1 :], first):
        moves: list[RecordedMove] = []
        for written in new.get(number, old):
            try:
                fold, recorded = step(table.game, fold, written.move, written.reported)
            except Refused as refused:
                raise Refused("no-longer-fits", line=number, refused=refused) from refused
            moves.append(recorded)
        sheet.append(tuple(moves))
        folds.append(fold)
    before = table.sheet.cut(first - 1), table.folds.cut(first)
    return replace(table, sheet=before[0].grown(*sheet), folds=before[1].grown(*folds))


def _secrets_renewed(table: Table, first: int) -> Table:
    """The table with the secrets of its lines from `first` on as of their rounds now: a correction may move a round."""
    numbers = [number for number in table.secret_lines if number >= first]
    if not numbers:
        return table
    start = numbers[0] - 1
    lines = list(table.lines[start:])
    for number in numbers:
        lines[number - 1 - start] = _line_secrets_renewed(table, table.lines[number - 1], first)
    return replace(table, lines=table.lines.cut(start).grown(*lines))


def _line_secrets_renewed(table: Table, line: Line, first: int) -> Line:
    game, folds = table.game, table.folds
    if line.recorded is not None:
        return Line(line.number, _with_secrets_at(game, folds[line.number - 1].state, (line.recorded,))[0])
    late = {target: moves for target, moves in line.corrects if moves and target >= first}
    fresh = {target: _with_secrets_at(game, folds[target - 1].state, moves) for target, moves in late.items()}
    return Line(line.number, None, tuple((target, fresh.get(target, moves)) for target, moves in line.corrects))


def _with_secrets_at(game: Game, state: Any, moves: Sequence[RecordedMove]) -> tuple[RecordedMove, ...]:
    recorded, fold = [], Progress(state)
    for written in moves:
        fresh = tuple(secret for secret in secrets(game, fold.state, written.move) if secret not in written.secrets)
        recorded.append(RecordedMove(written.move, written.secrets + fresh, written.reported))
        if len(recorded) < len(moves):
            with suppress(Refused):  # a move that no longer counts need not fit any more
                fold, _ = step(game, fold, written.move, written.reported)
    return tuple(recorded)


def check_targets(table: Table, number: int, move: Correct) -> None:
    """Refuse a correction, to stand in line `number`, of lines that do not exist or cannot be corrected."""
    targets = [target for target, _ in move.lines]
    if len(set(targets)) != len(targets):
        raise Refused("line-twice")
    for target, new in move.lines:
        if not 1 <= target < number:
            raise Refused("no-such-line", line=target)
        if table.lines[target - 1].recorded is None and moves_of(new):
            raise Refused("strike-only", line=target)


def standing_corrections(lines: Sequence[Line], newest: Edits = ()) -> Readings:
    """The moves of each corrected line: the newest correction counts that is not struck itself (undo of an undo)."""
    readings: Readings = dict(newest)
    for line in reversed(lines[:]):
        if line.recorded is None and line.number not in readings:
            for target, moves in line.corrects:
                if target not in readings:
                    readings[target] = moves or ()
    return readings


def struck(table: Table) -> frozenset[int]:
    """The lines that no longer count: struck, or replaced by a correction that counts."""
    return frozenset(standing_corrections(table.lines))


def as_of(table: Table, seen: int) -> Table:
    lines = table.lines.cut(seen)
    then = replace(table, lines=lines, sheet=table.sheet.cut(seen), folds=table.folds.cut(seen + 1))
    if not is_corrected_since(table, seen):
        return then
    return _folded_again(then, _differing(then, standing_corrections(table.lines), standing_corrections(lines)))


def is_corrected_since(table: Table, seen: int) -> bool:
    return any(line.recorded is None for line in table.lines[seen:])
