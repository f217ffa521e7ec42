"""The network page: addresses, and the Wi-Fi's QR code."""

from flask import Blueprint, Response, abort, render_template, request

from companion.games.moves import Refused
from companion.network.entrances import Wifi
from companion.network.qr import wifi_text
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.screens import prepare_gathering

bp = Blueprint("network", __name__, url_prefix="/network")


@bp.get("")
@audience("guest")
def network() -> str:
    """How somebody else comes in: the code, the address, the Wi-Fi. The host chooses here."""
    evening = this_evening()
    invitation = prepare_gathering.invitation(evening)
    entrances = services().entrances.all(evening.group, evening.address)
    return render_template("gather/network.html", is_host=screen().host, invitation=invitation, entrances=entrances)


@bp.post("/door")
@audience("host")
def choose() -> Response:
    """The QR code carries another address from now on."""
    evening, host = this_evening(), request.form.get("host", "")
    try:
        services().entrances.check(host)
    except LookupError:
        abort(404)
    services().evenings.choose_address(evening, host)
    return home("/network")


@bp.post("/wifi")
@audience("host")
def tell() -> Response:
    """The name of the Wi-Fi, for tonight; an empty one is forgotten."""
    name, password = request.form.get("wifi", "").strip(), request.form.get("phrase", "")
    try:
        text = wifi_text(name, password, request.form.get("security", "")) if name else ""
    except ValueError as wrong:
        raise Refused(f"wifi-{wrong}") from None
    services().entrances.tell_wifi(this_evening().id, Wifi(name, text) if name else None)
    services().evenings.change(this_evening())
    return home("/network")
