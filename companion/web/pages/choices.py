"""Choices of a device for all of its pages, kept in cookies alone: the language, and the size of letters."""

from urllib.parse import urlsplit, urlunsplit

from flask import Blueprint, Response, abort, current_app, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RoutingException

from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import LETTERS, YEAR, Visit
from companion.web.text.languages import COOKIE as LANGUAGE
from companion.web.text.languages import languages

bp = Blueprint("choices", __name__)
SIZES = ("usual", "large")


@bp.get("/language")
@audience("anyone")
def ask(visit: Visit) -> str:
    """Page with the languages, for a screen that has no room for them."""
    return render_template("gather/language.html")


@bp.post("/language")
@audience("anyone")
def choose(visit: Visit) -> Response:
    """Keep the `language` whose tag is given, and go back to the page; 400 if there is none."""
    name = request.form.get("language", "")
    if name not in languages().names:
        abort(400)
    return _keep(LANGUAGE, name)


@bp.post("/letters")
@audience("anyone")
def choose_letters(visit: Visit) -> Response:
    """Keep the size of `letters`, and go back to the page; 400 if there is none."""
    size = request.form.get("letters", "")
    if size not in SIZES:
        abort(400)
    return _keep(LETTERS, size)


def _keep(cookie: str, choice: str) -> Response:
    """Set a cookie to `choice`, and go back to the page on which it was made."""
    response = home(_page_before())
    response.set_cookie(cookie, choice, max_age=YEAR, httponly=True, samesite="Lax", path="/")
    return response


def _page_before() -> str:
    """Path of the page whose form was sent, if it can be fetched again; else of the screen. Never another site."""
    try:
        before = urlsplit(request.headers.get("Referer", ""))
        endpoint, _ = current_app.url_map.bind("").match(before.path, "GET")
    except (ValueError, HTTPException, RoutingException):
        return "/"
    return "/" if endpoint == f"{bp.name}.ask" else urlunsplit(("", "", before.path, before.query, ""))
