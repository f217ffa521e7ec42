"""Web manifests, by which a browser puts this server on a device's home screen."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.web.access.guard import audience
from companion.web.access.static_files import static_url
from companion.web.access.visit import Visit
from companion.web.text.languages import gettext

bp = Blueprint("home_screen", __name__)

DISPLAYS = {"board": "fullscreen", "phone": "standalone"}  # by the kind of device
NIGHT = "#14100d"  # as --ink of static/css/tokens.css, on which the icons lie
PNGS = {"192": "any", "512": "any", "maskable": "maskable"}  # their purposes; docs/icons.py makes them
SIDE = 512  # pixels, where the name does not say


@bp.get("/manifest/<kind>")
@audience("anyone")
def manifest(visit: Visit, kind: str) -> Response:
    """Manifest for a scoreboard or a phone, `kind`; fetched without cookies. Its icon opens the front page, which leads
    on to wherever the device is by then: an evening's own addresses are gone next week."""
    if kind not in DISPLAYS:
        abort(404)
    name = visit.services.name or gettext("Reaper's Ledger")
    response = jsonify(
        id=f"/{kind}",
        name=name,
        short_name=name,
        start_url="/",
        display=DISPLAYS[kind],
        background_color=NIGHT,
        theme_color=NIGHT,
        icons=[_icon("icon.svg", "any", "any"), *(_png(png, purpose) for png, purpose in PNGS.items())],
    )
    response.mimetype = "application/manifest+json"
    return response


def _png(name: str, purpose: str) -> dict[str, Any]:
    side = int(name) if name.isdigit() else SIDE
    return _icon(f"icons/{name}.png", f"{side}x{side}", purpose)


def _icon(name: str, sizes: str, purpose: str) -> dict[str, Any]:
    return {"src": static_url(name), "sizes": sizes, "purpose": purpose}
