"""Fields of a form, from the types of a move."""

from collections.abc import Iterator, Sequence
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from companion.games.game import Game
from companion.games.moves import Adjust, Count, Move, Seat, Stop

SCALARS: dict[Any, str] = {str: "text", bool: "yes-no", int: "number"}
LISTS = {"seat": "seats", "text": "texts", "inside": "insides"}


class Field(Struct, frozen=True):
    """A field of a form.

    `shape`: seat, seats, values (one of them), several (different ones of them), each (one for every seat, or `count`
    of them), text, texts, number, yes-no, inside (`fields` of something inside), insides (one for every seat).
    `least` and `most`: the bounds of a number; None where it has none.
    """

    name: str
    shape: str
    values: tuple[Any, ...] = ()
    required: bool = True
    fields: tuple["Field", ...] = ()
    count: int = 0
    least: float | None = None
    most: float | None = None


def kinds(game: Game) -> list[type[Move]]:
    """All kinds of moves that a line of `game` can be, but a correction."""
    return [*game.MOVES, Adjust, Stop, Count]


def tag(kind: type[Move]) -> str:
    """Name of a move in a record."""
    return str(kind.__struct_config__.tag)


@cache
def fields(kind: Any) -> tuple[Field, ...]:
    """Fields of a move, or of a struct inside one, in the order of the record."""
    return tuple(_field(info.encode_name, info.type, info.required) for info in msgspec.structs.fields(kind))


def _field(name: str, kind: Any, required: bool) -> Field:
    if NoneType in get_args(kind):
        return _field(name, next(one for one in get_args(kind) if one is not NoneType), required)
    shape, inside = _shape(kind)
    if shape in ("inside", "insides"):
        return Field(name, shape, (), required, fields(inside[0]))
    count = _count(kind)
    least, most = _bounds(kind)
    shape = "each" if count and shape == "several" else shape
    return Field(name, shape, inside, required, count=count, least=least, most=most)


def _shape(kind: Any) -> tuple[str, tuple[Any, ...]]:
    if kind == Seat:
        return "seat", ()
    if get_origin(kind) is Annotated:
        return _shape(get_args(kind)[0])
    if get_origin(kind) is tuple:
        shape, inside = _shape(get_args(kind)[0])
        return LISTS[shape] if shape != "values" else "several" if isinstance(inside[0], str) else "each", inside
    if get_origin(kind) is Literal:
        return "values", get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return "inside", (kind,)
    return SCALARS[kind], ()


def _count(kind: Any) -> int:
    """Length of a list whose type fixes it; 0 for any other."""
    bounds = [(meta.min_length, meta.max_length) for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta)]
    return next((least for least, most in bounds if least is not None and least == most), 0)


def _bounds(kind: Any) -> tuple[float | None, float | None]:
    """Least and greatest value of a number, where its type has bounds."""
    metas = [meta for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta)]
    return next(((meta.ge, meta.le) for meta in metas), (None, None))


def seat_fields(game: Game, move: str) -> frozenset[str]:
    """Fields of a move that hold a seat, which is shown by name; LookupError if the game has no such move."""
    by_tag = _seat_fields(tuple(game.MOVES))
    if move not in by_tag:
        raise LookupError(f"{game.SLUG} asks for “{move}”, which is none of its MOVES: {', '.join(by_tag)}")
    return by_tag[move]


@cache
def _seat_fields(moves: tuple[type[Move], ...]) -> dict[str, frozenset[str]]:
    everywhere: tuple[type[Move], ...] = (Adjust, Stop)
    return {tag(kind): frozenset(_named(kind)) for kind in moves + everywhere}


def _named(kind: type[Move]) -> Iterator[str]:
    return (field.name for field in fields(kind) if field.shape in ("seat", "seats"))


def initial_values(readings: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Initial values of a form: the move as its reader may know it; none if there are several."""
    return dict(readings[0]) if len(readings) == 1 else {}
