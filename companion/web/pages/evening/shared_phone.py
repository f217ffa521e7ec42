"""A phone that several share: who they are, whose hands it is in."""

from flask import Blueprint, Response, render_template, request

from companion.group import people
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.forms.numbers import required_number

bp = Blueprint("shared_phone", __name__)


@bp.get("/phone")
@audience("guest")
def show() -> str:
    """Who shares this phone, and who else may."""
    evening, device = this_evening(), screen()
    own = device.people if device.kind == "phone" else ()
    return render_template(
        "gather/shared_phone.html",
        sharing=[guest for guest in evening.guests if guest.id in own],
        others=[guest for guest in evening.guests if guest.id not in own],
        absent=services().evenings.absent(evening),
        preset=people.free_mark(evening.guests),
        is_host=device.host,
    )


@bp.post("/front")
@audience("guest")
def take() -> Response:
    """A phone that several share: for whom it is now; with `open` that person holds it, and sees what is theirs."""
    services().devices.pass_phone(
        this_evening(), screen().device, required_number("person"), request.form.get("open") == "1"
    )
    return home()


@bp.post("/let-go")
@audience("guest")
def let_go() -> Response:
    """This phone speaks for somebody no longer."""
    services().devices.let_go(this_evening(), screen().device, required_number("person"))
    return home()
