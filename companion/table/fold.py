"""Folding: an empty table, and a table with one more line."""

from collections.abc import Sequence
from typing import Any

from companion.games.game import Game
from companion.games.log import Log
from companion.games.moves import Move, Refused
from companion.table.corrections import corrected_table
from companion.table.model import Correct, Line, Progress, Table, step, with_line


def open_table(game: Game, seats: Sequence[str], options: Any) -> Table:
    """A table without lines; Refused if seats or options do not go with the game."""
    if len(seats) not in game.SEATS:
        raise Refused("seats", seats=len(seats), least=game.SEATS[0], most=game.SEATS[-1])
    if len(set(seats)) != len(seats):
        raise Refused("same-seat-names")
    return Table(game, tuple(seats), options, Log(), Log(), Log([Progress(game.initial_state(len(seats), options))]))


def append(table: Table, move: Move) -> Table:
    number = len(table.lines) + 1
    if isinstance(move, Correct):
        return corrected_table(table, number, move)
    fold, recorded = step(table.game, table.fold, move)
    return with_line(table, Line(number, recorded), (recorded,), fold)
