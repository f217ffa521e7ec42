"""The host's role of an evening whose host is silent: taken over, objected to, taken back."""

from flask import Blueprint, Response

from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services

bp = Blueprint("host_role", __name__, url_prefix="/host-role")


@bp.post("/take")
@audience("offered")
def take() -> Response:
    """This phone hosts from now on, since nothing was heard of the host."""
    services().succession.take(this_evening(), screen())
    return home()


@bp.post("/object")
@audience("objector")
def object_to() -> Response:
    """Somebody does not want another phone to host: it does no longer."""
    services().succession.object_to(this_evening(), screen())
    return home()


@bp.post("/take-back")
@audience("replaced")
def take_back() -> Response:
    """The device that hosted before hosts again."""
    services().succession.take_back(this_evening(), screen())
    return home()
