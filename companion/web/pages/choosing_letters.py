"""How large the letters are that a device chooses, for all of its pages but the scoreboard, which has its own."""

from flask import Blueprint, Response, abort, request

from companion.web.access.guard import audience
from companion.web.pages.choosing_language import keep_choice
from companion.web.text.letters import COOKIE, SIZES

bp = Blueprint("choosing_letters", __name__)


@bp.post("/letters")
@audience("anyone")
def choose() -> Response:
    """Write in `letters` of this size from now on, and go back to the page; 400 if there is none so called."""
    size = request.form.get("letters", "")
    if size not in SIZES:
        abort(400)
    return keep_choice(COOKIE, size)
