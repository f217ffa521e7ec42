"""After an evening: its last page on the devices that were there, and the way to the next one."""

from flask import Blueprint, Response, abort, render_template, request

from companion.evening.last import LastEvening
from companion.history.evenings import evening_date
from companion.web.access.device import device, keeps, phones_base, returning
from companion.web.access.guard import audience
from companion.web.access.responses import home, on_worker
from companion.web.access.services import services
from companion.web.forms.numbers import whole
from companion.web.pages.evening.front import front, next_evening
from companion.web.pages.history.nights import night_of

bp = Blueprint("again", __name__)


@on_worker
def last_page(left: LastEvening) -> str:
    """What stays of an evening on a device, and by what it comes to the next one."""
    return render_template(
        "gather/last.html",
        night=night_of(left.group, evening_date(left.played_at), phones_base(), is_linked=left.may_read),
        front=front(),
        may_read=left.may_read,
        is_board=left.kind == "board",
    )


@bp.post("/again")
@audience("returning")
def again() -> Response:
    """To the next evening of a group, as `person` if the device spoke for them. A host's opens it, and hosts it too."""
    left, number, person = returning(), device(), request.form.get("person", type=whole)
    assert number is not None
    if person is not None and person not in {somebody.id for somebody in left.people}:
        abort(404)
    evening, is_new = next_evening(left.group), not services().evenings.all_open(left.group)
    if evening is None and not left.host:
        abort(403)
    evening = evening or services().evenings.ensure(left.group)
    is_host = keeps(evening.group) or (left.host and not (left.stands_in and evening.has_host))
    services().admission.arrive(evening, number, host=is_host, stands_in=is_host and left.stands_in)
    if person is not None:
        services().evenings.sit_as(evening, number, person)
    elif left.kind == "board":
        services().devices.use_as(evening, number, "board")
    if is_new:
        services().say_evening(evening)
    return home()
