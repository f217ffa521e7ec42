"""What a device may report, prepared for it."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from companion.evening.model import Evening, EveningDevice
from companion.games.game import Ask
from companion.web.access.services import services
from companion.web.access.visit import seat_in_hand
from companion.web.forms import fields as form_fields
from companion.web.screens.asking import (
    EVERY,
    AloneAsk,
    AskForm,
    ClaimRow,
    HostEnd,
    HostPanel,
    OwnAsks,
    SeatDrawer,
    TapForms,
)
from companion.web.screens.facts import Facts
from companion.web.screens.host_panel import Reported, first_open, of_all, others
from companion.web.screens.prepare_shared import Values, table_fields

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


def claims(evening: Evening) -> list[ClaimRow]:
    """The devices that ask for somebody's seat, each with the names of those for whom it spoke."""
    rows = []
    for claim in evening.claims:
        spoke_for = services().devices.held(evening.group, claim.device)
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
        "host": HostPanel(claims=claims(evening), forms=common),
        **drawers,
        "host-end": HostEnd(is_closed=table.is_closed, is_begun=bool(table.newest)),
    }


def drawer(table: Facts, asking: Mapping[str, Any], whose: int, own: int | None) -> tuple[AskForm, ...]:
    """What a host, whose own seat is `own`, may report for another one."""
    return ask_forms(table, asking, table.reported(whose, own), whose, for_other=True)
