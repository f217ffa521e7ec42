"""The words all games share: Move, Ask, Entry, Standing, Veil, Refused, and what a game is."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import fields, force_setattr

T = TypeVar("T")

Outcome = Literal["playing", "won", "lost", "nobody", "stopped"]
Aim = Literal["most", "fewest", "nothing"]
Seat = Annotated[int, Meta(ge=0, le=15)]
Text = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 80})]

# Directional marks turn the rest of a line round: on a screen they are control characters too.
UNPRINTABLE = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNPRINTABLE_KINDS = frozenset({"Cc", "Cs", "Zl", "Zp"})


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
    if any(sign in UNPRINTABLE or unicodedata.category(sign) in UNPRINTABLE_KINDS for sign in trimmed):
        raise ValueError("A text has no control characters")
    return trimmed


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="move"):
    """What a line says. Its fields, in order, are exactly the JSON of a record."""

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
    return tuple(of.name for of in fields(kind) if of.type == Text or Text in get_args(of.type))


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


class Ask(Struct, frozen=True):
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
        """The ask in the words of the contract (section 5)."""
        said: dict[str, Any] = {"move": self.move}
        if self.seat is not None:
            said["seat"] = self.seat
        said |= self.given
        said["choices"] = self.choices
        if self.optional:
            said["optional"] = True
        return said


class Entry(Struct, frozen=True):
    """One change of one number in the ledger: the round in which it arose, whose it is, and because of what."""

    round: int
    seat: int
    track: str
    by: int
    because: str


class Standing(Struct, frozen=True):
    """Where a game is: its outcome and round, and per seat the score shown and the place (1 is best)."""

    outcome: Outcome
    round: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.outcome in ("won", "lost", "nobody")


class Veil(Struct, frozen=True):
    """A secret in a move: which fields it hides, which seats may know them, and until what has happened."""

    fields: tuple[str, ...]
    seats: tuple[int, ...]
    until: tuple[str | int, ...]


class Boast(Struct, frozen=True):
    """A number worth remembering: what, whose (None: the whole table's), how much, and the word it hangs on."""

    what: str
    seat: int | None
    amount: int
    word: str = ""


class Counted(Struct, frozen=True):
    """How boasts of one kind are counted over many games: for each person, or for each word; and what of them."""

    by: Literal["person", "word"]
    how: Literal["times", "sum", "most", "least", "mean"]


class OptionsBase(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House settings of a game; a default is the rulebook's.

    `FOR_THIS_TABLE`: those that say who begins, or what is in the box, not how it is played.
    """

    FOR_THIS_TABLE: ClassVar[tuple[str, ...]] = ()


class Game(Protocol):
    """A game: a module of pure functions over its own frozen state.

    `FIRST` is the option that says who begins ("" if there is none); with `RUNS_ON` its points run on through the
    games of an evening.
    """

    SLUG: str
    TITLE: str
    SEATS: range
    FIRST: str
    RUNS_ON: bool
    Options: type[Any]

    @property
    def MOVES(self) -> Sequence[type[Move]]:
        """The moves of this game, besides adjust and stop."""

    @property
    def TRACKS(self) -> Sequence[str]:
        """All that can be counted in this game, per seat."""

    @property
    def SCORED(self) -> Sequence[str]:
        """The tracks that add up to the totals."""

    def opening(self, seats: int, options: Any) -> Any:
        """The state before the first line; Refused where the options do not go with so many seats."""

    @property
    def BOASTS(self) -> Mapping[str, "Counted"]:
        """What `boasts` may tell of, and how it is counted over many games."""

    def tracks(self, state: Any) -> Sequence[str]:
        """What is counted at this table, per seat: in some games a matter of the options."""

    def apply(self, state: Any, move: Any) -> Any:
        """The state after `move`; Refused if it does not fit."""

    def asks(self, state: Any, seat: int) -> tuple[Ask, ...]:
        """What `seat` is asked now, the most urgent first."""

    def view(self, state: Any, seat: int | None) -> Any:
        """What the viewer in `seat` (None: everybody) may know, for the screens."""

    def may_report(self, state: Any, seat: int, move: Any) -> bool:
        """Whether the player in `seat` may report `move`, besides the host: `speaks_for_itself` in most games."""

    def ledger(self, state: Any) -> tuple[Entry, ...]:
        """Every change of every number, in the order in which they arose."""

    def standing(self, state: Any) -> Standing:
        """Outcome, round, totals, places, winners."""

    def aim(self, state: Any) -> Aim:
        """What makes a score the better one: `most`, `fewest`, or `nothing` where no score is kept."""

    def facts(self, state: Any) -> dict[str, Any]:
        """What else the contract tells of this game. Nothing secret."""

    def begins_next(self, state: Any) -> tuple[int, ...]:
        """Among which seats the first of the next game is drawn; empty if the rulebook names nobody."""

    def boasts(self, state: Any) -> tuple[Boast, ...]:
        """Named numbers worth remembering, once the game is over."""

    def veil(self, state: Any, move: Any) -> Veil | None:
        """What is secret in `move`, reported in `state`."""

    def lifted(self, state: Any, veil: Veil) -> bool:
        """Whether everybody may know by now what `veil` hid."""


def speaks_for_itself(state: Any, seat: int, move: Any) -> bool:
    """A seat reports its own, and what is the whole table's."""
    return bool(getattr(move, "seat", seat) == seat)


def seated(seats: int, *who: int) -> None:
    """Refuse a seat which the table does not have."""
    for seat in who:
        if seat >= seats:
            raise Refused("no-such-seat", seat=seat, seats=seats)


def adjusted(seats: int, tracks: Sequence[str], move: Adjust, round: int) -> Entry:
    """The ledger entry of an adjust in `round`; Refused if seat or track is not there."""
    seated(seats, move.seat)
    if move.track not in tracks:
        raise Refused("no-such-track", track=move.track)
    return Entry(round, move.seat, move.track, move.by, "adjust")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """`values` with `value` in the place of `seat`."""
    return (*values[:seat], value, *values[seat + 1 :])


def sums(entries: Iterable[Entry], track: str, seats: int) -> tuple[int, ...]:
    """What the entries of one track add up to, per seat."""
    total = [0] * seats
    for entry in entries:
        if entry.track == track:
            total[entry.seat] += entry.by
    return tuple(total)


def placed(scores: Sequence[Any]) -> tuple[int, ...]:
    """Places for scores of which more is better: 1 is best, ties share the better place (1, 2, 2, 4)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def first(places: Sequence[int]) -> tuple[int, ...]:
    """The seats in first place, ascending."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)
