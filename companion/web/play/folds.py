"""What is in the folds of a screen, fetched when somebody opens them; without scripts each is a page."""

from flask import Blueprint, Response, abort, make_response, render_template
from htmx_flask import request

from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.play.current import at_this_evening
from companion.web.play.screen import fold_of
from companion.web.regions.prepare_folds import FoldName

bp = Blueprint("folds", __name__)


@bp.get("/table/<code>/fold/all/<move>/<fold>")
@audience("guest")
def show_of_all(code: str, move: str, fold: str) -> Response:
    """A fold in what is asked of the whole table."""
    return _shown(code, FoldName(None, move, fold))


@bp.get("/table/<code>/fold/<int:seat>/<move>/<fold>")
@audience("guest")
def show(code: str, seat: int, move: str, fold: str) -> Response:
    """A fold in what a seat is asked."""
    return _shown(code, FoldName(seat, move, fold))


@bp.get("/table/<code>/for/<int:seat>")
@audience("host")
def show_drawer(code: str, seat: int) -> Response:
    """What a host may report for a seat."""
    return _shown(code, FoldName(seat))


def _shown(code: str, name: FoldName) -> Response:
    """What a fold of this device's screen holds: alone for the screen that opens it, else on a page; 404 for none."""
    live = at_this_evening(code)
    inside = fold_of(this_evening(), screen().device, code, name)
    if inside is None:
        abort(404)
    if not request.htmx:
        return make_response(render_template("play/alone.html", slug=live.header.game, form=inside))
    answer = make_response(inside.__html__())
    answer.set_etag(inside.etag)
    return answer
