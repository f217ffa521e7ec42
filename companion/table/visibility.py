"""Visibility of a table and its lines for a viewer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import structs

from companion.games.game import Secret
from companion.games.log import Log
from companion.games.moves import Move, Refused
from companion.games.view import ViewBase
from companion.table.model import Line, RecordedMove, Table, all_written, step


def view(table: Table, seat: int | None) -> ViewBase:
    """The game as the viewer in `seat` may see it; None: everybody (scoreboard, host, spectators).

    Cached per viewer; in a game without secret moves for all viewers together.
    """
    viewer = seat if table.game.SECRET_MOVES else None
    made: ViewBase | None = table.kept.get(("view", viewer))
    if made is None:
        game, state = table.game, table.state
        made = game.view(state) if viewer is None else game.own_view(state, view(table, None), viewer)
        table.kept["view", viewer] = made
    return made


def visible_move(table: Table, line: Line, seat: int | None) -> dict[str, Any]:
    """A line as the viewer in `seat` may see it, without fields that are still secret."""
    if line.recorded is not None:
        return _visible_fields(table, line.recorded, seat)
    lines = [
        [target, None if stands is None else [_visible_fields(table, w, seat) for w in stands]]
        for target, stands in line.corrects
    ]
    return {"move": "correct", "lines": lines}


def visible_reading(table: Table, number: int, seat: int | None) -> list[dict[str, Any]]:
    """The moves that stand for line `number` now, as the viewer in `seat` may see them."""
    return [_visible_fields(table, written, seat) for written in table.sheet[number - 1]]


def visible_readings(table: Table) -> Iterator[tuple[type[Move], dict[str, Any]]]:
    """The moves that stand for all lines now, each with its kind, as everybody may see them."""
    return ((type(one.move), _visible_fields(table, one, None)) for stands in table.sheet for one in stands)


def visible_if_read(table: Table, number: int, move: Move) -> dict[str, Any] | None:
    """A move as it would stand in line `number`, for everybody; None for a secret move that does not fit."""
    fold = table.folds[number - 1]
    if isinstance(move, tuple(table.game.SECRET_MOVES)):
        try:
            return _visible_fields(table, step(table.game, fold, move)[1], None)
        except Refused:
            return None
    return _visible_fields(table, RecordedMove(move), None)


def _visible_fields(table: Table, written: RecordedMove, seat: int | None) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(written.move)
    hidden = {name for secret in closed(table, written) if seat not in secret.seats for name in secret.fields}
    return {name: value for name, value in plain.items() if name not in hidden}


def closed(table: Table, written: RecordedMove) -> list[Secret]:
    return [secret for secret in written.secrets if not table.game.is_revealed(table.state, secret)]


def secrets_open(table: Table) -> bool:
    lines = (table.lines[number - 1] for number in table.secret_lines)
    return any(closed(table, written) for line in lines for written in all_written(line))


def without_secrets(table: Table) -> Table:
    """The table with secret fields emptied, to be written down, not played on."""
    return replace(table, lines=Log(_open_line(table, line) for line in table.lines))


def _open_line(table: Table, line: Line) -> Line:
    corrects = tuple(
        (number, None if stands is None else tuple(_open_move(table, written) for written in stands))
        for number, stands in line.corrects
    )
    return Line(line.number, None if line.recorded is None else _open_move(table, line.recorded), corrects)


def _open_move(table: Table, written: RecordedMove) -> RecordedMove:
    hidden = {name for secret in closed(table, written) for name in secret.fields}
    return RecordedMove(structs.replace(written.move, **dict.fromkeys(hidden)), written.secrets) if hidden else written
