"""What a device may report, prepared for it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.evening.model import Evening, EveningDevice
from companion.games.game import Ask
from companion.web.drawing.reads import Listing
from companion.web.drawing.shown import Shown
from companion.web.forms import fields as form_fields
from companion.web.play.context import seat_in_hand
from companion.web.play.host_panel import Reported, first_open, of_all, others
from companion.web.regions.asking import EVERY, AloneAsk, AskForm, ClaimRow, HostPanel, SeatDrawer, TapForms
from companion.web.regions.prepare_shared import table_fields
from companion.web.services import services


def alone(table: Shown, evening: Evening, device: EveningDevice, asked: Sequence[Ask]) -> AloneAsk:
    """The first of these asks, on a page of its own."""
    seat = seat_in_hand(table.header, device)
    fields = table_fields(table, seat) | {"seat": seat, "kind": device.kind}
    asking = fields | asking_fields(table, evening, device, fields["view"]) | {"asked": {}, "opened": EVERY}
    return AloneAsk(**asking, **_asked(table, asked[0], asked, for_other=False), whose=None)


def asked_of(
    table: Shown, evening: Evening, device: EveningDevice
) -> tuple[dict[str, Any], dict[str, Any], list[Reported]]:
    """What all regions of a device have in common, what all asks on it have, and for whom it may report as a host."""
    seat = seat_in_hand(table.header, device)
    knows = None if device.is_covered else seat
    fields = table_fields(table, knows) | {"seat": seat, "kind": device.kind}
    reported = others(table, evening, seat) if device.host else []
    asking = fields | asking_fields(table, evening, device, fields["view"])
    asking["asked"] = table.asked([one.seat for one in reported] + ([] if knows is None else [knows]))
    return fields, asking, reported


def asking_fields(table: Shown, evening: Evening, device: EveningDevice, view: Any) -> dict[str, Any]:
    """What all asks on a device have in common, but for the asks themselves."""
    piles = table.table.game.PILES
    return {
        "may_host": device.host,
        "drawer": "drawer" if device.kind == "board" else "fold",
        "with_phone": frozenset(seat for seat, person in enumerate(table.header.people) if evening.has_phone(person)),
        "habits": table.habits() if view.habits else {},
        "cards": {name: table.offered(name) for name in view.piles if name in piles},
        "printed": {name: piles[name].printed for name in view.piles if name in piles},
        "taps": TapForms(device.device, table.header.code, table.since),
    }


def _asked(table: Shown, ask: Ask, asks: Sequence[Ask], for_other: bool) -> dict[str, Any]:
    naming = form_fields.seat_fields(table.table.game, ask.move)
    return {"ask": ask, "asks": asks, "for_other": for_other, "seat_fields": naming}


def ask_forms(
    table: Shown,
    asking: Mapping[str, Any],
    read: Callable[[], Sequence[Ask]],
    whose: int | None,
    for_other: bool = False,
    kind: type[AskForm] = AskForm,
) -> list[AskForm]:
    """A region for each of the asks of `whose` seat (None: of the whole table) that `read` gives."""
    asks = Listing(read)
    return [kind(**asking, **_asked(table, ask, asks, for_other), whose=whose) for ask in read()]


def claims(evening: Evening) -> list[ClaimRow]:
    """The devices that ask for somebody's seat, each with the names of those for whom it spoke."""
    rows = []
    for claim in evening.claims:
        spoke_for = services().devices.held(evening.group, claim.device)
        askers = tuple(person.name for person in spoke_for if person.id != claim.person)
        rows.append(ClaimRow(claim.device, claim.person, claim.name, evening.has_phone(claim.person), askers))
    return rows


def host_panel(
    table: Shown,
    evening: Evening,
    fields: Mapping[str, Any],
    asking: Mapping[str, Any],
    reported: Sequence[Reported],
) -> HostPanel:
    """What a host reports for others; `fields` are those of every region of this device, `asking` those of its asks."""
    seat = fields["seat"]
    view = fields["view"]
    asks_table_first = seat is None and view.asks_table_first(asking["habits"])
    first = None if asks_table_first or table.is_waited_for(seat) else first_open(view, reported)
    drawers = [
        SeatDrawer(
            one.seat,
            one.seat == first,
            drawer(table, asking, one.seat, seat) if one.seat == first else [],
        )
        for one in reported
    ]
    return HostPanel(
        **fields,
        claims=claims(evening),
        common=ask_forms(table, asking, partial(of_all, table), None) if seat is None else [],
        drawers=drawers,
        is_closed=table.is_closed(),
        is_begun=bool(table.newest()),
    )


def drawer(table: Shown, asking: Mapping[str, Any], whose: int, own: int | None) -> list[AskForm]:
    """What a host, whose own seat is `own`, may report for another one."""
    return ask_forms(table, asking, partial(table.reported, whose, own), whose, for_other=True)
