"""What is in the folds of a screen, fetched when somebody opens them; without scripts each is a page."""

from flask import Blueprint, abort, render_template
from htmx_flask import request
from markupsafe import Markup

from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.visit import at_this_evening
from companion.web.screens.prepare_folds import FoldName
from companion.web.screens.screen import fold_of

bp = Blueprint("folds", __name__)


@bp.get("/table/<code>/fold/all/<move>/<fold>")
@audience("guest")
def show_of_all(code: str, move: str, fold: str) -> str:
    """A fold in what is asked of the whole table."""
    return _shown(code, FoldName(None, move, fold))


@bp.get("/table/<code>/fold/<int:seat>/<move>/<fold>")
@audience("guest")
def show(code: str, seat: int, move: str, fold: str) -> str:
    """A fold in what a seat is asked."""
    return _shown(code, FoldName(seat, move, fold))


@bp.get("/table/<code>/fold/<fold>")
@audience("guest")
def show_shared(code: str, fold: str) -> str:
    """A fold in the shared part of a phone."""
    return _shown(code, FoldName(None, fold=fold))


@bp.get("/table/<code>/for/<int:seat>")
@audience("host")
def show_drawer(code: str, seat: int) -> str:
    """What a host may report for a seat."""
    return _shown(code, FoldName(seat))


def _shown(code: str, name: FoldName) -> str:
    """What a fold holds: as it is for the screen that opens it, else on a page."""
    live = at_this_evening(code)
    inside = opened(code, name)
    return inside if request.htmx else render_template("play/alone.html", slug=live.header.game, form=Markup(inside))


def opened(code: str, name: FoldName) -> str:
    """What a fold of this device's screen holds; 404 for none."""
    inside = fold_of(this_evening(), screen().device, code, name)
    if inside is None:
        abort(404)
    return inside
