"""Questions on a device: a form for each, and the drawers in which a host reports for others."""

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
from companion.history.standings import LeagueNews
from companion.table.questions import Question
from companion.web.access.services import Services
from companion.web.access.visit import seat_in_hand
from companion.web.forms import fields as form_fields
from companion.web.screens.facts import Facts
from companion.web.screens.region import PlayerRegion, Region, Seat
from companion.web.screens.slots import Values, table_fields

EVERY = "*"  # in place of a fold's name: all of them


class TapForms(Struct, frozen=True, gc=False):
    """Values that the forms of taps carry besides the move: the line since which each question stands.

    `since`: that line per question. `is_inert`: nothing can be sent, for it is a screen of the past.
    """

    since: Mapping[Question, int]
    is_inert: bool = False

    def cut(self, asks: Sequence[Ask]) -> "TapForms":
        """Copy for these asks alone."""
        return TapForms({(ask.move, ask.seat): self.since[ask.move, ask.seat] for ask in asks}, self.is_inert)

    def seen(self, move: str, seat: int | None) -> int:
        """Line since which a question stands; the newest of all, for a move that is not asked."""
        return self.since.get((move, seat), max(self.since.values(), default=0))


@dataclass(frozen=True, kw_only=True)
class AskForm(PlayerRegion):
    """Form of one ask. A game draws it by `ask-MOVE.html`.

    `asks`: all asks that are shown together with it; `asked`: those by seat for which this device may report.
    `for_other`: the host is asked on behalf of another seat. `may_host`: whether moves that only a host reports are
    shown. `drawer`: the group of folds of which one is open. `opened`: the closed fold that is drawn all the same, by
    its name; none of them, or EVERY. `whose`: the seat among whose asks it stands; None: the whole table's.
    `with_phone`: the seats that report from a phone of their own. `seat_fields`: the fields of the move that name a
    seat. `printed`: per pile, the cards that the rulebook shows. For `cards` and `habits` see About.
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
    """Form of one ask on a page of its own, where somebody may type in peace. A game draws it by `alone-MOVE.html`."""

    TEMPLATE: ClassVar[str] = "play/_alone_ask.html"


@dataclass(frozen=True, kw_only=True)
class FoldedAsk(AskForm):
    """Part of the form of one ask that is in the fold `opened`; empty if it has no such fold."""

    TEMPLATE: ClassVar[str] = "play/_folded_ask.html"


@dataclass(frozen=True)
class ClaimRow:
    """Device that asks for the seat of the person called `name`, who `has_phone`, or has none.

    `askers`: for whom the device spoke until now.
    """

    device: int
    person: int
    name: str
    has_phone: bool
    askers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class OwnAsks(Region):
    """Placeholders for a number of forms of a seat's asks, each a slot, on the phone of its player."""

    TEMPLATE: ClassVar[str] = "play/_own_asks.html"
    count: int


@dataclass(frozen=True, kw_only=True)
class Asks(Region):
    """Forms of the asks on a device."""

    TEMPLATE: ClassVar[str] = "play/_asks.html"
    forms: Sequence[AskForm]

    @property
    def has_field(self) -> bool:
        return any(form.has_field for form in self.forms)


@dataclass(frozen=True, kw_only=True)
class SeatDrawer(Asks):
    """Drawer with a host's forms for one seat; that of the seat that is next is open, and holds them."""

    TEMPLATE: ClassVar[str] = "play/_drawer.html"
    code: str
    seat: Seat
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class HostPanel(Asks):
    """Host's forms: the devices that ask for a seat, and the asks of the whole table."""

    TEMPLATE: ClassVar[str] = "play/_host.html"
    claims: Sequence[ClaimRow]


@dataclass(frozen=True, kw_only=True)
class HostEnd(Region):
    """Host's buttons for a game as a whole. `is_begun`: it has a line; `league`: what its end has changed in one."""

    TEMPLATE: ClassVar[str] = "play/_host_end.html"
    is_closed: bool
    is_begun: bool
    league: LeagueNews | None


@dataclass(frozen=True)
class Reported:
    """Seat for which a host may report. `is_due`: it has an ask that is not optional."""

    seat: int
    asks: Sequence[Ask]
    has_phone: bool
    is_due: bool


def others(table: Facts, own: int | None) -> list[Reported]:
    """Seats for which a host may report: first those without a phone of their own, then the others that are waited
    for."""
    seats = [_reported(table, seat, own) for seat in range(len(table.seats)) if seat != own]
    return sorted((one for one in seats if one.asks), key=lambda one: (one.has_phone, one.seat))


def _reported(table: Facts, seat: int, own: int | None) -> Reported:
    asks = table.reported(seat, own)
    return Reported(seat, asks, seat in table.with_phone, not all(map(attrgetter("optional"), asks)))


def first_open(view: ViewBase, reported: Sequence[Reported]) -> int | None:
    """Seat whose drawer is open: the next one without a phone that is waited for, in the order of the game.

    None while something new is still being looked at.
    """
    waited = [one.seat for one in reported if one.is_due and not one.has_phone]
    due = [seat for seat in view.due if seat in waited]
    return None if view.fresh else next(iter(due + waited), None)


def of_all(table: Facts) -> list[Ask]:
    """Asks of the whole table, each once."""
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
    """First of these asks, on a page of its own."""
    seat = seat_in_hand(table.header, device)
    asking = asking_fields(table, device, seat, seat, range(len(table.seats)))
    asking |= {"asked": {}, "opened": EVERY, "view": table.view(seat), "ask": asked[0], "asks": asked}
    naming = form_fields.seat_fields(table.table.game, asked[0].move)
    return AloneAsk(**asking, for_other=False, seat_fields=naming, whose=None)


def asked_of(table: Facts, device: EveningDevice) -> Asked:
    """Values that all asks on a device have in common, and the seats for which it may report as a host."""
    seat = seat_in_hand(table.header, device)
    knows = None if device.is_covered else seat
    own_seats = [] if knows is None else [knows]
    seats = range(len(table.seats)) if device.host else own_seats
    return asking_fields(table, device, seat, knows, seats), others(table, seat) if device.host else []


def asking_fields(
    table: Facts, device: EveningDevice, seat: int | None, viewer: int | None, reported: Sequence[int]
) -> dict[str, Any]:
    """Fields that all asks on a device have in common.

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
    """Form for each of these asks of the seat `whose` (None: of the whole table) that has one. Of other seats' asks,
    and of their taps, it is given only those that it shows."""
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
    """Values that the forms have in common that are the same on every phone, and their asks."""
    view = table.view(None)
    return asking_fields(table, device, None, None, ()), [ask for ask in of_all(table) if view.has_one_form(ask)]


def one_form_each(table: Facts, device: EveningDevice) -> Values:
    """Forms of the whole table that are the same on every phone, by their numbers."""
    forms = ask_forms(table, *asked_together(table, device), None)
    return {str(number): form for number, form in enumerate(forms)}


def own_asks(table: Facts, asking: Mapping[str, Any], seat: int, of_everybody: Sequence[AskForm] = ()) -> Values:
    """Asks of a seat, on the phone of its player; `of_everybody`: forms that exist already, and are used where they
    fit."""
    rows: Values = {}
    for number, own in enumerate(ask_forms(table, asking, table.asks(seat), seat)):
        rows[f"asks/{number}"] = own
        for form in of_everybody:
            if form.ask == own.ask:
                rows[f"asks/{number}"] = form
    return {"asks": OwnAsks(count=len(rows)), **rows} if rows else {}


def claims(services: Services, evening: Evening) -> list[ClaimRow]:
    """Devices that ask for somebody's seat, each with the names of those for whom it spoke."""
    rows = []
    for claim in evening.claims:
        spoke_for = services.devices.held(evening.group, claim.device)
        askers = tuple(person.name for person in spoke_for if person.id != claim.person)
        rows.append(ClaimRow(claim.device, claim.person, claim.name, evening.has_phone(claim.person), askers))
    return rows


def host_panel(table: Facts, evening: Evening, asking: Mapping[str, Any], reported: Sequence[Reported]) -> Values:
    """Host's slots; `asking`: the values that all asks on this device have in common."""
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
    league = table.league if table.is_closed else None
    return {
        "host": HostPanel(claims=claims(table.services, evening), forms=common),
        **drawers,
        "host-end": HostEnd(is_closed=table.is_closed, is_begun=bool(table.newest), league=league),
    }


def drawer(table: Facts, asking: Mapping[str, Any], whose: int, own: int | None) -> tuple[AskForm, ...]:
    """Forms of a host, whose own seat is `own`, for the seat `whose`."""
    return ask_forms(table, asking, table.reported(whose, own), whose, for_other=True)
