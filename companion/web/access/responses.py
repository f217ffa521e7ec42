"""What many views share: the typed name, the way back, slow views on a worker thread."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Response, redirect
from htmx_flask import make_response, request

from companion.games.moves import Refused, text
from companion.group import people
from companion.web.access.group import group
from companion.web.access.services import services

P = ParamSpec("P")
R = TypeVar("R")


def typed_name() -> str:
    """The name in a form, its spaces tidied; Refused if it is none."""
    try:
        name = text(" ".join(request.form.get("name", "").split()), people.LONGEST)
    except ValueError:
        raise Refused("name") from None
    if not people.normalised(name):
        raise Refused("name")
    return name


def home(to: str = "/") -> Response:
    """Back to the screen, or to another page: a page for a plain form; htmx is told to fetch it."""
    response: Response = make_response("", redirect=to) if request.htmx else make_response(redirect(to, 303))
    return response


def on_worker(view: Callable[P, R]) -> Callable[P, R]:
    """Run a slow view on a worker thread, so that it does not delay taps."""

    @wraps(view)
    def elsewhere(*given: P.args, **named: P.kwargs) -> R:
        return services().workers.run(group(), view, *given, **named)

    return elsewhere
