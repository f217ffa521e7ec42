"""What comes from outside the house: htmx's file, and what helps phones that cannot get in."""

from flask import Blueprint, Response, current_app, render_template, send_file

from companion.web.guard import audience

bp = Blueprint("outside", __name__)


@bp.get("/htmx.js")
@audience("anyone")
def htmx() -> Response:
    """htmx, from its package: nothing of others' lies in our folders."""
    return send_file(current_app.extensions["htmx.js"], mimetype="text/javascript", max_age=86400)


@bp.get("/help")
@audience("anyone")
def cannot_connect() -> str:
    """What to do when phones cannot connect."""
    return render_template("help.html")
