"""Rulebook pages, for any device in the room: they show nothing of a table."""

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request

from companion.web.access.guard import audience
from companion.web.access.visit import Visit
from companion.web.text import rulebook
from companion.web.text.guides import guided
from companion.web.text.titles import title_of
from companion.web.text.words import words_of

bp = Blueprint("guide", __name__)
LONGEST = 80  # characters of what is searched for


@dataclass(frozen=True)
class Rulebook:
    """Game that has a guide, with one sentence about it."""

    slug: str
    title: str
    about: str


@bp.get("/rules/")
@audience("anyone")
def every(visit: Visit) -> str:
    """Page of the games that have a guide."""
    return render_template(
        "guide/rulebooks.html", games=[Rulebook(slug, title_of(slug), words_of(slug).about()) for slug in guided()]
    )


@bp.get("/rules/<slug>")
@audience("anyone")
def show(visit: Visit, slug: str) -> str:
    """Page of a game's guide; `q`: only the entries that fit that search."""
    if slug not in guided():
        abort(404)
    return render_template("guide/rules.html", **rulebook.rules(slug, request.args.get("q", "")[:LONGEST].strip()))
