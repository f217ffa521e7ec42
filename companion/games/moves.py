"""Moves, asks, and the refusal of a move that does not fit."""

import unicodedata
from functools import cache
from typing import Annotated, Any, ClassVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields, force_setattr

# Directional marks turn the rest of a line round: on a screen they are control characters too.
UNPRINTABLE = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNPRINTABLE_KINDS = frozenset({"Cc", "Cs", "Zl", "Zp"})
Seat = Annotated[int, Meta(ge=0, le=15)]
Text = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 80})]


def N_(message: str) -> str:
    """Mark `message` for the catalogue; it is translated where it is shown."""
    return message


class Refused(Exception):
    """Raised where the rules refuse a move: a code with its numbers, worded where it is shown."""

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(code, numbers)
        self.code = code
        self.numbers = numbers


def text(value: str, longest: int = 80) -> str:
    """`value` without spaces around it; ValueError if empty, over `longest` characters, or with a control character."""
    trimmed = value.strip()
    if not trimmed:
        raise ValueError("A text must not be empty")
    if len(trimmed) > longest:
        raise ValueError(f"A text has at most {longest} characters")
    if not trimmed.isprintable() and any(map(_is_unprintable, trimmed)):
        raise ValueError("A text has no control characters")
    return trimmed


def _is_unprintable(sign: str) -> bool:
    """Whether `sign` is a control character; `str.isprintable` also rejects the joiner of an emoji, say."""
    return sign in UNPRINTABLE or unicodedata.category(sign) in UNPRINTABLE_KINDS


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="move"):
    """The content of a line. Its fields, in order, are the JSON of a record.

    `NAMES`: the fields that hold a name of a thing on the table, which may be renamed later. `ABOUT`: the fields
    besides the seat that identify the question: moves that differ there answer different questions.
    """

    NAMES: ClassVar[tuple[str, ...]] = ()
    ABOUT: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        """Trim every text; ValueError as in `text`."""
        for field in texts(type(self)):
            value = getattr(self, field.name)
            if value is not None:
                written = tuple(map(text, value)) if isinstance(value, tuple) else text(value)
                force_setattr(self, field.name, written)


@cache
def texts(kind: type[Move]) -> tuple[FieldInfo, ...]:
    """The fields of a move with a text or several texts."""
    return tuple(field for field in fields(kind) if field.type == Text or Text in get_args(field.type))


class Adjust(Move, frozen=True, tag="adjust"):
    """An entry by hand: a house rule, a forgotten point."""

    seat: Seat
    track: str
    by: Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
    why: Text

    def __post_init__(self) -> None:
        Move.__post_init__(self)
        if self.by == 0:
            raise ValueError("An adjust by 0 changes nothing")


class Stop(Move, frozen=True, tag="stop"):
    """End the table; the game stays unfinished."""


class Count(Move, frozen=True, tag="count"):
    """End the table, and count the game as it stands."""


def kinds(any_move: Any) -> tuple[type[Any], ...]:
    """The moves in `any_move`: a union of moves, or a single one."""
    return get_args(any_move) or (any_move,)


def seated(seats: int, *who: int) -> None:
    """Refuse a seat that the table does not have."""
    for seat in who:
        if seat >= seats:
            raise Refused("no-such-seat", seat=seat, seats=seats)


class Ask(Struct, frozen=True, gc=False):
    """A question to a seat: a move with open fields, and the values that fit in them.

    `given`: the fields that are fixed. `choices`: for each open field a list of values (for a list field: of its
    elements, all different unless `repeats`), `{"min", "max"}`, or `{"text": longest}`. `many`: the number of elements
    of a list field, as (least, most). `taken`: the texts that a field may not repeat.
    """

    move: str
    seat: int | None = None
    given: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    optional: bool = False
    many: dict[str, tuple[int, int]] = {}
    repeats: bool = False
    taken: dict[str, tuple[str, ...]] = {}

    def plain(self) -> dict[str, Any]:
        """The ask as the API gives it: a JSON object without fields that equal their default."""
        ask: dict[str, Any] = {"move": self.move}
        if self.seat is not None:
            ask["seat"] = self.seat
        ask |= self.given
        ask["choices"] = {name: self._plain_choice(name) for name in self.choices}
        if self.optional:
            ask["optional"] = True
        return ask

    def _plain_choice(self, name: str) -> Any:
        """The choices of an open field; for a list field with the least and most elements, unless any number fits."""
        values = self.choices[name]
        least, most = self.many.get(name, (0, 0))
        if name not in self.many or (not self.repeats and (least, most) == (0, len(values))):
            return values
        return {"of": values, "least": least, "most": most}
