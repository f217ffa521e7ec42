"""What one device is shown of a table, prepared for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.evening.model import Evening, EveningDevice
from companion.games.game import Ask
from companion.group import notebook as group_notebook
from companion.table import questions
from companion.table.result import is_closed
from companion.web.play.context import seat_in_hand
from companion.web.play.host_panel import others
from companion.web.regions.asking import TapForms
from companion.web.regions.own import (
    About,
    Calm,
    Me,
    Notebook,
    Notices,
    Own,
    PastPhone,
    SharedPhone,
    Watcher,
)
from companion.web.regions.prepare_asking import ask_forms, asking_fields, host_panel
from companion.web.regions.prepare_shared import (
    Shown,
    has_board,
    newest,
    newest_entries,
    series_points,
    table_fields,
)
from companion.web.services import services


def own(table: Shown, evening: Evening, device: EveningDevice) -> Own:
    """The private part of a device at a table."""
    seat = seat_in_hand(table.live, device)
    knows = None if device.is_covered else seat
    fields = table_fields(table, knows) | {"seat": seat, "kind": device.kind}
    asked = questions.asks(table.live.table, knows) if knows is not None else ()
    reported = others(evening, table.live, seat) if device.host else []
    asking = fields | asking_fields(table, evening, device, fields["view"])
    asking["asked"] = {one.seat: one.asks for one in reported} | ({} if knows is None else {knows: asked})
    return Own(
        kind=device.kind,
        code=table.live.header.code,
        has_seat=seat is not None,
        is_host=device.host,
        me=_me(table, fields) if seat is not None else None,
        notices=notices(evening, device),
        hands=_hands(evening, device, is_covered=device.is_covered and seat is not None),
        about=_about(table, fields, asking, asked) if knows is not None else None,
        asks=ask_forms(table, asking, asked),
        calm=_calm(table, fields) if knows is not None else None,
        notebook=_notebook(table, fields, device) if knows is not None else None,
        watcher=_watcher(evening, device, fields) if seat is None and device.kind != "board" else None,
        host=host_panel(table, evening, fields, asking, reported) if device.host else None,
    )


def past_phone(table: Shown, seat: int) -> PastPhone:
    """The private part of the phone of `seat` after a line of a game that is over; nothing in it can be sent."""
    fields = table_fields(table, seat) | {"seat": seat, "kind": "phone"}
    asked = questions.asks(table.live.table, seat)
    taps = TapForms(0, table.live.header.code, table.live.asked_since, is_inert=True)
    asking = fields | {
        "asked": {seat: asked},
        "may_host": False,
        "drawer": "fold",
        "with_phone": frozenset(),
        "habits": {},
        "cards": {},
        "taps": taps,
    }
    return PastPhone(
        me=_me(table, fields),
        about=_about(table, fields, asking, asked),
        asks=ask_forms(table, asking, asked),
        calm=_calm(table, fields),
    )


def notebook(table: Shown, device: EveningDevice) -> Notebook:
    """What the player who holds a phone has noted on it."""
    seat = seat_in_hand(table.live, device)
    return _noted(table, table_fields(table, None) | {"seat": seat, "kind": device.kind}, device)


def notices(evening: Evening, device: EveningDevice) -> Notices:
    """What this device has to be told once."""
    return Notices(notices=[notice for notice in evening.notices if notice.device == device.device])


def _me(table: Shown, fields: dict[str, Any]) -> Me:
    return Me(**fields, newest=newest(table), has_board=has_board(table))


def _about(table: Shown, fields: dict[str, Any], asking: Mapping[str, Any], asks: Sequence[Ask]) -> About:
    live, view = table.live, fields["view"]
    opened_at = table.evening.opened_at if table.evening else live.header.opened_at
    return About(
        **fields,
        asks=asks,
        highlights=live.table.game.highlights(live.table.state) if view.has_ended_for(fields["seat"]) else (),
        entries=newest_entries(table),
        series_points=series_points(table),
        habits=asking["habits"],
        cards=asking["cards"],
        night=opened_at[:10],
        table_id=live.header.record_id,
    )


def _calm(table: Shown, fields: dict[str, Any]) -> Calm | None:
    if is_closed(table.live.table) or fields["seat"] in questions.waiting(table.live.table):
        return None
    return Calm(**fields)


def _notebook(table: Shown, fields: dict[str, Any], device: EveningDevice) -> Notebook | None:
    """The notebook of whoever holds a phone, while there is somebody to suspect."""
    if device.kind != "phone" or is_closed(table.live.table) or not fields["view"].characters:
        return None
    return _noted(table, fields, device)


def _noted(table: Shown, fields: dict[str, Any], device: EveningDevice) -> Notebook:
    reader = services().store.reader()
    notes = group_notebook.notes(reader, device.device, table.live.header.id, fields["seat"])
    return Notebook(**fields, notes=notes, drawer="fold")


def _watcher(evening: Evening, device: EveningDevice, fields: dict[str, Any]) -> Watcher:
    return Watcher(**fields, has_asked=any(claim.device == device.device for claim in evening.claims))


def _hands(evening: Evening, device: EveningDevice, is_covered: bool) -> SharedPhone | None:
    people = [guest for person in device.people for guest in [evening.guest(person)] if guest]
    if len(people) < 2:
        return None
    return SharedPhone(people=people, holder=evening.guest(device.holder), is_covered=is_covered)
