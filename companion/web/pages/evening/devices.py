"""Devices of an evening: claims, hosts and their deputies, a phone that several share."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request

from companion.evening import admission, seats, succession
from companion.evening.model import Evening, EveningDevice
from companion.evening.succession import may_undo
from companion.games.moves import Refused
from companion.group import keepers, people
from companion.group.people import Person
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Visit
from companion.web.forms.numbers import required_number, whole

bp = Blueprint("devices", __name__)


@dataclass(frozen=True)
class DeviceRow:
    """Device of the evening. `people`: for whom it speaks as a phone; `is_own`: it shows this very page.

    `may_remove`: it may be removed from here.
    """

    device: int
    kind: str
    people: Sequence[Person]
    is_host: bool
    is_own: bool
    may_remove: bool


@bp.post("/heard")
@audience("guest")
def read_notices(visit: Visit) -> Response:
    """Mark notices of this device as read: one `notice`, or without that all that leave no choice."""
    notice = request.form.get("notice", type=whole)
    visit.services.evenings.act(visit.evening, seats.drop_notices, visit.device.device, notice)
    return home()


@bp.get("/devices")
@audience("host")
def show(visit: Visit) -> str:
    """Page of every device of the evening, and the door."""
    evening = visit.evening
    rows = [_row(visit, evening, device) for device in evening.screens if not device.removed]
    gone = [device.device for device in evening.screens if device.removed]
    return render_template(
        "gather/devices.html", devices=rows, removed=gone, is_locked=evening.locked, is_home=evening.group == HOME
    )


def _row(visit: Visit, evening: Evening, device: EveningDevice) -> DeviceRow:
    persons = [guest for guest in map(evening.guest, device.people) if guest] if device.kind == "phone" else []
    is_own = device.device == visit.device.device
    may_remove = not is_own and _may_remove(visit, evening, device.device)
    return DeviceRow(device.device, device.kind, persons, device.host, is_own, may_remove)


def _may_remove(visit: Visit, evening: Evening, device: int) -> bool:
    """Whether this device may remove another one: a keeper of the group is removed by another keeper alone."""
    if visit.device.stands_in and may_undo(evening, device):
        return False
    return visit.is_keeper or not keepers.is_keeper(visit.db, evening.group, device)


@bp.post("/door")
@audience("host")
def lock(visit: Visit) -> Response:
    """Close the door, or open it."""
    visit.services.evenings.act(visit.evening, admission.lock, request.form.get("locked") == "yes")
    return home("/devices")


@bp.post("/devices/<int:device>")
@audience("host")
def change(visit: Visit, device: int) -> Response:
    """Share the host's role with a device, hand it on, remove the device, or let it in again."""
    act, evening, how = visit.services.evenings.act, visit.evening, request.form.get("how")
    if how == "share":
        act(evening, succession.make_host, device, visit.device.device)
    elif how == "hand-on":
        act(evening, succession.make_host, device, visit.device.device, instead=True)
        return home()
    elif how == "remove" and device != visit.device.device:
        if not _may_remove(visit, evening, device):
            raise Refused("may-undo" if visit.device.stands_in and may_undo(evening, device) else "keeper-stays")
        visit.services.say_host_link(visit.services.admission.remove(evening, device))
    elif how == "let-in":
        act(evening, admission.let_in, device)
    else:
        abort(400)
    return home("/devices")


@bp.post("/claims")
@audience("host")
def answer_claim(visit: Visit) -> Response:
    """Answer, as a host, a device that asks for somebody's seat."""
    device, person = required_number("device"), required_number("person")
    if visit.evening.screen(device) is None:
        raise Refused("no-such-device")
    visit.services.evenings.answer(visit.evening, device, person, request.form.get("allow") == "yes")
    return home()


@bp.post("/host-role/take")
@audience("offered")
def take_role(visit: Visit) -> Response:
    """Take the host's role, since nothing was heard of the host."""
    visit.services.succession.take(visit.evening, visit.device.device)
    return home()


@bp.post("/host-role/object")
@audience("objector")
def object_to(visit: Visit) -> Response:
    """Object to another phone that has taken the host's role: it loses the role."""
    visit.services.succession.object_to(visit.evening, visit.device.device)
    return home()


@bp.post("/host-role/take-back")
@audience("replaced")
def take_role_back(visit: Visit) -> Response:
    """Take the host's role back, on the device that had it before."""
    visit.services.evenings.act(visit.evening, succession.take_back, visit.device.device)
    return home()


@bp.get("/phone")
@audience("guest")
def show_phone(visit: Visit) -> str:
    """Page of the people who share this phone, and of those who may."""
    evening, device = visit.evening, visit.device
    own = device.people if device.kind == "phone" else ()
    return render_template(
        "gather/shared_phone.html",
        sharing=[guest for guest in evening.guests if guest.id in own],
        others=[guest for guest in evening.guests if guest.id not in own],
        absent=visit.services.evenings.absent(evening),
        preset=people.free_mark(evening.guests),
        is_host=device.host,
    )


@bp.post("/front")
@audience("guest")
def take(visit: Visit) -> Response:
    """Hand a shared phone to a `person`; with `open` they hold it, and see their own part."""
    person, is_open = required_number("person"), request.form.get("open") == "1"
    visit.services.evenings.act(visit.evening, seats.pass_phone, visit.device.device, person, is_open)
    return home()


@bp.post("/let-go")
@audience("guest")
def let_go(visit: Visit) -> Response:
    """Stop speaking for a `person` on this phone."""
    visit.services.evenings.act(visit.evening, seats.let_go, visit.device.device, required_number("person"))
    return home()
