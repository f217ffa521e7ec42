"""What a device may report, prepared for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.evening.model import Evening, EveningDevice
from companion.games.game import Ask
from companion.web.forms import fields as form_fields
from companion.web.play.context import seat_in_hand
from companion.web.play.host_panel import Reported, first_open, of_all, others
from companion.web.regions.asking import (
    EVERY,
    AloneAsk,
    AskForm,
    Asks,
    ClaimRow,
    HostEnd,
    HostPanel,
    SeatDrawer,
    TapForms,
)
from companion.web.regions.prepare_shared import Values, table_fields
from companion.web.screens.facts import Facts
from companion.web.services import services

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
        "taps": TapForms(device.device, table.header.code, {seat: table.since[seat] for seat in reported}),
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
    own, game, taps, view = asking["seat"] or 0, table.table.game, asking["taps"], asking["view"]
    asked = {seat: asking["asked"][seat] for seat in view.also_asked if seat in asking["asked"]}
    common = {**asking, "asked": asked, "asks": asks, "for_other": for_other, "whose": whose}
    shown = view.with_form(asks, for_other, asking["habits"])
    answers = [ask.seat if ask.seat in taps.asked_since else own for ask in shown]
    cut = {seat: taps.for_seats({seat, *asked}) for seat in {*answers}}
    forms = [
        kind(**{**common, "ask": ask, "taps": cut[seat], "seat_fields": form_fields.seat_fields(game, ask.move)})
        for ask, seat in zip(shown, answers, strict=True)
    ]
    return tuple(forms)


def own_asks(table: Facts, asking: Mapping[str, Any], seat: int) -> Asks | None:
    """What a seat is asked, on the phone of its player."""
    forms = ask_forms(table, asking, table.asks(seat), seat)
    return Asks(forms=forms) if forms else None


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
