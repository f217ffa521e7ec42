"""Moves and options from JSON objects, and back."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Adjust, Count, Move, Stop, text
from companion.table.model import Correct
from companion.table.strict_json import Unreadable

LONGEST_SEAT_NAME = 40


def game_named(slug: Any) -> Game:
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


def move(game: Game, plain: Any, strict: bool = True) -> Move:
    """A move of `game` from its JSON object; Unreadable if its shape is wrong. Not `strict`: numbers may be strings."""
    if isinstance(plain, dict) and plain.get("move") == Correct.__struct_config__.tag:
        return _correct(game, plain, strict)
    try:
        read: Move = msgspec.convert(plain, any_move(game.SLUG), strict=strict)
    except msgspec.ValidationError as problem:
        raise Unreadable(f"The move cannot be read: {problem}") from problem
    return read


def renamed(game: Game, written: Move, was: str, name: str) -> Move:
    """The move with `name` in place of the name `was`; Unreadable if `name` cannot be a name."""

    def read(value: Any) -> Any:
        if isinstance(value, list):
            return [read(one) for one in value]
        return name if value == was else value

    plain = move_to_json(written)
    return move(game, plain | {field: read(plain[field]) for field in written.NAMES if field in plain})


@cache
def any_move(slug: str) -> Any:
    """The union of all moves of a game but `correct`."""
    together: Any = Adjust | Stop | Count
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
    target, reads = pair
    if reads is None:
        return target, None
    if isinstance(reads, list):
        return target, tuple(_corrected(game, one, strict) for one in reads)
    return target, _corrected(game, reads, strict)


def _corrected(game: Game, plain: Any, strict: bool) -> Move:
    if isinstance(plain, dict) and plain.get("move") == Correct.__struct_config__.tag:
        raise Unreadable("A corrected line reads any move but a correct")
    return move(game, plain, strict)


def move_to_json(move: Move) -> dict[str, Any]:
    if isinstance(move, Correct):
        return {"move": "correct", "lines": [[target, _reads_to_json(reads)] for target, reads in move.lines]}
    return struct_to_json(move)


def _reads_to_json(reads: Any) -> Any:
    if reads is None:
        return None
    return [move_to_json(one) for one in reads] if isinstance(reads, tuple) else move_to_json(reads)


def struct_to_json(struct: Struct) -> dict[str, Any]:
    """A struct as a JSON object without the fields that equal their default.

    `omit_defaults` alone does not do: it tells a text or a list from its default by identity, not by value.
    """
    plain: dict[str, Any] = msgspec.to_builtins(struct)
    for field in optional_fields(type(struct)):
        if getattr(struct, field.name) == field.default:
            plain.pop(field.encode_name, None)
    return plain


@cache
def optional_fields(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields with a default. Cached, since `fields` reads the annotations of the type each time."""
    return tuple(field for field in msgspec.structs.fields(kind) if not field.required)
