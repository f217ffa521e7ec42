"""What one device is shown of a table, prepared for it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.evening.model import UNSEATED, Evening, EveningDevice
from companion.evening.unseated import Unseated, unseated
from companion.group.notebook import Notes
from companion.web.access.visit import seat_in_hand
from companion.web.screens.asking import EVERY, AskForm, TapForms
from companion.web.screens.contradictions import CONTRADICTED
from companion.web.screens.facts import Facts
from companion.web.screens.own import About, Calm, Me, NextSteps, Notebook, Notices, SharedPhone, Sit, Watcher
from companion.web.screens.prepare_asking import asked_of, host_panel, own_asks
from companion.web.screens.prepare_disputes import disputes
from companion.web.screens.prepare_shared import Values, moment, phase, rows, table_fields
from companion.web.screens.shared import PhaseLine

OWN = (
    *("me", "watcher", "notices", "steps", "hands", "phase", "about", "asks", "calm"),
    *("notebook", "own-moment", "sit", "host", "host-end"),
)


def own(table: Facts, evening: Evening, device: EveningDevice, of_everybody: Sequence[AskForm] = ()) -> Values:
    """The private part of a device at a table; what is not shown is None. `of_everybody`: as in own_asks."""
    seat = seat_in_hand(table.header, device)
    knows = None if device.is_covered else seat
    shown = unseated(evening, device)
    values = dict.fromkeys(_slots(len(table.seats)))
    unread = notices(evening, device, shown)
    is_disputed = evening.proposals or evening.notices
    values["notices"] = (is_disputed and disputes(table, evening, device, unread)) or unread
    values["hands"] = _hands(evening, device, is_covered=device.is_covered and seat is not None)
    values["phase"] = table.once(_phase_line) if device.kind != "board" else None
    if seat is not None:
        values["me"] = _me(table, seat, knows, device.kind)
    elif device.kind != "board":
        values |= _watching(table, evening, device, shown)
    if device.host or knows is not None:
        asking, reported = asked_of(table, device)
        if device.host:
            values |= host_panel(table, evening, asking, reported)
        if knows is not None:
            values |= own_asks(table, asking, knows, of_everybody)
            values["about"] = _about(table, knows, knows, device.kind, asking)
            values |= _about_rows(table)
            values["calm"] = _calm(table, knows, device.kind)
            if device.kind == "phone" and _has_suspects(table):
                values["notebook"] = _noted(table, knows, knows, device, None)
    return values


@lru_cache
def _slots(seats: int) -> tuple[str, ...]:
    return (*OWN, *(f"for-{seat}" for seat in range(seats)))


def past_phone(table: Facts, seat: int) -> Values:
    """The private part of the phone of `seat` after a line of a game that is over; nothing in it can be sent."""
    asking = table_fields(table, seat, "asks") | {
        "seat": seat,
        "kind": "phone",
        "asked": {seat: table.asks(seat)},
        "may_host": False,
        "drawer": "fold",
        "opened": EVERY,
        "with_phone": frozenset(),
        "habits": {},
        "cards": {},
        "printed": {},
        "taps": TapForms(table.since, is_inert=True),
    }
    return {
        "me": _me(table, seat, seat, "phone"),
        "about": _about(table, seat, seat, "phone", asking),
        **_about_rows(table),
        **own_asks(table, asking, seat),
        "calm": _calm(table, seat, "phone"),
    }


def end_card(table: Facts, seat: int) -> About:
    """The card that a game which is over left for a seat, as everybody may see it."""
    return _about(table, seat, None, "board", {"habits": {}, "cards": {}})


def notebook(table: Facts, device: EveningDevice) -> Notebook:
    """What the player who holds a phone has noted on it."""
    seat = seat_in_hand(table.header, device)
    assert seat is not None
    return _noted(table, seat, None, device, table.notes(device.device, seat))


def has_notebook(table: Facts, device: EveningDevice) -> bool:
    """Whether a device has a notebook: a phone in somebody's hands, while there is somebody to suspect."""
    is_held = seat_in_hand(table.header, device) is not None and not device.is_covered
    return is_held and _has_suspects(table)


def _has_suspects(table: Facts) -> bool:
    return bool(table.view(None).characters) and not table.is_closed


def notices(evening: Evening, device: EveningDevice, shown: Unseated | None) -> Notices:
    """What this device has to be told once, but for what is `shown` already: how it stands without a seat."""
    told_there, own = (*(UNSEATED if shown else ()), CONTRADICTED), device.device
    return Notices(notices=[one for one in evening.notices if one.device == own and one.code not in told_there])


def _me(table: Facts, seat: int, viewer: int | None, kind: str) -> Me:
    return Me(
        **table_fields(table, viewer, "me", "round"),
        total=table.result["totals"][seat],
        seat=seat,
        kind=kind,
    )


def _about(table: Facts, seat: int, viewer: int | None, kind: str, asking: Mapping[str, Any]) -> About:
    opened_at = table.evening.opened_at if table.evening else table.header.opened_at
    fields, wanted = table_fields(table, viewer, "about"), table.view(viewer).results("about")
    asks = table.asks(seat)
    return About(
        **fields,
        seat=seat,
        kind=kind,
        series_points=table.series_points if "series_points" in wanted else (),
        entries=[entry for entry in table.entries if entry.seat == seat] if "entries" in wanted else (),
        asked=tuple(dict.fromkeys([ask.move for ask in asks])),
        pressing=tuple([ask.move for ask in asks if not ask.optional]),
        cards=asking["cards"] if "cards" in wanted else {},
        highlights=table.highlights if fields["view"].has_ended_for(seat) else (),
        habits=asking["habits"],
        night=opened_at,
        table_id=table.record_id,
    )


def _about_rows(table: Facts) -> Values:
    return {} if table.stopped else rows(table, "about", "about")


def _phase_line(table: Facts) -> PhaseLine | None:
    sentence, now = phase(table), table.phase
    if now is None:
        return None
    pile, card = now.card or ("", "")
    effect = table.effects[pile].get(card, "") if card else ""
    cards = f"/table/{table.code}/cards" if card and table.is_linked else ""
    return PhaseLine(phase=sentence, card=card, effect=effect, cards=cards)


def _calm(table: Facts, seat: int, kind: str) -> Calm | None:
    if table.is_closed or seat in table.waiting:
        return None
    return Calm(**table_fields(table, seat, "calm"), seat=seat, kind=kind)


def _noted(table: Facts, seat: int, viewer: int | None, device: EveningDevice, notes: Notes | None) -> Notebook:
    fields = table_fields(table, viewer, "notebook")
    return Notebook(**fields, seat=seat, kind=device.kind, notes=notes, drawer="fold")


def _watching(table: Facts, evening: Evening, device: EveningDevice, shown: Unseated | None) -> Values:
    """What a device without a seat at this table is shown: who it is, what it may do, and the scoreboard's moment."""
    fields = table_fields(table, None, "watcher", "round")
    steps = NextSteps(unseated=shown, kind=device.kind) if shown and shown.how != "nothing" else None
    return {
        "watcher": Watcher(**fields, seat=None, kind=device.kind, me=evening.guest(device.holder), unseated=shown),
        "steps": steps,
        **moment(table, "own-moment"),
        "sit": None if steps else Sit(),
    }


def _hands(evening: Evening, device: EveningDevice, is_covered: bool) -> SharedPhone | None:
    if len(device.people) < 2:
        return None
    people = [guest for person in device.people for guest in [evening.guest(person)] if guest]
    if len(people) < 2:
        return None
    return SharedPhone(people=people, holder=evening.guest(device.holder), is_covered=is_covered)
