"""The devices of an evening: claims, hosts, hand-overs."""

from flask import Blueprint, Response, abort, render_template, request

from companion.evening.model import Evening, EveningDevice
from companion.evening.succession import may_undo
from companion.games.moves import Refused
from companion.group import keepers
from companion.storage.identifiers import HOME
from companion.web.access.device import is_keeper, screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.forms.numbers import required_number, whole
from companion.web.pages.rows import DeviceRow

bp = Blueprint("devices", __name__)


@bp.post("/heard")
@audience("guest")
def read_notices() -> Response:
    """What this device was told has been read: one `notice`, or without that all that leave no choice."""
    services().devices.drop_notices(this_evening(), screen().device, request.form.get("notice", type=whole))
    return home()


@bp.get("/devices")
@audience("host")
def show() -> str:
    """Every device of the evening, and the door."""
    evening = this_evening()
    rows = [_row(evening, device) for device in evening.screens if not device.removed]
    gone = [device.device for device in evening.screens if device.removed]
    return render_template(
        "gather/devices.html", devices=rows, removed=gone, is_locked=evening.locked, is_home=evening.group == HOME
    )


def _row(evening: Evening, device: EveningDevice) -> DeviceRow:
    persons = [guest for guest in map(evening.guest, device.people) if guest] if device.kind == "phone" else []
    is_own = device.device == screen().device
    may_remove = not is_own and _may_remove(evening, device.device)
    return DeviceRow(device.device, device.kind, persons, device.host, is_own, may_remove)


def _may_remove(evening: Evening, device: int) -> bool:
    """Whether this device may ask another one to leave: a keeper of the group leaves for another keeper alone."""
    if screen().stands_in and may_undo(evening, device):
        return False
    return is_keeper() or not keepers.is_keeper(services().store.reader(), evening.group, device)


@bp.post("/door")
@audience("host")
def lock() -> Response:
    """Close the door, or open it."""
    services().admission.lock(this_evening(), request.form.get("locked") == "yes")
    return home("/devices")


@bp.post("/devices/<int:device>")
@audience("host")
def change(device: int) -> Response:
    """Share the host's role with a device, hand it on, ask the device to leave, or let it in again."""
    devices, evening, how = services().devices, this_evening(), request.form.get("how")
    if how == "share":
        devices.make_host(evening, device, screen())
    elif how == "hand-on":
        devices.make_host(evening, device, screen(), instead=True)
        return home()
    elif how == "remove" and device != screen().device:
        if not _may_remove(evening, device):
            raise Refused("may-undo" if screen().stands_in and may_undo(evening, device) else "keeper-stays")
        services().say_host_link(services().admission.remove(evening, device))
    elif how == "let-in":
        services().admission.let_in(evening, device)
    else:
        abort(400)
    return home("/devices")


@bp.post("/claims")
@audience("host")
def answer_claim() -> Response:
    """The host answers a device that asks for somebody's seat."""
    device, person = required_number("device"), required_number("person")
    if this_evening().screen(device) is None:
        raise Refused("no-such-device")
    services().devices.answer(this_evening(), device, person, request.form.get("allow") == "yes")
    return home()
