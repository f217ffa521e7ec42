"""What a device may report, prepared for it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.evening.model import Evening, EveningDevice
from companion.games.cards import Pile
from companion.games.game import Ask
from companion.group import decks
from companion.table import questions
from companion.table.result import is_closed
from companion.web.forms import fields as form_fields
from companion.web.play.context import seat_in_hand
from companion.web.play.host_panel import Reported, first_open, of_all
from companion.web.regions.asking import AloneAsk, AskForm, HostPanel, SeatDrawer, TapForms
from companion.web.regions.prepare_shared import Shown, habits, table_fields
from companion.web.services import services


def alone(table: Shown, evening: Evening, device: EveningDevice, asked: Sequence[Ask]) -> AloneAsk:
    """The first of these asks, on a page of its own."""
    seat = seat_in_hand(table.live, device)
    fields = table_fields(table, seat) | {"seat": seat, "kind": device.kind}
    asking = fields | asking_fields(table, evening, device, fields["view"]) | {"asked": {}}
    return AloneAsk(**asking, **_asked(table, asked[0], asked, for_other=False))


def asking_fields(table: Shown, evening: Evening, device: EveningDevice, view: Any) -> dict[str, Any]:
    """What all asks on a device have in common, but for the asks themselves."""
    live = table.live
    return {
        "may_host": device.host,
        "drawer": "drawer" if device.kind == "board" else "fold",
        "with_phone": frozenset(seat for seat, person in enumerate(live.header.people) if evening.has_phone(person)),
        "habits": habits(table, view),
        "cards": offered(live.header.group, live.header.game, live.table.game.PILES, view.piles),
        "taps": TapForms(device.device, live.header.code, live.asked_since),
    }


def offered(group: int, slug: str, piles: Mapping[str, Pile], names: Iterable[str]) -> dict[str, list[Any]]:
    """What the group's decks offer of these piles of a game."""
    reader = services().store.reader()
    return {
        name: (decks.newest if piles[name].newest_first else decks.cards)(reader, group, slug, name)
        for name in names
        if name in piles
    }


def _asked(table: Shown, ask: Ask, asks: Sequence[Ask], for_other: bool) -> dict[str, Any]:
    naming = form_fields.seat_fields(table.live.table.game, ask.move)
    return {"ask": ask, "asks": asks, "for_other": for_other, "seat_fields": frozenset(naming)}


def ask_forms(table: Shown, asking: Mapping[str, Any], asks: Sequence[Ask], for_other: bool = False) -> list[AskForm]:
    """A region for each of these asks."""
    return [AskForm(**asking, **_asked(table, ask, asks, for_other)) for ask in asks]


def host_panel(
    table: Shown,
    evening: Evening,
    fields: Mapping[str, Any],
    asking: Mapping[str, Any],
    reported: Sequence[Reported],
) -> HostPanel:
    """What a host reports for others; `fields` are those of every region of this device, `asking` those of its asks."""
    live, seat = table.live, fields["seat"]
    first = first_open(fields["view"], reported) if seat not in questions.waiting(live.table) else None
    drawers = [
        SeatDrawer(one.seat, one.seat == first, ask_forms(table, asking, one.asks, for_other=True)) for one in reported
    ]
    return HostPanel(
        **fields,
        claims=evening.claims,
        common=ask_forms(table, asking, of_all(live) if seat is None else []),
        drawers=drawers,
        is_closed=is_closed(live.table),
    )
