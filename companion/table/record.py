"""Records: one game at one table as a JSON object, read strictly, replayed, and written."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.games.game import Game
from companion.games.moves import Move, Refused
from companion.table.fold import append, open_table
from companion.table.limits import check_length
from companion.table.model import Table, move_of
from companion.table.moves import game_named, move, move_to_json, options_for, seat_names, struct_to_json
from companion.table.strict_json import Unreadable

FORMAT = 1
PER_LINE = ("at", "reporter", "key")
REQUIRED = ("format", "game", "seats", "moves")
KNOWN = (*REQUIRED, "options")


class Refusal(Exception):
    """A record whose line `line` does not fit (0: seats or options); `seats`: its names, if they could be read."""

    def __init__(self, refused: Refused, line: int, seats: Sequence[str] = ()) -> None:
        super().__init__(refused, line, seats)
        self.refused = refused
        self.line = line
        self.seats = seats


class Unplayed(Struct, frozen=True):
    """A record that is read but not replayed: its table without lines, and the moves; else as `Record`."""

    empty: Table
    moves: tuple[Move, ...]
    notes: tuple[dict[str, Any], ...]
    extra: dict[str, Any]


class Record(Struct, frozen=True):
    """A replayed record: its table, the notes of each line, and other keys of the app."""

    table: Table
    notes: tuple[dict[str, Any], ...]
    extra: dict[str, Any]


def read(plain: Any, limited: bool = False) -> Record:
    """A record from its JSON object, replayed; Unreadable or Refusal name the first wrong line.

    `limited`: the limits of a table apply.
    """
    table, extra = _opened(plain)
    notes: list[dict[str, Any]] = []

    def moves() -> Iterator[Move]:
        for line, note in _lines(table.game, plain["moves"]):
            notes.append(note)
            yield line

    last = table
    for after in played(table, moves(), limited):
        last = after
    return Record(last, tuple(notes), extra)


def unplayed(plain: Any) -> Unplayed:
    """A record from its JSON object, not replayed; Unreadable, or Refusal of its seats and options."""
    empty, extra = _opened(plain)
    lines = [*_lines(empty.game, plain["moves"])]
    return Unplayed(empty, tuple(line for line, _ in lines), tuple(note for _, note in lines), extra)


def played(table: Table, moves: Iterable[Move], limited: bool) -> Iterator[Table]:
    """The table after each of these moves; Refusal at the first that does not fit."""
    for number, line in enumerate(moves, 1):
        try:
            if limited:
                check_length(table, line)
            table = append(table, line)
        except Refused as refused:
            raise Refusal(refused, number, table.seats) from refused
        yield table


def _opened(plain: Any) -> tuple[Table, dict[str, Any]]:
    """The table of a record without lines, and other keys of the app."""
    if not isinstance(plain, dict):
        raise Unreadable("A record is a JSON object")
    for name in REQUIRED:
        if name not in plain:
            raise Unreadable(f"The record has no “{name}”")
    if plain["format"] != FORMAT or isinstance(plain["format"], (bool, float)):
        raise Unreadable(f"The record's format is not {FORMAT}")
    game = game_named(plain["game"])
    try:
        table = open_table(game, seat_names(plain["seats"]), options_for(game, plain.get("options", {})))
    except Refused as refused:
        raise Refusal(refused, 0) from refused
    return table, {name: value for name, value in plain.items() if name not in KNOWN}


def _lines(game: Game, lines: Any) -> Iterator[tuple[Move, dict[str, Any]]]:
    """The moves of a record, each with its notes; Unreadable names the first line that is no move."""
    if not isinstance(lines, list):
        raise Unreadable("“moves” is a list")
    for number, line in enumerate(lines, 1):
        try:
            yield _line(game, line)
        except Unreadable as problem:
            raise Unreadable(str(problem), number) from problem


def _line(game: Game, line: Any) -> tuple[Move, dict[str, Any]]:
    if not isinstance(line, dict):
        raise Unreadable("A move is a JSON object")
    note = {name: line[name] for name in PER_LINE if name in line}
    return move(game, {name: value for name, value in line.items() if name not in PER_LINE}), note


def split(content: str) -> Iterator[str]:
    """The records in a text: one record, or one per line."""
    lines = [line for line in content.split("\n") if line.strip()]
    if _is_json(content):
        yield content
    elif len(lines) > 1 and (any(line.startswith("{") for line in lines[1:]) or _is_json(lines[0])):
        yield from lines
    else:
        yield content


def _is_json(source: str) -> bool:
    try:
        json.loads(source)
    except (ValueError, RecursionError):
        return False
    return True


def dump(table: Table, notes: Iterable[dict[str, Any]] = (), extra: dict[str, Any] | None = None) -> str:
    """The canonical record of a table: format, game, seats, options, moves, in this order; no spaces."""
    noted = list(notes) or [{} for _ in table.lines]
    moves = [_json(move_to_json(move_of(line)) | note) for line, note in zip(table.lines, noted, strict=True)]
    return _written(table.game.SLUG, table.seats, struct_to_json(table.options), moves, extra or {})


def dump_stored(
    game: str, seats: Sequence[str], options: Any, lines: Iterable[tuple[str, dict[str, Any]]], extra: dict[str, Any]
) -> str:
    """As `dump`, from lines whose moves are canonical JSON already.

    Nothing is replayed: ten thousand games are exported in seconds.
    """
    moves = [f"{move[:-1]},{_json(note)[1:]}" for move, note in lines]
    return _written(game, seats, options, moves, extra)


def _written(game: str, seats: Sequence[str], options: Any, moves: Iterable[str], extra: dict[str, Any]) -> str:
    head = _json({"format": FORMAT, "game": game, "seats": seats, "options": options})
    tail = f",{_json(extra)[1:]}" if extra else "}"
    return f'{head[:-1]},"moves":[{",".join(moves)}]{tail}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
