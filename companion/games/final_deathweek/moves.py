"""Final Deathweek: options, moves as in a record, and cards."""

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from companion.games.cards import Pile
from companion.games.game import OptionsBase
from companion.games.moves import Move, Seat

LAST_DAY = 7  # of the rulebook's week
Color = Literal["red", "blue", "yellow", "black", "green"]
Colors = Annotated[tuple[Color, ...], Meta(max_length=3, extra_json_schema={"uniqueItems": True})]
Number = Annotated[int, Meta(ge=1, le=16)]
Pair = Annotated[tuple[Color, ...], Meta(min_length=2, max_length=2)]
COLORS: tuple[Color, ...] = get_args(Color)


class Options(OptionsBase, frozen=True):
    PER_TABLE = ("leader",)

    counter_limit: Annotated[int, Meta(ge=1, le=9)] = 5
    break_removes: Annotated[int, Meta(ge=1, le=3)] = 1
    last_day: Literal["all", "any"] = "all"
    scoring: Literal["none", "each", "team"] = "none"
    chain_scored: Literal["longest", "running"] = "longest"
    days: Annotated[int, Meta(ge=3, le=LAST_DAY)] = LAST_DAY
    leader: Seat = 0


class Event(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An event card of the schedule; the order of its colours has no meaning."""

    colors: Colors
    number: Number

    def __post_init__(self) -> None:
        distinct(self.colors)

    @property
    def card(self) -> tuple[frozenset[Color], int]:
        return frozenset(self.colors), self.number


def distinct(colors: Sequence[Color]) -> None:
    """ValueError if a colour occurs twice."""
    if len(set(colors)) != len(colors):
        raise ValueError("An event has each colour once")


class Solid(Move, frozen=True, tag="solid"):
    """The face-up killer of a seat, at setup."""

    seat: Seat
    color: Color


class Redeal(Move, frozen=True, tag="redeal"):
    """A new deal of all solid killers, at setup."""


class Schedule(Move, frozen=True, tag="schedule"):
    """The row of events for a day."""

    ABOUT = ("day",)
    day: Annotated[int, Meta(ge=1, le=LAST_DAY)]
    events: tuple[Event, ...]


class Expose(Move, frozen=True, tag="expose"):
    """One of a seat's two killers, shown by the leader."""

    seat: Seat
    color: Color


class Take(Move, frozen=True, tag="take"):
    """A seat's event of the day."""

    seat: Seat
    colors: Colors
    number: Number

    def __post_init__(self) -> None:
        distinct(self.colors)


class Break(Move, frozen=True, tag="break"):
    """Break, used once a game instead of an event: one event is turned face down."""

    seat: Seat
    event: Event | None = None


class Killers(Move, frozen=True, tag="killers"):
    """The two killers in a seat's hand, which its player sees last."""

    seat: Seat
    colors: Pair


class Outcome(Move, frozen=True, tag="outcome"):
    """The outcome of an event instead of its card and killers: the table has compared them itself."""

    seat: Seat
    number: Number
    matched: Annotated[int, Meta(ge=0, le=2)] | None = None
    died: Annotated[bool, Meta(extra_json_schema={"enum": [True]})] | None = None

    def __post_init__(self) -> None:
        if self.died is False or (self.matched is None) != bool(self.died):
            raise ValueError("An outcome has the number of colours matched, or “died”: true")


AnyMove = Solid | Redeal | Schedule | Expose | Take | Break | Killers | Outcome


COPY = "copy"


class EventCard(Event, frozen=True, forbid_unknown_fields=True):
    """An event with its colours in the order of the rulebook, so that equal events are equal cards."""

    def __post_init__(self) -> None:
        super().__post_init__()
        force_setattr(self, "colors", tuple(color for color in COLORS if color in self.colors))


PILES = {COPY: Pile(EventCard)}
