"""The regions by which a device reports: one thing that is asked, and what a host may report for others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct

from companion.games.cards import Printed
from companion.games.game import Ask
from companion.games.view import Onlooker
from companion.table.questions import Question
from companion.web.screens.region import PlayerRegion, Region
from companion.web.screens.seats import Seat

EVERY = "*"  # in place of a fold's name: all of them


class TapForms(Struct, frozen=True, gc=False):
    """What the forms of taps carry besides the move: the line since which their questions stand.

    `since`: that line per question. `is_inert`: nothing can be sent, for it is a screen of the past.
    """

    since: Mapping[Question, int]
    is_inert: bool = False

    def cut(self, asks: Sequence[Ask]) -> "TapForms":
        """The same for these asks alone."""
        return TapForms({(ask.move, ask.seat): self.since[ask.move, ask.seat] for ask in asks}, self.is_inert)

    def seen(self, move: str, seat: int | None) -> int:
        """The line that a device has seen which is asked this; of what is not asked as such, the newest of them."""
        return self.since.get((move, seat), max(self.since.values(), default=0))


@dataclass(frozen=True, kw_only=True)
class AskForm(PlayerRegion):
    """One thing that is asked. A game draws it by `ask-MOVE.html`.

    `asks`: all that is asked together with it; `asked`: the same by seat, for whomever this device may report.
    `for_other`: the host is asked on behalf of another seat. `may_host`: whether what only a host reports is shown.
    `drawer`: the group of folds of which one is open. `opened`: the closed fold that is drawn all the same, by its
    name; none of them, or EVERY. `whose`: the seat among whose asks it stands; None: the whole table's.
    `with_phone`: the seats that report from a phone of their own.
    `seat_fields`: the fields of the move that name a seat. `printed`: per pile, what the rulebook shows of it. For
    `cards` and `habits` see About.
    """

    TEMPLATE: ClassVar[str] = "play/_ask.html"
    ask: Ask
    asks: Sequence[Ask]
    asked: Mapping[int, Sequence[Ask]]
    for_other: bool
    may_host: bool
    drawer: str
    opened: str = ""
    whose: int | None
    with_phone: frozenset[int]
    seat_fields: frozenset[str]
    habits: Mapping[str, Any]
    cards: Mapping[str, Sequence[Any]]
    printed: Mapping[str, Sequence[Printed]]
    taps: TapForms

    @property
    def has_field(self) -> bool:
        """Whether its form has something to fill in before it is sent."""
        is_asked = self.ask.seat is not None and self.ask.seat == self.seat
        onlooker = Onlooker(is_asked, self.kind == "board", self.may_host, bool(self.opened), self.habits)
        return bool(self.view.has_field(self.ask, onlooker))


@dataclass(frozen=True, kw_only=True)
class AloneAsk(AskForm):
    """The same on a page of its own, where somebody may type in peace. A game draws it by `alone-MOVE.html`."""

    TEMPLATE: ClassVar[str] = "play/_alone_ask.html"


@dataclass(frozen=True, kw_only=True)
class FoldedAsk(AskForm):
    """The part of one thing that is asked which is in the fold `opened`; nothing where it has no such fold."""

    TEMPLATE: ClassVar[str] = "play/_folded_ask.html"


@dataclass(frozen=True)
class ClaimRow:
    """A device that asks for the seat of the person called `name`, who `has_phone`, or has none.

    `askers`: for whom the device spoke until now.
    """

    device: int
    person: int
    name: str
    has_phone: bool
    askers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class OwnAsks(Region):
    """The places of what a seat is asked, on the phone of its player: so many forms, each a slot."""

    TEMPLATE: ClassVar[str] = "play/_own_asks.html"
    count: int


@dataclass(frozen=True, kw_only=True)
class Asks(Region):
    """The forms of what is asked on a device."""

    TEMPLATE: ClassVar[str] = "play/_asks.html"
    forms: Sequence[AskForm]

    @property
    def has_field(self) -> bool:
        return any(form.has_field for form in self.forms)


@dataclass(frozen=True, kw_only=True)
class SeatDrawer(Asks):
    """What a host may report for one seat; the drawer of whoever is next is open, and there alone the asks are."""

    TEMPLATE: ClassVar[str] = "play/_drawer.html"
    code: str
    seat: Seat
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class HostPanel(Asks):
    """What a host decides: the devices that ask for a seat, and the forms of what is asked of the whole table."""

    TEMPLATE: ClassVar[str] = "play/_host.html"
    claims: Sequence[ClaimRow]


@dataclass(frozen=True, kw_only=True)
class HostEnd(Region):
    """What a host decides of a game as a whole. `is_begun`: whether something was reported."""

    TEMPLATE: ClassVar[str] = "play/_host_end.html"
    is_closed: bool
    is_begun: bool
