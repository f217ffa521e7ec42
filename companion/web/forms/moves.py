"""Moves from forms."""

import re
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Move
from companion.table import moves
from companion.web.forms.fields import kinds, tag

Form = MultiDict[str, str]
Plain = dict[str, Any]


def move_from(game: Game, form: Form) -> Move:
    """Read the move that a form reports; Unreadable if it is none of this game's."""
    return moves.move(game, _plain(game, form), strict=False)


def moves_from(game: Game, form: Form, completed: Callable[[Plain], Plain] = lambda plain: plain) -> list[Move]:
    """Read the moves that a form reports together: the fields of each are prefixed `moves.N.`, in the order of N.

    A row that nobody has filled in is left out. The others are passed through `completed`.
    """
    places = sorted({int(place) for key in form for place in re.findall(r"^moves\.(\d{1,2})\.", key)})
    given = [_plain(game, _behind(form, f"moves.{place}.")) for place in places]
    return [moves.move(game, completed(plain), strict=False) for plain in given if not _is_blank(plain)]


def _plain(game: Game, form: Form) -> Plain:
    name = form.get("move", "")
    kind = _kinds(game.SLUG).get(name)
    return {"move": name} | (_struct(kind, form, "") if kind else {})


def read_ahead(kind: Any) -> None:
    """Cache the annotations of a kind of move, and of the structs inside it."""
    for _, bared in _fields(kind):
        inside = bare(get_args(bared)[0]) if get_origin(bared) is tuple else bared
        if isinstance(inside, type) and issubclass(inside, Struct):
            read_ahead(inside)


def _is_blank(plain: Plain) -> bool:
    lists = [
        value for value in plain.values() if isinstance(value, list) and any(isinstance(one, dict) for one in value)
    ]
    return any(not any(any(one.values()) for one in value) for value in lists)


def _behind(form: Form, prefix: str) -> Form:
    """Fields with this prefix, without it."""
    return MultiDict(
        (key.removeprefix(prefix), value) for key, values in form.lists() if key.startswith(prefix) for value in values
    )


def _struct(kind: Any, form: Form, before: str) -> dict[str, Any]:
    values = {name: _value(bared, form, before + name) for name, bared in _fields(kind)}
    return {name: value for name, value in values.items() if value is not None}


@cache
def _kinds(slug: str) -> dict[str, type[Move]]:
    """Kinds of moves that a form can report in a game, by their names in a record."""
    return {tag(kind): kind for kind in kinds(GAMES[slug])}


@cache
def _fields(kind: Any) -> list[tuple[str, Any]]:
    """Fields of a kind of move with their bare types; cached, for msgspec reads its annotations each time."""
    return [(info.encode_name, bare(info.type)) for info in msgspec.structs.fields(kind)]


def _value(kind: Any, form: Form, name: str) -> Any:
    """Value of the field `name` with this bare type; None if the form has none."""
    if get_origin(kind) is tuple:
        return _list(bare(get_args(kind)[0]), form, name)
    if isinstance(kind, type) and issubclass(kind, Struct):
        inside = _struct(kind, form, f"{name}.")
        return inside if any(inside.values()) else None
    given = [value for value in form.getlist(name) if value != ""]
    return given[-1] if given else None


def _list(element: Any, form: Form, name: str) -> list[Any] | None:
    if isinstance(element, type) and issubclass(element, Struct):
        places = sorted(
            {int(place) for key in form for place in re.findall(rf"^{re.escape(name)}\.(\d{{1,3}})\.", key)}
        )
        return [_struct(element, form, f"{name}.{place}.") for place in places] or None
    keys = [key for key in form if re.fullmatch(rf"{re.escape(name)}\d*", key)]
    given = [value for key in keys for value in form.getlist(key)]
    if get_origin(element) is Literal:  # one button may say several words of ours
        given = [word for value in given for word in value.split() or [""]]
    return [value for value in given if value != ""] if given else None


def bare(kind: Any) -> Any:
    """Strip bounds and None from a type."""
    while get_origin(kind) in (Annotated, Union, UnionType):
        inner = [one for one in get_args(kind) if one is not NoneType]
        kind = inner[0]
    return kind
