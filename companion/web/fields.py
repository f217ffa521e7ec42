"""The fields of a move, for a form in which any line can be written again: read from the move's own types."""

from collections.abc import Sequence
from typing import Any, get_args, get_origin

import msgspec
from msgspec import Struct

from companion.games.game import Adjust, Game, Move, Seat, Stop, Text


class Field(Struct, frozen=True):
    """A field of a form. `shape`: seat, seats, values, list, text, number or yes-no."""

    name: str
    shape: str
    values: tuple[Any, ...] = ()
    required: bool = True


def kinds(game: Game) -> list[type[Move]]:
    """Every move that a line of `game` can be, but a correction."""
    return [*game.MOVES, Adjust, Stop]


def tag(kind: type[Move]) -> str:
    """The name of a move in a record."""
    return str(kind.__struct_config__.tag)


def fields(kind: type[Move]) -> list[Field]:
    """The fields of a move, in the order of the record."""
    return [_field(of.encode_name, of.type, of.required) for of in msgspec.structs.fields(kind)]


def _field(name: str, kind: Any, required: bool) -> Field:
    shape, values = _shape(kind)
    return Field(name, shape, values, required)


def _shape(kind: Any) -> tuple[str, tuple[Any, ...]]:
    if kind == Seat:
        return "seat", ()
    if kind == Text or kind is str:
        return "text", ()
    if kind is bool:
        return "yes-no", ()
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return ("seats", ()) if inner[0] == Seat else ("list", _shape(inner[0])[1])
    if str(origin).endswith("Literal"):
        return "values", inner
    if type(None) in inner:
        return _shape(next(one for one in inner if one is not type(None)))
    return "number", ()


def known(told: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a form starts with: the move as its writer may know it."""
    return dict(told[0]) if len(told) == 1 else {}
