"""What a line says, and what is asked: moves, asks, and the refusal of a move that does not fit."""

import unicodedata
from functools import cache
from typing import Annotated, Any, ClassVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import fields, force_setattr

# Directional marks turn the rest of a line round: on a screen they are control characters too.
UNPRINTABLE = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNPRINTABLE_KINDS = frozenset({"Cc", "Cs", "Zl", "Zp"})
Seat = Annotated[int, Meta(ge=0, le=15)]
Text = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 80})]


def N_(message: str) -> str:
    """Mark a sentence for the catalogue; it is translated where it is shown."""
    return message


class Refused(Exception):
    """The rules say no: a code and its numbers; the words are made where it is shown."""

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(code, numbers)
        self.code = code
        self.numbers = numbers


def text(value: str, longest: int = 80) -> str:
    """`value` without the spaces round it; ValueError if it is empty, too long or has control characters."""
    trimmed = value.strip()
    if not trimmed:
        raise ValueError("A text must not be empty")
    if len(trimmed) > longest:
        raise ValueError(f"A text has at most {longest} characters")
    if not trimmed.isprintable() and any(map(_is_unprintable, trimmed)):
        raise ValueError("A text has no control characters")
    return trimmed


def _is_unprintable(sign: str) -> bool:
    """Python calls more unprintable than that: the joiner of an emoji, say."""
    return sign in UNPRINTABLE or unicodedata.category(sign) in UNPRINTABLE_KINDS


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="move"):
    """What a line says. Its fields, in order, are exactly the JSON of a record.

    `NAMES`: the fields that hold the name of a thing on the table, which may be named otherwise later. `ABOUT`: the
    fields besides the seat that say what is answered: moves that differ there answer different questions.
    """

    NAMES: ClassVar[tuple[str, ...]] = ()
    ABOUT: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        """Every text in its written form; ValueError as in `text`."""
        for name in _texts(type(self)):
            value = getattr(self, name)
            if value is not None:
                written = tuple(map(text, value)) if isinstance(value, tuple) else text(value)
                force_setattr(self, name, written)


@cache
def _texts(kind: type[Move]) -> tuple[str, ...]:
    """The fields of a move that hold a text, or several."""
    return tuple(field.name for field in fields(kind) if field.type == Text or Text in get_args(field.type))


class Adjust(Move, frozen=True, tag="adjust"):
    """An entry written by hand: a house rule, a forgotten point."""

    seat: Seat
    track: str
    by: Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
    why: Text

    def __post_init__(self) -> None:
        Move.__post_init__(self)
        if self.by == 0:
            raise ValueError("An adjust by 0 changes nothing")


class Stop(Move, frozen=True, tag="stop"):
    """The table breaks off; the game stays unfinished."""


class Count(Move, frozen=True, tag="count"):
    """The table ends here and counts it as it stands."""


def kinds(any_move: Any) -> tuple[type[Any], ...]:
    """The moves of a game, from its `AnyMove`: a union of them, or the only one."""
    return get_args(any_move) or (any_move,)


def seated(seats: int, *who: int) -> None:
    """Refuse a seat which the table does not have."""
    for seat in who:
        if seat >= seats:
            raise Refused("no-such-seat", seat=seat, seats=seats)


class Ask(Struct, frozen=True, gc=False):
    """What a seat is asked: a move with its open fields left out, and what may stand in them.

    `choices` says for each open field what fits: a list of values (for a list field: of its elements, all
    different unless `repeats`), `{"min", "max"}`, or `{"text": longest}`. `many` tells how many elements a list
    field takes, as (least, most); `taken` which texts a field may not repeat.
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
        """The ask as the API gives it: a JSON object without the fields that are as by default."""
        ask: dict[str, Any] = {"move": self.move}
        if self.seat is not None:
            ask["seat"] = self.seat
        ask |= self.given
        ask["choices"] = {name: self._plain_choice(name) for name in self.choices}
        if self.optional:
            ask["optional"] = True
        return ask

    def _plain_choice(self, name: str) -> Any:
        """What fits an open field; of a list field of which not any number of values will do, how many too."""
        values = self.choices[name]
        least, most = self.many.get(name, (0, 0))
        if name not in self.many or (not self.repeats and (least, most) == (0, len(values))):
            return values
        return {"of": values, "least": least, "most": most}
