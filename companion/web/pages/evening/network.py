"""Network page: addresses, and the Wi-Fi's QR code; help for phones that cannot connect."""

from flask import Blueprint, Response, abort, render_template, request

from companion import __version__
from companion.games.moves import Refused
from companion.network.entrances import Wifi
from companion.network.qr import wifi_text
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Visit
from companion.web.screens.gathering import invitation

bp = Blueprint("network", __name__)


@bp.get("/network")
@audience("guest")
def network(visit: Visit) -> str:
    """Page of the ways in for others: the code, the address, the Wi-Fi. The host chooses here."""
    evening = visit.evening
    entrances = visit.services.entrances.all(evening.group, evening.address)
    return render_template(
        "gather/network.html",
        is_host=visit.device.host,
        invitation=invitation(visit.services, evening),
        entrances=entrances,
    )


@bp.post("/network/door")
@audience("host")
def choose(visit: Visit) -> Response:
    """Choose the address that the QR code carries."""
    evening, host = visit.evening, request.form.get("host", "")
    try:
        visit.services.entrances.check(host)
    except LookupError:
        abort(404)
    visit.services.evenings.choose_address(evening, host)
    return home("/network")


@bp.post("/network/wifi")
@audience("host")
def tell(visit: Visit) -> Response:
    """Set the name of the Wi-Fi for tonight; an empty one is forgotten."""
    name, password = request.form.get("wifi", "").strip(), request.form.get("phrase", "")
    try:
        text = wifi_text(name, password, request.form.get("security", "")) if name else ""
    except ValueError as wrong:
        raise Refused(f"wifi-{wrong}") from None
    visit.services.entrances.tell_wifi(visit.evening.id, Wifi(name, text) if name else None)
    visit.services.evenings.change(visit.evening)
    return home("/network")


@bp.get("/help")
@audience("anyone")
def cannot_connect(visit: Visit) -> str:
    """Page of help for phones that cannot connect."""
    evening, entrances = visit.here, visit.services.entrances
    chosen = evening.address if evening else ""
    return render_template(
        "gather/help.html",
        address=entrances.base(chosen),
        local_name=entrances.local_name,
        others=[entrance.address for entrance in entrances.all(chosen=chosen) if not entrance.chosen],
        warns=entrances.warns,
        is_https=entrances.base(chosen).startswith("https:"),
        version=__version__,
    )
