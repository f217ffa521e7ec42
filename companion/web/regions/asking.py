"""The regions by which a device reports: one thing that is asked, and what a host may report for others."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct

from companion.games.cards import Printed
from companion.games.game import Ask
from companion.games.view import Onlooker
from companion.web.play.context import Seat
from companion.web.play.tap_keys import key_for
from companion.web.regions.region import PlayerRegion, Region


class TapForms(Struct, frozen=True, gc=False):
    """What the forms of a device's taps carry besides the move: the line it has seen, and the key of its question.

    `asked_since`: per seat for which it reports, the line since which that is asked what it is asked now. `is_inert`:
    nothing can be sent, for it is a screen of the past.
    """

    device: int
    code: str
    asked_since: Mapping[int, int]
    is_inert: bool = False

    def for_seats(self, seats: Set[int]) -> "TapForms":
        """The same for these seats alone."""
        return TapForms(
            self.device,
            self.code,
            {seat: self.asked_since[seat] for seat in seats & self.asked_since.keys()},
            self.is_inert,
        )

    def seen(self, seat: int) -> int:
        """The line that a device has seen which is asked for `seat`."""
        return self.asked_since[seat]

    def key(self, move: str, seat: int) -> str:
        """The key of a form that answers what `seat` is asked."""
        return key_for(self.device, self.code, "ask", self.asked_since[seat], move, seat)


@dataclass(frozen=True, kw_only=True)
class AskForm(PlayerRegion):
    """One thing that is asked. A game draws it by `ask-MOVE.html`.

    `asks`: all that is asked together with it; `asked`: the same by seat, for whomever this device may report.
    `for_other`: the host is asked on behalf of another seat. `may_host`: whether what only a host reports is shown.
    `drawer`: the group of folds of which one is open. `with_phone`: the seats that report from a phone of their own.
    `seat_fields`: the fields of the move that name a seat. `printed`: per pile, what the rulebook shows of it;
    `cards`: what decks offer. For `habits` see Moment.
    """

    TEMPLATE: ClassVar[str] = "play/_ask.html"
    ask: Ask
    asks: Sequence[Ask]
    asked: Mapping[int, Sequence[Ask]]
    for_other: bool
    may_host: bool
    drawer: str
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
        onlooker = Onlooker(is_asked, self.kind == "board", self.may_host, self.habits)
        return bool(self.view.has_field(self.ask, onlooker))


@dataclass(frozen=True, kw_only=True)
class AloneAsk(AskForm):
    """The same on a page of its own, where somebody may type in peace. A game draws it by `alone-MOVE.html`."""

    TEMPLATE: ClassVar[str] = "play/_alone_ask.html"


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
class Asks(Region):
    """The forms of all that is asked on a device."""

    TEMPLATE: ClassVar[str] = "play/_asks.html"
    forms: Sequence[AskForm]

    @property
    def has_field(self) -> bool:
        return any(form.has_field for form in self.forms)


@dataclass(frozen=True, kw_only=True)
class SeatDrawer(Asks):
    """What a host may report for one seat; the drawer of whoever is next is open."""

    TEMPLATE: ClassVar[str] = "play/_drawer.html"
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
