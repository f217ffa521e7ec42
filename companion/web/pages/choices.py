"""What a device chooses for all of its pages, kept in cookies alone: the language, and how large the letters are."""

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
    """The languages, on a page of their own, for a screen that has no room for them."""
    return render_template("gather/language.html")


@bp.post("/language")
@audience("anyone")
def choose(visit: Visit) -> Response:
    """Speak the `language` whose tag is given from now on, and go back to the page; 400 if none is so called."""
    name = request.form.get("language", "")
    if name not in languages().names:
        abort(400)
    return _keep(LANGUAGE, name)


@bp.post("/letters")
@audience("anyone")
def choose_letters(visit: Visit) -> Response:
    """Write in `letters` of this size from now on, and go back to the page; 400 if there is none so called."""
    size = request.form.get("letters", "")
    if size not in SIZES:
        abort(400)
    return _keep(LETTERS, size)


def _keep(cookie: str, choice: str) -> Response:
    """Let the device keep a choice in a cookie, and go back to the page on which it was made."""
    response = home(_page_before())
    response.set_cookie(cookie, choice, max_age=YEAR, httponly=True, samesite="Lax", path="/")
    return response


def _page_before() -> str:
    """The page whose form was sent, if it can be fetched again; else the screen. Another site is never gone back to."""
    try:
        before = urlsplit(request.headers.get("Referer", ""))
        endpoint, _ = current_app.url_map.bind("").match(before.path, "GET")
    except (ValueError, HTTPException, RoutingException):
        return "/"
    return "/" if endpoint == f"{bp.name}.ask" else urlunsplit(("", "", before.path, before.query, ""))
