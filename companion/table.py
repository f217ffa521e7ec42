"""A table unfolded from its lines: state, sheet, corrections, asks, and what each viewer may know of it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from msgspec import Struct

from companion.games.game import Ask, Game, Veil
from companion.games.ledger import Standing, sums
from companion.games.log import Log
from companion.games.moves import Adjust, Move, Refused, Stop

Reads = Move | tuple[Move, ...] | None
Readings = dict[int, tuple[Move, ...]]


class Correct(Move, frozen=True, tag="correct"):
    """Line so-and-so should have read thus: a move, None (struck out), or the moves that stand in its place."""

    lines: tuple[tuple[int, Reads], ...]


class Written(Struct, frozen=True):
    """A move as it stands in a line, with what of it is secret: it is open when every veil is lifted."""

    move: Move
    veils: tuple[Veil, ...] = ()


class Line(Struct, frozen=True):
    """A line as it was written: a move, or a correction with what each corrected line reads since."""

    number: int
    said: Written | None = None
    corrects: tuple[tuple[int, tuple[Written, ...] | None], ...] = ()


class Fold(Struct, frozen=True):
    """A game so far, and whether the table has broken off."""

    state: Any
    stopped: bool = False


@dataclass(frozen=True)
class Table:
    """A game at one table: all lines, the moves that count (by line), and what they add up to.

    `folds`: the game before line 1, and after each line as it is corrected by now. `veiled`: the lines in which
    something may be secret. `kept`: what was made of it once.
    """

    game: Game
    seats: tuple[str, ...]
    options: Any
    lines: Log[Line]
    sheet: Log[tuple[Written, ...]]
    folds: Log[Fold]
    veiled: tuple[int, ...] = ()
    kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def fold(self) -> Fold:
        return self.folds[-1]

    @property
    def state(self) -> Any:
        return self.fold.state

    @property
    def stopped(self) -> bool:
        return self.fold.stopped

    @property
    def standing(self) -> Standing:
        return self.game.standing(self.state)

    @property
    def tracks(self) -> Sequence[str]:
        return self.game.tracks(self.state)


def lay(game: Game, seats: Sequence[str], options: Any) -> Table:
    """A table without lines; Refused if seats or options do not go with the game."""
    if len(seats) not in game.SEATS:
        raise Refused("seats", seats=len(seats), least=game.SEATS[0], most=game.SEATS[-1])
    if len(set(seats)) != len(seats):
        raise Refused("same-seat-names")
    return Table(game, tuple(seats), options, Log(), Log(), Log([Fold(game.opening(len(seats), options))]))


def append(table: Table, move: Move) -> Table:
    """The table with one more line; Refused if the move does not fit."""
    number = len(table.lines) + 1
    if isinstance(move, Correct):
        return _corrected(table, number, move)
    fold, said = step(table.game, table.fold, move)
    return _with_line(table, Line(number, said), (said,), fold)


def _with_line(table: Table, line: Line, stands: tuple[Written, ...], fold: Fold) -> Table:
    hides = any(isinstance(written.move, tuple(table.game.VEILED)) for written in all_written(line))
    return replace(
        table,
        lines=table.lines.grown(line),
        sheet=table.sheet.grown(stands),
        folds=table.folds.grown(fold),
        veiled=(*table.veiled, line.number) if hides else table.veiled,
    )


def step(game: Game, fold: Fold, move: Move) -> tuple[Fold, Written]:
    """The game after one more move, and the move as it stands in its line; Refused if it does not fit."""
    if fold.stopped and not isinstance(move, Adjust):
        raise Refused("stopped")
    if isinstance(move, Stop):
        if game.standing(fold.state).over:
            raise Refused("over")
        return Fold(fold.state, True), Written(move)
    said = Written(move, _veils(game, fold.state, move))
    return Fold(game.apply(fold.state, move), fold.stopped), said


def _veils(game: Game, state: Any, move: Move) -> tuple[Veil, ...]:
    veil = game.veil(state, move)
    return () if veil is None else (veil,)


# --- corrections ---------------------------------------------------------------------------------------------------


def _corrected(table: Table, number: int, move: Correct) -> Table:
    """Read the sheet anew from the first line that changes; Refused naming the first that no longer fits."""
    check_targets(table, number, move)
    given = tuple((at, moves_of(reads)) for at, reads in move.lines)
    changed = changes(table, given)
    after = _read_anew(table, changed)
    after = _veiled_anew(after, min(changed, default=number))
    corrects = tuple((at, after.sheet[at - 1] if moves else None) for at, moves in given)
    return _with_line(after, Line(number, None, corrects), (), after.fold)


def changes(table: Table, given: Sequence[tuple[int, tuple[Move, ...]]]) -> Readings:
    """What lines read otherwise with one more correction: those that it names, and what a struck one had made read."""
    if all(table.lines[at - 1].said is not None for at, _ in given):
        return dict(given)
    return _changed(table, standing_corrections(table.lines), standing_corrections(table.lines, given))


def _changed(table: Table, was: Readings, becomes: Readings) -> Readings:
    """What the lines read that other corrections make read otherwise."""
    lines = [at for at in was.keys() | becomes.keys() if was.get(at) != becomes.get(at) and at <= len(table.lines)]
    return {at: becomes[at] if at in becomes else _moves_written(table.lines[at - 1]) for at in lines}


def _moves_written(line: Line) -> tuple[Move, ...]:
    return (line.said.move,) if line.said else ()


def _read_anew(table: Table, changed: Readings) -> Table:
    """The table where the lines `changed` read otherwise: folded from the first of them on."""
    first = min(changed, default=len(table.lines) + 1)
    fold, folds = table.folds[first - 1], []
    sheet: list[tuple[Written, ...]] = []
    for number, stands in enumerate(table.sheet[first - 1 :], first):
        moves = changed[number] if number in changed else tuple(written.move for written in stands)
        written: list[Written] = []
        for move in moves:
            try:
                fold, said = step(table.game, fold, move)
            except Refused as refused:
                raise Refused("no-longer-fits", line=number, refused=refused) from refused
            written.append(said)
        sheet.append(tuple(written))
        folds.append(fold)
    before = table.sheet.cut(first - 1), table.folds.cut(first)
    return replace(table, sheet=before[0].grown(*sheet), folds=before[1].grown(*folds))


def _veiled_anew(table: Table, first: int) -> Table:
    """The lines after a correction from `first` on. What they say may belong to another round by now."""
    numbers = [number for number in table.veiled if number >= first]
    if not numbers:
        return table
    start = numbers[0] - 1
    lines = list(table.lines[start:])
    for number in numbers:
        lines[number - 1 - start] = _line_veiled_anew(table, table.lines[number - 1], first)
    return replace(table, lines=table.lines.cut(start).grown(*lines))


def _line_veiled_anew(table: Table, line: Line, first: int) -> Line:
    """The veils of both rounds keep what a line says, and what it made others read."""
    game, folds = table.game, table.folds
    if line.said is not None:
        return Line(line.number, _veiled_at(game, folds[line.number - 1].state, (line.said,))[0])
    late = {at: stands for at, stands in line.corrects if stands and at >= first}
    fresh = {at: _veiled_at(game, folds[at - 1].state, stands) for at, stands in late.items()}
    return Line(line.number, None, tuple((at, fresh.get(at, stands)) for at, stands in line.corrects))


def _veiled_at(game: Game, state: Any, stands: Sequence[Written]) -> tuple[Written, ...]:
    veiled, fold = [], Fold(state)
    for written in stands:
        fresh = tuple(veil for veil in _veils(game, fold.state, written.move) if veil not in written.veils)
        veiled.append(Written(written.move, written.veils + fresh))
        if len(veiled) < len(stands):
            with suppress(Refused):  # a reading that no longer counts need not fit any more
                fold, _ = step(game, fold, written.move)
    return tuple(veiled)


def check_targets(table: Table, number: int, move: Correct) -> None:
    """Refuse a correction, to stand in line `number`, of lines that are not there or cannot be corrected."""
    targets = [at for at, _ in move.lines]
    if not targets:
        raise Refused("corrects-nothing")
    if len(set(targets)) != len(targets):
        raise Refused("line-twice")
    for at, reads in move.lines:
        if not 1 <= at < number:
            raise Refused("no-such-line", line=at)
        if table.lines[at - 1].said is None and moves_of(reads):
            raise Refused("strike-only", line=at)


def moves_of(reads: Reads) -> tuple[Move, ...]:
    """The moves that a corrected line reads: none if it is struck."""
    if reads is None:
        return ()
    return reads if isinstance(reads, tuple) else (reads,)


def standing_corrections(lines: Sequence[Line], newest: Sequence[tuple[int, tuple[Move, ...]]] = ()) -> Readings:
    """What each corrected line reads: the newest correction counts that is not itself struck (undo of an undo)."""
    reads: Readings = dict(newest)
    for line in reversed(lines[:]):
        if line.said is None and line.number not in reads:
            for at, stands in line.corrects:
                if at not in reads:
                    reads[at] = tuple(written.move for written in stands or ())
    return reads


def struck(table: Table) -> frozenset[int]:
    """The lines that no longer count: struck, or replaced by a correction that counts."""
    return frozenset(standing_corrections(table.lines))


# --- what it adds up to ----------------------------------------------------------------------------------------------


def result(table: Table) -> dict[str, Any]:
    """The result in the words of the contract (section 2), made once: not to be changed. It holds nothing secret."""
    if "result" not in table.kept:
        ledger = [msgspec.to_builtins(entry) for entry in table.game.ledger(table.state)]
        head = {name: value for name, value in summary(table).items() if name != "facts"}
        table.kept["result"] = head | {"ledger": ledger, "facts": summary(table)["facts"]}
    known: dict[str, Any] = table.kept["result"]
    return known


def summary(table: Table) -> dict[str, Any]:
    """The result without its ledger, which may be long."""
    if "summary" not in table.kept:
        table.kept["summary"] = _summary(table)
    known: dict[str, Any] = table.kept["summary"]
    return known


def _summary(table: Table) -> dict[str, Any]:
    game, state, standing = table.game, table.state, table.standing
    entries = game.ledger(state)
    return {
        "game": game.SLUG,
        "over": standing.over and not table.stopped,
        "outcome": "stopped" if table.stopped else standing.outcome,
        "round": standing.round,
        "tracks": {track: list(sums(entries, track, len(table.seats))) for track in table.tracks},
        "totals": list(standing.totals),
        "places": list(standing.places),
        "winners": [] if table.stopped else list(standing.winners),
        "facts": game.facts(state),
    }


def is_closed(table: Table) -> bool:
    """Over or stopped: nothing more is asked for by anybody."""
    return table.stopped or table.standing.over


def asks(table: Table, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked now, the most urgent first."""
    return () if table.stopped else table.game.asks(table.state, seat)


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that are still asked something which may not be left undone."""
    return tuple(seat for seat in range(len(table.seats)) if any(not ask.optional for ask in asks(table, seat)))


def is_stale(table: Table, seen: int, move: Move) -> bool:
    """Whether `move`, sent by somebody who saw line `seen`, came late: its question was answered since, or is another.

    A tap whose question still stands is taken, whatever others reported meanwhile.
    """
    if seen >= len(table.lines):
        return seen > len(table.lines)
    since = table.lines[seen:]
    if isinstance(move, Correct):
        targets = {at for at, _ in move.lines}
        return any(at in targets for line in since for at, _ in line.corrects)
    if any(line.said is not None and _answers(line.said.move, move) for line in since):
        return True
    was, becomes = _asked(_as_of(table, seen), move), _asked(table, move)
    return was != becomes and (not was or not fits(table, move))


def _as_of(table: Table, seen: int) -> Table:
    """The table as it was after line `seen`."""
    lines = table.lines.cut(seen)
    then = replace(table, lines=lines, sheet=table.sheet.cut(seen), folds=table.folds.cut(seen + 1))
    if not is_corrected_since(table, seen):
        return then
    return _read_anew(then, _changed(then, standing_corrections(table.lines), standing_corrections(lines)))


def is_corrected_since(table: Table, seen: int) -> bool:
    """Whether a line after `seen` is a correction."""
    return any(line.said is None for line in table.lines[seen:])


def fits(table: Table, move: Move) -> bool:
    """Whether the rules would take `move` now."""
    try:
        append(table, move)
    except Refused:
        return False
    return True


def _answers(one: Move, other: Move) -> bool:
    same_kind = type(one) is type(other) and not isinstance(one, Adjust)
    return same_kind and getattr(one, "seat", None) == getattr(other, "seat", None)


def may_report(table: Table, seat: int, move: Move) -> bool:
    """Whether the player in `seat` may report `move`; a correction, only of such lines, before and after."""
    if not isinstance(move, Correct):
        return table.game.may_report(table.state, seat, move)
    after = (one for _, reads in move.lines for one in moves_of(reads))
    return _are_own(table, seat, [at for at, _ in move.lines]) and all(may_report(table, seat, one) for one in after)


def _are_own(table: Table, seat: int, numbers: Sequence[int]) -> bool:
    """Whether the player in `seat` may report all that these lines say and said, and those that they corrected.

    That there is no such line, is for the rules to say.
    """
    left, looked = [at for at in numbers if 1 <= at <= len(table.lines)], set[int]()
    while left:
        number = left.pop()
        if number in looked:
            continue
        looked.add(number)
        line = table.lines[number - 1]
        written = (*all_written(line), *table.sheet[number - 1])
        if not all(table.game.may_report(table.state, seat, one.move) for one in written):
            return False
        left += [at for at, _ in line.corrects]
    return True


def _asked(table: Table, move: Move) -> list[Ask]:
    name, about = move.__struct_config__.tag, getattr(move, "seat", None)
    seats = range(len(table.seats)) if about is None else [about] if about < len(table.seats) else []
    return [ask for seat in seats for ask in asks(table, seat) if ask.move == name]


def said(line: Line) -> Move:
    """The move that a line was written as."""
    if line.said is not None:
        return line.said.move
    return Correct(tuple((at, _reads(stands)) for at, stands in line.corrects))


def _reads(stands: tuple[Written, ...] | None) -> Reads:
    moves = tuple(written.move for written in stands or ())
    return None if not moves else moves[0] if len(moves) == 1 else moves


# --- what a viewer may know ------------------------------------------------------------------------------------------


def view(table: Table, seat: int | None) -> Any:
    """The game as the viewer in `seat` may know it; None is everybody: tablet, host, watcher."""
    return table.game.view(table.state, seat)


def told(table: Table, line: Line, seat: int | None) -> dict[str, Any]:
    """A line as the viewer in `seat` may know it: secret fields are left out until they are in the open."""
    if line.said is not None:
        return _told(table, line.said, seat)
    lines = [[at, None if stands is None else [_told(table, w, seat) for w in stands]] for at, stands in line.corrects]
    return {"move": "correct", "lines": lines}


def told_sheet(table: Table, number: int, seat: int | None) -> list[dict[str, Any]]:
    """The moves that stand for line `number` by now, as the viewer in `seat` may know them."""
    return [_told(table, written, seat) for written in table.sheet[number - 1]]


def _told(table: Table, written: Written, seat: int | None) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(written.move)
    hidden = {name for veil in closed(table, written) if seat not in veil.seats for name in veil.fields}
    return {name: value for name, value in plain.items() if name not in hidden}


def closed(table: Table, written: Written) -> list[Veil]:
    """What of a move is still secret."""
    return [veil for veil in written.veils if not table.game.lifted(table.state, veil)]


def secrets_open(table: Table) -> bool:
    """Whether a line still holds something that not everybody may know."""
    lines = (table.lines[number - 1] for number in table.veiled)
    return any(closed(table, written) for line in lines for written in all_written(line))


def all_written(line: Line) -> Iterator[Written]:
    """Every move that a line holds, those that it made others read among them."""
    if line.said is not None:
        yield line.said
    for _, stands in line.corrects:
        yield from stands or ()
