"""What one device is shown of a table, prepared for it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.evening.model import UNSEATED, Evening, EveningDevice
from companion.evening.unseated import Unseated, unseated
from companion.web.drawing.reads import Listing
from companion.web.drawing.shown import Shown
from companion.web.play.context import seat_in_hand
from companion.web.regions.asking import EVERY, TapForms
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
from companion.web.regions.prepare_asking import ask_forms, asked_of, host_panel
from companion.web.regions.prepare_shared import moment, phase, table_fields
from companion.web.regions.shared import PhaseLine


def own(table: Shown, evening: Evening, device: EveningDevice) -> Own:
    """The private part of a device at a table."""
    fields, asking, reported = asked_of(table, evening, device)
    seat, knows = fields["seat"], fields["viewer"]
    read_asks = partial(table.asks, knows) if knows is not None else tuple
    watches = seat is None and device.kind != "board"
    return Own(
        kind=device.kind,
        has_seat=seat is not None,
        me=_me(table, fields) if seat is not None else None,
        notices=notices(evening, device, unseated(evening, device)),
        hands=_hands(evening, device, is_covered=device.is_covered and seat is not None),
        phase=_phase_line(table) if device.kind != "board" else None,
        about=_about(table, fields, asking) if knows is not None else None,
        asks=ask_forms(table, asking, read_asks, knows),
        calm=_calm(table, fields) if knows is not None else None,
        notebook=Notebook(**fields, notes=None, drawer="fold") if has_notebook(table, fields, device) else None,
        watcher=_watcher(evening, device, fields) if watches else None,
        moment=moment(table) if watches else None,
        host=host_panel(table, evening, fields, asking, reported) if device.host else None,
    )


def past_phone(table: Shown, seat: int) -> PastPhone:
    """The private part of the phone of `seat` after a line of a game that is over; nothing in it can be sent."""
    fields = table_fields(table, seat) | {"seat": seat, "kind": "phone"}
    taps = TapForms(0, table.header.code, table.since, is_inert=True)
    asking = fields | {
        "asked": table.asked([seat]),
        "may_host": False,
        "drawer": "fold",
        "opened": EVERY,
        "with_phone": frozenset(),
        "habits": {},
        "cards": {},
        "printed": {},
        "taps": taps,
    }
    return PastPhone(
        me=_me(table, fields),
        about=_about(table, fields, asking),
        asks=ask_forms(table, asking, partial(table.asks, seat), seat),
        calm=_calm(table, fields),
    )


def end_card(table: Shown, seat: int) -> About:
    """The card that a game which is over left for a seat, as everybody may see it."""
    fields = table_fields(table, None) | {"seat": seat, "kind": "board"}
    return _about(table, fields, {"habits": {}, "cards": {}})


def notebook(table: Shown, device: EveningDevice) -> Notebook:
    """What the player who holds a phone has noted on it."""
    seat = seat_in_hand(table.header, device)
    assert seat is not None
    fields = table_fields(table, None) | {"seat": seat, "kind": device.kind}
    return Notebook(**fields, notes=table.notes(device.device, seat), drawer="fold")


def has_notebook(table: Shown, fields: Mapping[str, Any], device: EveningDevice) -> bool:
    """Whether a device with these fields has a notebook: a phone in somebody's hands, while there is one to suspect."""
    is_played = device.kind == "phone" and fields["viewer"] is not None and not table.is_closed()
    return is_played and bool(fields["view"].characters)


def notices(evening: Evening, device: EveningDevice, shown: Unseated | None) -> Notices:
    """What this device has to be told once, but for what is `shown` already: how it stands without a seat."""
    told_there = UNSEATED if shown else ()
    own = [notice for notice in evening.notices if notice.device == device.device]
    return Notices(notices=[notice for notice in own if notice.code not in told_there])


def _me(table: Shown, fields: dict[str, Any]) -> Me:
    return Me(**fields, newest=table.newest(), has_board=table.has_board())


def _about(table: Shown, fields: dict[str, Any], asking: Mapping[str, Any]) -> About:
    view = fields["view"]
    opened_at = table.evening.opened_at if table.evening else table.header.opened_at
    return About(
        **fields,
        asks=Listing(partial(table.asks, fields["seat"])),
        highlights=table.highlights() if view.has_ended_for(fields["seat"]) else (),
        entries=table.newest_entries(),
        series_points=table.series_points(),
        habits=asking["habits"],
        cards=asking["cards"],
        night=opened_at,
        table_id=table.header.record_id,
    )


def _phase_line(table: Shown) -> PhaseLine | None:
    now = phase(table)
    return PhaseLine(phase=now) if now else None


def _calm(table: Shown, fields: dict[str, Any]) -> Calm | None:
    if table.is_closed() or table.is_waited_for(fields["seat"]):
        return None
    return Calm(**fields)


def _watcher(evening: Evening, device: EveningDevice, fields: dict[str, Any]) -> Watcher:
    return Watcher(**fields, me=evening.guest(device.holder), unseated=unseated(evening, device))


def _hands(evening: Evening, device: EveningDevice, is_covered: bool) -> SharedPhone | None:
    people = [guest for person in device.people for guest in [evening.guest(person)] if guest]
    if len(people) < 2:
        return None
    return SharedPhone(people=people, holder=evening.guest(device.holder), is_covered=is_covered)
