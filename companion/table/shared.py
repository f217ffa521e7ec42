"""A table as everybody may read it, once it was counted early or broke off."""

from collections.abc import Iterator
from typing import Any

from companion.games.game import Game
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.table.fold import append, open_table
from companion.table.model import Correct, Progress, RecordedMove, Table, step
from companion.table.result import result

NOTHING = Correct(())  # stands in the place of a line, so that the others keep their numbers


def shared(table: Table) -> Table:
    """The table without the lines of the round that was not scored, with the same result.

    The table itself while it is played, in a game that scores each line at once, and in the rare case that its
    corrections do not fit without these lines.
    """
    if not (table.stopped or table.counted) or table.game.rounds_scored(table.state) is None:
        return table
    staying = _staying(table)
    if any(len(stays) > 1 for stays in staying.values()):
        return table
    copy = open_table(table.game, table.seats, table.options)
    try:
        for move in _moves(table, staying):
            copy = append(copy, move)
    except Refused:
        return table
    return copy if result(copy) == result(table) else table


def _moves(table: Table, staying: dict[int, list[Move]]) -> Iterator[Move]:
    """The lines of the copy, with the remaining moves; corrections leave out these lines."""
    for line in table.lines:
        if line.recorded is None:
            given = ((target, stands) for target, stands in line.corrects if target not in staying)
            yield Correct(tuple((target, tuple(one.move for one in stands or ())) for target, stands in given))
        elif line.number in staying:
            stays = staying[line.number]
            yield stays[0] if stays else NOTHING
        else:
            yield line.recorded.move


def _staying(table: Table) -> dict[int, list[Move]]:
    """The lines since the newest scored round that change, each with its remaining moves: entries by hand, the end, and
    moves without which the result would differ."""
    first = _scored(table) + 1
    now, staying = table.folds[first - 1], {}
    for number in range(first, len(table.lines) + 1):
        recorded, reads = table.lines[number - 1].recorded, table.sheet[number - 1]
        stays: list[Move] = []
        for written in reads:
            after = _stepped(table.game, now, written)
            if after and (_is_apart(written.move) or _adds_up(table, after) != _adds_up(table, now)):
                stays.append(written.move)
                now = after
        is_read = recorded is not None and (_is_apart(recorded.move) or recorded.move in stays)
        if recorded is not None and not (is_read and len(stays) == len(reads)):
            staying[number] = stays
    return staying


def _is_apart(move: Move) -> bool:
    return isinstance(move, Adjust | Stop | Count)


def _stepped(game: Game, fold: Progress, written: RecordedMove) -> Progress | None:
    """The game after a move; None if it does not fit without the removed ones."""
    try:
        return step(game, fold, written.move, written.reported)[0]
    except Refused:
        return None


def _scored(table: Table) -> int:
    """The line with which the newest round was scored; 0 if none was."""
    scored = table.game.rounds_scored(table.state)
    line = len(table.lines)
    while line and table.game.rounds_scored(table.folds[line - 1].state) == scored:
        line -= 1
    return line


def _counted(game: Game, state: Any) -> Any:
    """The state as it would count; None where nothing can be counted yet."""
    try:
        return state if game.standing(state).counted else game.count(state)
    except Refused:
        return None


def _adds_up(table: Table, fold: Progress) -> tuple[Any, ...]:
    """The standing, ledger and facts of a game; as it would count, if this table was counted."""
    game = table.game
    state = _counted(game, fold.state) if table.counted else fold.state
    return game.standing(state), tuple(game.ledger(state)), game.facts(state)
