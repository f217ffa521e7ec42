"""On a server where anybody may open a group: opening one, and going on with one that this device knows."""

import time

from flask import Blueprint, Response, abort, make_response, redirect, request

from companion.group import groups
from companion.web.access.device import device, keeps, remember
from companion.web.access.guard import audience
from companion.web.access.responses import home, typed_name
from companion.web.access.services import services
from companion.web.forms.numbers import whole
from companion.web.pages.evening.front import front_page

bp = Blueprint("opening", __name__)


@bp.get("/start")
@audience("open")
def another() -> str:
    """The way in, for a device that is at an evening and means another group."""
    return front_page()


@bp.post("/groups")
@audience("open")
def open_group() -> Response | tuple[str, int]:
    """A group of one's own and its first evening: this device hosts the evening, and keeps the group."""
    name = typed_name() if request.form.get("name", "").strip() else ""
    if not services().buckets.groups.takes(f"address {request.remote_addr}", time.monotonic()):
        return front_page(is_too_soon=True), 429
    response = make_response(redirect("/", 303))
    key = services().admission.open_group(lambda db: groups.open_group(db, name).id, device())
    if key is not None:
        remember(response, key)
    return response


@bp.post("/groups/<int:group>")
@audience("open")
def go_on(group: int) -> Response:
    """On with a group that this device knows, as `person` if it spoke for them: its evening is opened if none is."""
    number, person = device(), request.form.get("person", type=whole)
    if number is None or group not in services().devices.groups(number):
        abort(404)
    if person is not None and person not in {somebody.id for somebody in services().devices.held(group, number)}:
        abort(404)
    evening = services().evenings.ensure(group)
    services().admission.arrive(evening, number, host=keeps(group))
    if person is not None:
        services().evenings.sit_as(evening, number, person)
    return home()
