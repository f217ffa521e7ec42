"""What a device reports: one thing that is asked, and what a host may report for others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar

from msgspec import Struct

from companion.evening.model import Evening, EveningDevice
from companion.games.cards import Printed
from companion.games.game import Ask
from companion.games.view import Onlooker, ViewBase
from companion.table.questions import Question
from companion.web.access.services import Services
from companion.web.access.visit import seat_in_hand
from companion.web.forms import fields as form_fields
from companion.web.screens.facts import Facts
from companion.web.screens.region import PlayerRegion, Region, Seat
from companion.web.screens.shared import Values, table_fields

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


@dataclass(frozen=True)
class Reported:
    """A seat for which a host may report. `is_due`: something is asked of it that may not be left undone."""

    seat: int
    asks: Sequence[Ask]
    has_phone: bool
    is_due: bool


def others(table: Facts, own: int | None) -> list[Reported]:
    """For whom a host may report: first the seats without a phone of their own, then the others that are waited for."""
    seats = [_reported(table, seat, own) for seat in range(len(table.seats)) if seat != own]
    return sorted((one for one in seats if one.asks), key=lambda one: (one.has_phone, one.seat))


def _reported(table: Facts, seat: int, own: int | None) -> Reported:
    asks = table.reported(seat, own)
    return Reported(seat, asks, seat in table.with_phone, not all(map(attrgetter("optional"), asks)))


def first_open(view: ViewBase, reported: Sequence[Reported]) -> int | None:
    """The seat whose drawer is open: the next one without a phone that is waited for, in the order of the game.

    None while something new is still being looked at.
    """
    waited = [one.seat for one in reported if one.is_due and not one.has_phone]
    due = [seat for seat in view.due if seat in waited]
    return None if view.fresh else next(iter(due + waited), None)


def of_all(table: Facts) -> list[Ask]:
    """What is asked of the whole table, each once."""
    common: list[Ask] = []
    for seat in range(len(table.seats)):
        common += [ask for ask in table.asks(seat) if ask.seat is None and ask not in common]
    return common


FOLDED: dict[str, Any] = {  # of all that asks have in common, where no more of one is drawn than its closed folds
    "result": {},
    "effects": {},
    "habits": {},
    "cards": {},
    "printed": {},
    "asks": (),
    "asked": {},
    "taps": TapForms({}),
    "seat_fields": frozenset(),
    "with_phone": frozenset(),
}
Asked = tuple[dict[str, Any], list[Reported]]  # what all asks on a device have in common; for whom a host may report


def alone(table: Facts, device: EveningDevice, asked: Sequence[Ask]) -> AloneAsk:
    """The first of these asks, on a page of its own."""
    seat = seat_in_hand(table.header, device)
    asking = asking_fields(table, device, seat, seat, range(len(table.seats)))
    asking |= {"asked": {}, "opened": EVERY, "view": table.view(seat), "ask": asked[0], "asks": asked}
    naming = form_fields.seat_fields(table.table.game, asked[0].move)
    return AloneAsk(**asking, for_other=False, seat_fields=naming, whose=None)


def asked_of(table: Facts, device: EveningDevice) -> Asked:
    """What all asks on a device have in common, and for whom it may report as a host."""
    seat = seat_in_hand(table.header, device)
    knows = None if device.is_covered else seat
    own_seats = [] if knows is None else [knows]
    seats = range(len(table.seats)) if device.host else own_seats
    return asking_fields(table, device, seat, knows, seats), others(table, seat) if device.host else []


def asking_fields(
    table: Facts, device: EveningDevice, seat: int | None, viewer: int | None, reported: Sequence[int]
) -> dict[str, Any]:
    """What all asks on a device have in common, but for the asks themselves.

    `seat`: its own; `viewer`: the one that it shows, None if none, or covered; `reported`: those for which it reports.
    """
    fields, piles = table_fields(table, viewer, "asks"), table.table.game.PILES
    view = fields["view"]
    return fields | {
        "seat": seat,
        "kind": device.kind,
        "asked": {seat: table.asks(seat) for seat in reported},
        "may_host": device.host,
        "drawer": "drawer" if device.kind == "board" else "fold",
        "with_phone": table.with_phone,
        "habits": table.habits,
        "cards": {name: table.offered(name) for name in view.piles if name in piles},
        "printed": {name: piles[name].printed for name in view.piles if name in piles},
        "taps": TapForms(table.since),
    }


def ask_forms(
    table: Facts,
    asking: Mapping[str, Any],
    asks: Sequence[Ask],
    whose: int | None,
    for_other: bool = False,
    kind: type[AskForm] = AskForm,
) -> tuple[AskForm, ...]:
    """A form for each of these asks of `whose` seat (None: of the whole table) that has one; of what others are asked,
    and of their taps, it is given what it shows."""
    game, view = table.table.game, asking["view"]
    asked = {seat: asking["asked"][seat] for seat in view.also_asked if seat in asking["asked"]}
    taps = asking["taps"].cut([*asks, *chain.from_iterable(asked.values())])
    common = {**asking, "asked": asked, "asks": asks, "taps": taps, "for_other": for_other, "whose": whose}
    forms = []
    for ask in view.with_form(asks, for_other, asking["habits"]):
        own = {"ask": ask, "seat_fields": form_fields.seat_fields(game, ask.move)}
        if "opened" not in asking and view.is_folded(ask, asks, for_other):
            folded = Ask(ask.move, ask.seat, ask.given, optional=ask.optional)
            own = {"ask": folded, "view": view.shown_to("folds", ask.seat, {}), **FOLDED}
        forms.append(kind(**{**common, **own}))
    return tuple(forms)


def asked_together(table: Facts, device: EveningDevice) -> tuple[dict[str, Any], list[Ask]]:
    """What the forms of the whole table have in common that are the same on every phone, and what they ask."""
    view = table.view(None)
    return asking_fields(table, device, None, None, ()), [ask for ask in of_all(table) if view.has_one_form(ask)]


def one_form_each(table: Facts, device: EveningDevice) -> Values:
    """The forms of the whole table that are the same on every phone, by their numbers."""
    forms = ask_forms(table, *asked_together(table, device), None)
    return {str(number): form for number, form in enumerate(forms)}


def own_asks(table: Facts, asking: Mapping[str, Any], seat: int, of_everybody: Sequence[AskForm] = ()) -> Values:
    """What a seat is asked, on the phone of its player; `of_everybody`: the forms that are there already."""
    rows: Values = {}
    for number, own in enumerate(ask_forms(table, asking, table.asks(seat), seat)):
        rows[f"asks/{number}"] = own
        for form in of_everybody:
            if form.ask == own.ask:
                rows[f"asks/{number}"] = form
    return {"asks": OwnAsks(count=len(rows)), **rows} if rows else {}


def claims(services: Services, evening: Evening) -> list[ClaimRow]:
    """The devices that ask for somebody's seat, each with the names of those for whom it spoke."""
    rows = []
    for claim in evening.claims:
        spoke_for = services.devices.held(evening.group, claim.device)
        askers = tuple(person.name for person in spoke_for if person.id != claim.person)
        rows.append(ClaimRow(claim.device, claim.person, claim.name, evening.has_phone(claim.person), askers))
    return rows


def host_panel(table: Facts, evening: Evening, asking: Mapping[str, Any], reported: Sequence[Reported]) -> Values:
    """What a host reports for others; `asking` is what all asks on this device have in common."""
    seat, view = asking["seat"], asking["view"]
    asks_table_first = seat is None and view.asks_table_first(asking["habits"])
    first = None if asks_table_first or seat in table.waiting else first_open(view, reported)
    common = ask_forms(table, asking, of_all(table), None) if seat is None else ()
    drawers = {
        f"for-{one.seat}": SeatDrawer(
            code=table.code,
            seat=table.seats[one.seat],
            is_open=one.seat == first,
            forms=drawer(table, asking, one.seat, seat) if one.seat == first else (),
        )
        for one in reported
    }
    return {
        "host": HostPanel(claims=claims(table.services, evening), forms=common),
        **drawers,
        "host-end": HostEnd(is_closed=table.is_closed, is_begun=bool(table.newest)),
    }


def drawer(table: Facts, asking: Mapping[str, Any], whose: int, own: int | None) -> tuple[AskForm, ...]:
    """What a host, whose own seat is `own`, may report for another one."""
    return ask_forms(table, asking, table.reported(whose, own), whose, for_other=True)
