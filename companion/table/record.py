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
    """A record whose line `line` does not fit (0: seats or options)."""

    def __init__(self, refused: Refused, line: int) -> None:
        super().__init__(refused, line)
        self.refused = refused
        self.line = line


class Record(Struct, frozen=True):
    """A record, replayed: the table it adds up to, what the app noted of each line, and keys of the app's own."""

    table: Table
    notes: tuple[dict[str, Any], ...]
    extra: dict[str, Any]


# --- reading ---------------------------------------------------------------------------------------------------------


def read(plain: Any, limited: bool = False) -> Record:
    """A record from its JSON object, replayed; Unreadable or Refusal name the first line that is wrong.

    `limited`: it may be no longer than what is taken at a table.
    """
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
    table, notes = _replay(table, plain["moves"], limited)
    return Record(table, notes, {name: value for name, value in plain.items() if name not in KNOWN})


def _replay(table: Table, lines: Any, limited: bool) -> tuple[Table, tuple[dict[str, Any], ...]]:
    if not isinstance(lines, list):
        raise Unreadable("“moves” is a list")
    notes = []
    for number, line in enumerate(lines, 1):
        try:
            read, note = _line(table.game, line)
            if limited:
                check_length(table, read)
            table = append(table, read)
        except Unreadable as problem:
            raise Unreadable(str(problem), number) from problem
        except Refused as refused:
            raise Refusal(refused, number) from refused
        notes.append(note)
    return table, tuple(notes)


def _line(game: Game, line: Any) -> tuple[Move, dict[str, Any]]:
    if not isinstance(line, dict):
        raise Unreadable("A move is a JSON object")
    note = {name: line[name] for name in PER_LINE if name in line}
    return move(game, {name: value for name, value in line.items() if name not in PER_LINE}), note


def split(content: str) -> Iterator[str]:
    """The records in a file's text: one record, or one per line."""
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


# --- writing ---------------------------------------------------------------------------------------------------------


def dump(table: Table, notes: Iterable[dict[str, Any]] = (), extra: dict[str, Any] | None = None) -> str:
    """The canonical record of a table: format, game, seats, options, moves, in this order; no spaces."""
    noted = list(notes) or [{} for _ in table.lines]
    moves = [_json(move_to_json(move_of(line)) | note) for line, note in zip(table.lines, noted, strict=True)]
    return _written(table.game.SLUG, table.seats, struct_to_json(table.options), moves, extra or {})


def dump_stored(
    game: str, seats: Sequence[str], options: Any, lines: Iterable[tuple[str, dict[str, Any]]], extra: dict[str, Any]
) -> str:
    """The record that `dump` writes, from lines whose moves are canonical JSON already.

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
