"""Laying out, ticked off together on any device of the evening."""

from flask import Blueprint, Response, abort, request

from companion.web.access.device import this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.access.visit import at_this_evening

bp = Blueprint("laying_out", __name__)


@bp.post("/table/<code>/laid-out")
@audience("guest")
def tick(code: str) -> Response:
    """One item is ticked off, or is not any more; with `item=all` nothing more is to be laid out. 400 for any other."""
    live, item = at_this_evening(code), request.form.get("item", "")
    items = live.table.game.GUIDE.laying_out(len(live.table.seats), live.table.options)
    if item == "all":
        services().laid_out.finish(live.header.id)
    elif item in map(str, range(len(items))):
        services().laid_out.tick(live.header.id, int(item))
    else:
        abort(400)
    services().evenings.change(this_evening())
    return home()
