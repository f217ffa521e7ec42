"""Prints for the operator: the places of the room, eight on a page, and a page for the front door."""

from flask import Blueprint, abort, render_template, request

from companion.evening import floor
from companion.web.access.guard import audience
from companion.web.access.responses import on_worker
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole

bp = Blueprint("prints", __name__, url_prefix="/hall/<ticket>")


@bp.get("/prints")
@audience("operator")
@on_worker
def prints(visit: Visit, ticket: str) -> str:
    """Page of the prints of all places, or of one `place`: 404 if there is none."""
    only, link = request.args.get("place", type=whole), visit.services.entrances.place_link
    places = [place for place in floor.places(visit.db) if "place" not in request.args or place.number == only]
    if not places:
        abort(404)
    printed = [(place, link(place.number, place.code)) for place in places]
    return render_template("hall/prints.html", house=visit.services.name, printed=printed)


@bp.get("/door")
@audience("operator")
def door(visit: Visit, ticket: str) -> str:
    """Page to hang up at the entrance: the name and the address of the server."""
    return render_template("hall/door.html", house=visit.services.name, link=visit.services.entrances.base())
