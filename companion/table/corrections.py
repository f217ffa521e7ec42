"""Corrections: the whole sheet read again with one more correction."""

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

LOOKED_AT = 8  # lines that are looked at take as long as a move


def corrected_table(table: Table, number: int, move: Correct) -> Table:
    """Read the sheet anew from the first line that changes; Refused naming the first that no longer fits."""
    check_targets(table, number, move)
    given = as_given(move)
    changed = changes(table, given)
    after = replace(_folded_again(table, changed), reread=table.reread + reread_by(table, move))
    after = _secrets_renewed(after, min(changed, default=number))
    corrects = tuple((target, after.sheet[target - 1] if moves else None) for target, moves in given)
    return with_line(after, Line(number, None, corrects), (), after.fold)


def reread_by(table: Table, move: Correct) -> int:
    """How many moves a correction of lines that are there reads again: those from the first line on that it may change.

    A line that holds a secret is read once more. What is only looked at counts an eighth of a move: lines that read
    nothing, and where a correction is struck, the lines of all corrections.
    """
    first = _first_changed(table, [target for target, _ in move.lines])
    stands = table.sheet[first - 1 :]
    renewed = (table.lines[number - 1] for number in table.secret_lines if number >= first)
    moves = sum(map(len, stands)) + sum(len(moves_of(reads)) for _, reads in move.lines)
    moves += sum(1 for line in renewed for _ in all_written(line))
    looked_at = stands.count(())
    if any(table.lines[target - 1].recorded is None for target, _ in move.lines):
        looked_at += sum(len(line.corrects) for line in table.lines)
    return moves + looked_at // LOOKED_AT


def _first_changed(table: Table, targets: Sequence[int]) -> int:
    """The first line that may read otherwise once these do: of a correction, those that it corrects."""
    first, left, looked_at = len(table.lines) + 1, [*targets], {*targets}
    while left:
        line = table.lines[left.pop() - 1]
        if line.recorded is not None:
            first = min(first, line.number)
        fresh = {target for target, _ in line.corrects} - looked_at
        looked_at |= fresh
        left += fresh
    return first


def as_given(move: Correct) -> list[tuple[int, tuple[RecordedMove, ...]]]:
    """What a correction makes its lines read: moves that were not played yet."""
    return [(target, tuple(map(RecordedMove, moves_of(reads)))) for target, reads in move.lines]


def changes(table: Table, given: Sequence[tuple[int, tuple[RecordedMove, ...]]]) -> Readings:
    """What lines read otherwise with one more correction: those that it names, and what a struck one had made read."""
    if all(table.lines[target - 1].recorded is not None for target, _ in given):
        return dict(given)
    return _changed(table, standing_corrections(table.lines), standing_corrections(table.lines, given))


def _changed(table: Table, was: Readings, becomes: Readings) -> Readings:
    """What the lines read that other corrections make read otherwise."""
    lines = [
        target
        for target in was.keys() | becomes.keys()
        if was.get(target) != becomes.get(target) and target <= len(table.lines)
    ]
    return {target: becomes[target] if target in becomes else _as_written(table.lines[target - 1]) for target in lines}


def _as_written(line: Line) -> tuple[RecordedMove, ...]:
    return (line.recorded,) if line.recorded else ()


def _folded_again(table: Table, changed: Readings) -> Table:
    """The table where the lines `changed` read otherwise: folded from the first of them on."""
    first = min(changed, default=len(table.lines) + 1)
    fold, folds = table.folds[first - 1], []
    sheet: list[tuple[RecordedMove, ...]] = []
    for number, stands in enumerate(table.sheet[first - 1 :], first):
        reads: list[RecordedMove] = []
        for written in changed.get(number, stands):
            try:
                fold, recorded = step(table.game, fold, written.move, written.reported)
            except Refused as refused:
                raise Refused("no-longer-fits", line=number, refused=refused) from refused
            reads.append(recorded)
        sheet.append(tuple(reads))
        folds.append(fold)
    before = table.sheet.cut(first - 1), table.folds.cut(first)
    return replace(table, sheet=before[0].grown(*sheet), folds=before[1].grown(*folds))


def _secrets_renewed(table: Table, first: int) -> Table:
    """The lines after a correction from `first` on. What they say may belong to another round by now."""
    numbers = [number for number in table.secret_lines if number >= first]
    if not numbers:
        return table
    start = numbers[0] - 1
    lines = list(table.lines[start:])
    for number in numbers:
        lines[number - 1 - start] = _line_secrets_renewed(table, table.lines[number - 1], first)
    return replace(table, lines=table.lines.cut(start).grown(*lines))


def _line_secrets_renewed(table: Table, line: Line, first: int) -> Line:
    """After a correction a line keeps its old secrets and gains those of its new round."""
    game, folds = table.game, table.folds
    if line.recorded is not None:
        return Line(line.number, _with_secrets_at(game, folds[line.number - 1].state, (line.recorded,))[0])
    late = {target: stands for target, stands in line.corrects if stands and target >= first}
    fresh = {target: _with_secrets_at(game, folds[target - 1].state, stands) for target, stands in late.items()}
    return Line(line.number, None, tuple((target, fresh.get(target, stands)) for target, stands in line.corrects))


def _with_secrets_at(game: Game, state: Any, stands: Sequence[RecordedMove]) -> tuple[RecordedMove, ...]:
    recorded, fold = [], Progress(state)
    for written in stands:
        fresh = tuple(secret for secret in secrets(game, fold.state, written.move) if secret not in written.secrets)
        recorded.append(RecordedMove(written.move, written.secrets + fresh, written.reported))
        if len(recorded) < len(stands):
            with suppress(Refused):  # a reading that no longer counts need not fit any more
                fold, _ = step(game, fold, written.move, written.reported)
    return tuple(recorded)


def check_targets(table: Table, number: int, move: Correct) -> None:
    """Refuse a correction, to stand in line `number`, of lines that are not there or cannot be corrected."""
    targets = [target for target, _ in move.lines]
    if len(set(targets)) != len(targets):
        raise Refused("line-twice")
    for target, reads in move.lines:
        if not 1 <= target < number:
            raise Refused("no-such-line", line=target)
        if table.lines[target - 1].recorded is None and moves_of(reads):
            raise Refused("strike-only", line=target)


def standing_corrections(
    lines: Sequence[Line], newest: Sequence[tuple[int, tuple[RecordedMove, ...]]] = ()
) -> Readings:
    """What each corrected line reads: the newest correction counts that is not itself struck (undo of an undo)."""
    reads: Readings = dict(newest)
    for line in reversed(lines[:]):
        if line.recorded is None and line.number not in reads:
            for target, stands in line.corrects:
                if target not in reads:
                    reads[target] = stands or ()
    return reads


def struck(table: Table) -> frozenset[int]:
    """The lines that no longer count: struck, or replaced by a correction that counts."""
    return frozenset(standing_corrections(table.lines))


def as_of(table: Table, seen: int) -> Table:
    """The table as it was after line `seen`."""
    lines = table.lines.cut(seen)
    then = replace(table, lines=lines, sheet=table.sheet.cut(seen), folds=table.folds.cut(seen + 1))
    if not is_corrected_since(table, seen):
        return then
    return _folded_again(then, _changed(then, standing_corrections(table.lines), standing_corrections(lines)))


def is_corrected_since(table: Table, seen: int) -> bool:
    """Whether a line after `seen` is a correction."""
    return any(line.recorded is None for line in table.lines[seen:])
