"""A table as a value: its lines, its sheet, and the game so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import Struct

from companion.games.game import Game, Secret
from companion.games.ledger import Standing
from companion.games.log import Log
from companion.games.moves import Adjust, Count, Move, Refused, Stop

Replacement = Move | tuple[Move, ...] | None


class Correct(Move, frozen=True, tag="correct"):
    """A correction of lines: each reads another move, None (struck), or several moves."""

    lines: tuple[tuple[int, Replacement], ...]


class RecordedMove(Struct, frozen=True, gc=False):
    """A move as it stands in a line, with its secrets: it is public when all of them are revealed.

    `reported`: the move with the choices that were settled when it was reported (`Game.as_reported`); None before it is
    played.
    """

    move: Move
    secrets: tuple[Secret, ...] = ()
    reported: Any = None


Readings = dict[int, tuple[RecordedMove, ...]]


class Line(Struct, frozen=True, gc=False):
    """A line as it was written: a move, or a correction with the new moves of each corrected line."""

    number: int
    recorded: RecordedMove | None = None
    corrects: tuple[tuple[int, tuple[RecordedMove, ...] | None], ...] = ()


class Progress(Struct, frozen=True, gc=False):
    """A game so far, and whether the table has broken off."""

    state: Any
    stopped: bool = False


@dataclass(frozen=True)
class Table:
    """A game at one table: all lines, the moves that count (by line), and the resulting states.

    `folds`: the game before line 1, and after each line as corrected by now. `secret_lines`: the lines that may hold a
    secret. `reread`: the moves that its corrections have folded again. `kept`: computed values.
    """

    game: Game
    seats: tuple[str, ...]
    options: Any
    lines: Log[Line]
    sheet: Log[tuple[RecordedMove, ...]]
    folds: Log[Progress]
    secret_lines: tuple[int, ...] = ()
    reread: int = field(default=0, compare=False)
    kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def fold(self) -> Progress:
        return self.folds[-1]

    @property
    def state(self) -> Any:
        return self.fold.state

    @property
    def stopped(self) -> bool:
        return self.fold.stopped

    @property
    def standing(self) -> Standing:
        standing: Standing | None = self.kept.get("standing")
        if standing is None:
            standing = self.kept["standing"] = self.game.standing(self.state)
        return standing

    @property
    def counted(self) -> bool:
        return self.standing.counted

    @property
    def tracks(self) -> Sequence[str]:
        return self.game.tracks(self.state)


def with_line(table: Table, line: Line, stands: tuple[RecordedMove, ...], fold: Progress) -> Table:
    secret_moves = tuple(table.game.SECRET_MOVES)
    hides = any(isinstance(written.move, secret_moves) for written in all_written(line))
    return Table(
        table.game,
        table.seats,
        table.options,
        lines=table.lines.grown(line),
        sheet=table.sheet.grown(stands),
        folds=table.folds.grown(fold),
        secret_lines=(*table.secret_lines, line.number) if hides else table.secret_lines,
        reread=table.reread,
    )


def step(game: Game, fold: Progress, move: Move, reported: Any = None) -> tuple[Progress, RecordedMove]:
    """The game after one more move, and the move as it stands in its line; Refused if it does not fit.

    `reported`: the choices settled when it was played first; None: they are settled now.
    """
    if fold.stopped and not isinstance(move, Adjust):
        raise Refused("stopped")
    if isinstance(move, Stop | Count):
        if game.standing(fold.state).over:
            raise Refused("over")
        ended = Progress(fold.state, True) if isinstance(move, Stop) else Progress(game.count(fold.state))
        return ended, RecordedMove(move)
    if not isinstance(move, (Adjust, *game.MOVES)):
        raise Refused("no-such-move", move=type(move).__name__)
    if reported is None:
        reported = game.as_reported(fold.state, move)
    recorded = RecordedMove(move, secrets(game, fold.state, move), reported)
    return Progress(game.apply(fold.state, reported), fold.stopped), recorded


def secrets(game: Game, state: Any, move: Move) -> tuple[Secret, ...]:
    secret = game.secret_in(state, move)
    return () if secret is None else (secret,)


def moves_of(reads: Replacement) -> tuple[Move, ...]:
    """The moves that a corrected line reads: none if it is struck."""
    if reads is None:
        return ()
    return reads if isinstance(reads, tuple) else (reads,)


def move_of(line: Line) -> Move:
    if line.recorded is not None:
        return line.recorded.move
    return as_written(Correct(tuple((target, _moves(stands)) for target, stands in line.corrects)))


def _moves(stands: tuple[RecordedMove, ...] | None) -> tuple[Move, ...]:
    return tuple(written.move for written in stands or ())


def as_written(move: Move) -> Move:
    """A move in its one spelling: a single new move of a corrected line is no list."""
    if not isinstance(move, Correct):
        return move
    return Correct(tuple((target, _reads(moves_of(reads))) for target, reads in move.lines))


def _reads(moves: tuple[Move, ...]) -> Replacement:
    return None if not moves else moves[0] if len(moves) == 1 else moves


def all_written(line: Line) -> Iterator[RecordedMove]:
    """Every move in a line, the new moves of a correction included."""
    if line.recorded is not None:
        yield line.recorded
    for _, stands in line.corrects:
        yield from stands or ()
