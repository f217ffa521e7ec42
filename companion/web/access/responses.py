"""Helpers of views: the typed name, the way back, slow views on a worker thread, pages in gzip."""

import gzip
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from flask import Flask, Response, redirect
from htmx_flask import make_response, request

from companion.games.moves import Refused, text
from companion.group import people
from companion.table.words import normalised
from companion.web.access.visit import Visit

P = ParamSpec("P")
R = TypeVar("R")
LEAST = 2_000  # bytes; a shorter page is one packet either way
LEVEL = 1  # a page is packed once for each answer: the quickest level saves three quarters


def typed_name() -> str:
    """Read the field `name` of the form, its spaces tidied; Refused (`name`) if it is none."""
    try:
        name = text(" ".join(request.form.get("name", "").split()), people.LONGEST)
    except ValueError:
        raise Refused("name") from None
    if not normalised(name):
        raise Refused("name")
    return name


def home(to: str = "/") -> Response:
    """Redirect to the device's screen, or to `to`; for htmx by a header."""
    response: Response = make_response("", redirect=to) if request.htmx else make_response(redirect(to, 303))
    return response


def come_in(visit: Visit, key: str | None) -> Response:
    """Redirect a device that has come in to its screen; `key`: that of a new device, which keeps it in a cookie."""
    response: Response = make_response(redirect("/", 303))
    if key is not None:
        visit.remember(response, key)
    return response


def attachment(body: str | bytes | Iterable[str], kind: str, name: str) -> Response:
    """Response with a file to be saved as `name`; `kind`: its media type."""
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def on_worker(view: Callable[Concatenate[Visit, P], R]) -> Callable[Concatenate[Visit, P], R]:
    """Run a slow view on a worker thread, so that it does not delay taps."""

    @wraps(view)
    def elsewhere(visit: Visit, /, *given: P.args, **named: P.kwargs) -> R:
        return visit.services.workers.run(visit.group, view, visit, *given, **named)

    return elsewhere


def init_packing(app: Flask) -> None:
    """Compress the pages of `app` for browsers that take gzip."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    """Compress a page, unless its address has a query: the length would tell how much resembles it (BREACH)."""
    is_page = request.method == "GET" and not request.query_string and response.mimetype == "text/html"
    if not is_page or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    content = response.get_data()
    if len(content) >= LEAST and request.accept_encodings.quality("gzip") > 0:
        response.set_data(gzip.compress(content, LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
