"""Records in and out: one game at one table as a JSON object (contract, section 1), read strictly and replayed."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Adjust, Move, Refused, Stop, text
from companion.limits import check_length
from companion.table import Correct, Table, append, lay, said

FORMAT = 1
LONGEST_SEAT_NAME = 40
LARGEST = 2**53
PER_LINE = ("at", "reporter", "key")
REQUIRED = ("format", "game", "seats", "moves")
KNOWN = (*REQUIRED, "options")


class Unreadable(Exception):
    """Not a record, not a move: what it says is a sentence. `line` 0 is the record itself."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


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


def parse(source: str | bytes) -> Any:
    """JSON without doubled keys, NaN, halves of signs, or numbers beyond 2^53; Unreadable otherwise."""
    try:
        plain = json.loads(
            source, object_pairs_hook=_undoubled, parse_constant=_no_constant, parse_int=_whole, parse_float=_finite
        )
        json.dumps(plain, ensure_ascii=False).encode()  # half a sign (a lone surrogate) cannot be written
        return plain
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"This is not readable JSON: {problem}") from problem


def _undoubled(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise ValueError("a key occurs twice")
    return plain


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise ValueError("a number is too large")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if abs(value) > LARGEST:
        raise ValueError("a number is too large")
    return value


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
        table = lay(game, seat_names(plain["seats"]), options_for(game, plain.get("options", {})))
    except Refused as refused:
        raise Refusal(refused, 0) from refused
    table, notes = _replay(table, plain["moves"], limited)
    return Record(table, notes, {name: value for name, value in plain.items() if name not in KNOWN})


def game_named(slug: Any) -> Game:
    """The game called `slug`; Unreadable if this house does not know it."""
    if not isinstance(slug, str) or slug not in GAMES:
        raise Unreadable("No such game is known here")
    return GAMES[slug]


def seat_names(plain: Any) -> tuple[str, ...]:
    """Names of seats, trimmed: 1 to 40 characters each, all different; Unreadable otherwise."""
    if not isinstance(plain, list) or not all(isinstance(name, str) for name in plain):
        raise Unreadable("“seats” is a list of names")
    try:
        names = tuple(text(name, LONGEST_SEAT_NAME) for name in plain)
    except ValueError as problem:
        raise Unreadable(f"A seat's name cannot be read: {problem}") from problem
    if len(set(names)) != len(names):
        raise Unreadable("Two seats have the same name")
    return names


def options_for(game: Game, plain: Any) -> Any:
    """The options of `game`, defaults filled in; Unreadable if one is unknown or outside its range."""
    try:
        return msgspec.convert(plain, game.Options)
    except msgspec.ValidationError as problem:
        raise Unreadable(f"An option is wrong: {problem}") from problem


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


def move(game: Game, plain: Any, strict: bool = True) -> Move:
    """A move of `game` from its JSON object; Unreadable if its shape is wrong. Not `strict`: numbers may be strings."""
    if isinstance(plain, dict) and plain.get("move") == Correct.__struct_config__.tag:
        return _correct(game, plain, strict)
    try:
        read: Move = msgspec.convert(plain, any_move(game.SLUG), strict=strict)
    except msgspec.ValidationError as problem:
        raise Unreadable(f"The move cannot be read: {problem}") from problem
    return read


@cache
def any_move(slug: str) -> Any:
    """Every move of the game called `slug` but `correct`, as one type."""
    together: Any = Adjust | Stop
    for kind in GAMES[slug].MOVES:
        together = together | kind
    return together


def _correct(game: Game, plain: dict[str, Any], strict: bool) -> Correct:
    lines = plain.get("lines")
    if set(plain) != {"move", "lines"} or not isinstance(lines, list):
        raise Unreadable("A correct has “lines”, a list of [line, reads]")
    return Correct(tuple(_correction(game, pair, strict) for pair in lines))


def _correction(game: Game, pair: Any, strict: bool) -> tuple[int, Move | tuple[Move, ...] | None]:
    if not isinstance(pair, list) or len(pair) != 2 or type(pair[0]) is not int:
        raise Unreadable("A correct has “lines”, a list of [line, reads]")
    at, reads = pair
    if reads is None:
        return at, None
    if isinstance(reads, list):
        return at, tuple(_corrected(game, one, strict) for one in reads)
    return at, _corrected(game, reads, strict)


def _corrected(game: Game, plain: Any, strict: bool) -> Move:
    if isinstance(plain, dict) and plain.get("move") == Correct.__struct_config__.tag:
        raise Unreadable("A corrected line reads any move but a correct")
    return move(game, plain, strict)


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
    """The canonical record of a table: keys in the order of the contract, no needless spaces."""
    noted = list(notes) or [{} for _ in table.lines]
    moves = [plain_move(said(line)) | note for line, note in zip(table.lines, noted, strict=True)]
    plain = {
        "format": FORMAT,
        "game": table.game.SLUG,
        "seats": list(table.seats),
        "options": plain_struct(table.options),
        "moves": moves,
    }
    return json.dumps(plain | (extra or {}), ensure_ascii=False, separators=(",", ":"))


def plain_move(move: Move) -> dict[str, Any]:
    """A move as its JSON object, in canonical order."""
    if isinstance(move, Correct):
        return {"move": "correct", "lines": [[at, _plain_reads(reads)] for at, reads in move.lines]}
    return plain_struct(move)


def _plain_reads(reads: Any) -> Any:
    if reads is None:
        return None
    return [plain_move(one) for one in reads] if isinstance(reads, tuple) else plain_move(reads)


def plain_struct(struct: Struct) -> dict[str, Any]:
    """A struct as a JSON object without the fields that are as they would be anyway.

    `omit_defaults` alone does not do: it tells a text or a list from its default by identity, not by value.
    """
    plain: dict[str, Any] = msgspec.to_builtins(struct)
    for field in _optional(type(struct)):
        if getattr(struct, field.name) == field.default:
            plain.pop(field.encode_name, None)
    return plain


@cache
def _optional(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields that may be left out, asked for once: `fields` reads the annotations of the type each time."""
    return tuple(field for field in msgspec.structs.fields(kind) if not field.required)
