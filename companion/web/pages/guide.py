"""Rulebook pages, for any device in the room: they show nothing of a table."""

from flask import Blueprint, abort, render_template, request

from companion.web.access.guard import audience
from companion.web.access.visit import Visit
from companion.web.text import rulebook
from companion.web.text.guides import guided

bp = Blueprint("guide", __name__)
LONGEST = 80  # characters of what is searched for


@bp.get("/rules/")
@audience("anyone")
def every(visit: Visit) -> str:
    """Page of the games that have a guide."""
    return render_template("guide/rulebooks.html", slugs=guided())


@bp.get("/rules/<slug>")
@audience("anyone")
def show(visit: Visit, slug: str) -> str:
    """Page of a game's guide; `q`: only the entries that fit that search."""
    if slug not in guided():
        abort(404)
    return render_template("guide/rules.html", **rulebook.rules(slug, request.args.get("q", "")[:LONGEST].strip()))
