"""The regions of a table that one device alone is shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.evening.model import Claim, Notice
from companion.games.game import Ask
from companion.games.ledger import Entry, Highlight
from companion.games.view import Onlooker
from companion.group.notebook import Notes
from companion.group.people import Person
from companion.web.play.tap_keys import key_for
from companion.web.regions.region import Region, TableRegion


@dataclass(frozen=True)
class TapForms:
    """What the forms of a device's taps carry besides the move: the line it has seen, and the key of its question.

    `since`: per seat, the line since which it is asked what it is asked now. `is_inert`: nothing can be sent, for it
    is a screen of the past.
    """

    device: int
    code: str
    since: Sequence[int]
    is_inert: bool = False

    def key(self, move: str, seat: int) -> str:
        """The key of a form that answers what `seat` is asked."""
        return key_for(self.device, self.code, "ask", self.since[seat], move, seat)


@dataclass(frozen=True, kw_only=True)
class PlayerRegion(TableRegion):
    """A region for whoever holds a device.

    `seat`: theirs, None if they have none. `kind`: how the device is used (phone, board or watch).
    """

    seat: int | None
    kind: str


@dataclass(frozen=True, kw_only=True)
class Me(PlayerRegion):
    """Whose seat a phone shows, and its score. `newest` and `has_board` as in the shared head."""

    TEMPLATE: ClassVar[str] = "play/_me.html"
    newest: str
    has_board: bool


@dataclass(frozen=True, kw_only=True)
class About(PlayerRegion):
    """The thing that a player's phone is about: what they have, what a round did to them, how it ended.

    `asks`: what this seat is asked. `highlights`: once it has ended for this seat. `cards`: per pile, what decks offer.
    `night`: when the evening began, as a date (ISO); `table_id`: the game's in the history. For `entries`,
    `series_points` and `habits` see Moment.
    """

    TEMPLATE: ClassVar[str] = "play/_about.html"
    asks: Sequence[Ask]
    highlights: Sequence[Highlight]
    entries: Sequence[Entry]
    series_points: Sequence[int] | None
    habits: Mapping[str, Any]
    cards: Mapping[str, Sequence[Any]]
    night: str
    table_id: str


@dataclass(frozen=True, kw_only=True)
class AskForm(PlayerRegion):
    """One thing that is asked. A game draws it by `ask-MOVE.html`.

    `asks`: all that is asked together with it; `asked`: the same by seat, for whomever this device may report.
    `for_other`: the host is asked on behalf of another seat. `may_host`: whether what only a host reports is shown.
    `drawer`: the group of folds of which one is open. `with_phone`: the seats that report from a phone of their own.
    `seat_fields`: the fields of the move that name a seat. For `cards` and `habits` see About.
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
    taps: TapForms

    @property
    def has_field(self) -> bool:
        """Whether its form has something to fill in before it is sent."""
        is_asked = self.ask.seat is not None and self.ask.seat == self.seat
        onlooker = Onlooker(is_asked, self.kind == "board", self.may_host)
        return bool(self.view.has_field(self.ask, onlooker))


@dataclass(frozen=True, kw_only=True)
class AloneAsk(AskForm):
    """The same on a page of its own, where somebody may type in peace. A game draws it by `alone-MOVE.html`."""

    TEMPLATE: ClassVar[str] = "play/_alone_ask.html"


@dataclass(frozen=True, kw_only=True)
class Calm(PlayerRegion):
    """What a seat reads that is asked nothing."""

    TEMPLATE: ClassVar[str] = "play/_calm.html"


@dataclass(frozen=True, kw_only=True)
class Notebook(PlayerRegion):
    """A player's private notes: `notes` by character and seat."""

    TEMPLATE: ClassVar[str] = "play/_notebook.html"
    notes: Notes
    drawer: str


@dataclass(frozen=True, kw_only=True)
class Watcher(PlayerRegion):
    """A device without a seat at this table. `has_asked`: it has asked the host for one."""

    TEMPLATE: ClassVar[str] = "play/_watcher.html"
    has_asked: bool


@dataclass(frozen=True)
class SeatDrawer:
    """What a host may report for one seat; the drawer of whoever is next is open."""

    seat: int
    is_open: bool
    asks: Sequence[AskForm]


@dataclass(frozen=True, kw_only=True)
class HostPanel(PlayerRegion):
    """What a host reports for others, and decides. `common`: what is asked of the whole table."""

    TEMPLATE: ClassVar[str] = "play/_host.html"
    claims: Sequence[Claim]
    common: Sequence[AskForm]
    drawers: Sequence[SeatDrawer]
    is_closed: bool

    @property
    def asks(self) -> Iterator[AskForm]:
        """All that a host may report."""
        yield from self.common
        for drawer in self.drawers:
            yield from drawer.asks


@dataclass(frozen=True, kw_only=True)
class Notices(Region):
    """What this device has to be told once."""

    TEMPLATE: ClassVar[str] = "parts/told.html"
    notices: Sequence[Notice]


@dataclass(frozen=True, kw_only=True)
class SharedPhone(Region):
    """A phone that several share. `holder`: whose hands it is in; `is_covered`: nobody said yet that they hold it."""

    TEMPLATE: ClassVar[str] = "play/_hands.html"
    people: Sequence[Person]
    holder: Person | None
    is_covered: bool


@dataclass(frozen=True, kw_only=True)
class Own(Region):
    """The private part of a device at a table. What is not shown is None, or empty.

    `links`: to the sheet and to where one sits; a scoreboard has none.
    """

    TEMPLATE: ClassVar[str] = "play/own.html"
    kind: str
    code: str
    has_seat: bool
    is_host: bool
    me: Me | None
    notices: Notices
    hands: SharedPhone | None
    about: About | None
    asks: Sequence[AskForm]
    calm: Calm | None
    notebook: Notebook | None
    watcher: Watcher | None
    host: HostPanel | None

    @property
    def has_field(self) -> bool:
        return any(ask.has_field for ask in (*self.asks, *(self.host.asks if self.host else ())))


@dataclass(frozen=True, kw_only=True)
class PastPhone(Region):
    """The private part of a phone as its player had it after a line of a game that is over."""

    TEMPLATE: ClassVar[str] = "play/past_own.html"
    me: Me
    about: About
    asks: Sequence[AskForm]
    calm: Calm | None
