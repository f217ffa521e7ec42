"""Problems as answers: JSON for programs, a page or a note for people."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template
from htmx_flask import request
from werkzeug.exceptions import HTTPException

from companion.games.moves import Refused
from companion.messages import CODES, N_, sentence
from companion.paths import PROGRAM
from companion.storage.damage import Damaged
from companion.storage.errors import Late, Malformed, Unavailable
from companion.storage.writer import Closed
from companion.table.strict_json import Unreadable
from companion.web.access.visit import this_visit
from companion.web.text.languages import gettext

DAMAGED = N_(
    "This game is damaged, so it is neither shown nor played. On the computer that serves, “%(program)s check” says "
    "what is wrong, and “%(program)s restore” puts a backup back."
)
MISFILLED = N_("Something in this form is missing, or more than there can be. Nothing was noted.")
# What a page says above the sentence, by the code of the problem; a stranger is told what to do instead of it.
HEADLINES = {
    "no-key": N_("Nobody here knows this device."),
    "unreadable": N_("Illegible."),
    "not-yours": N_("Leave that to others."),
    "not-found": N_("Nobody lies here."),
    "method": N_("Not like that."),
    "contradicted": N_("Two tales of one death."),
    "slow": N_("It died waiting."),
    "group-slow": N_("It died waiting."),
    "gone": N_("It has passed on."),
    "group-forgotten": N_("It has passed on."),
    "too-large": N_("It does not fit the coffin."),
    "group-large": N_("It does not fit the coffin."),
    "too-many": N_("One funeral at a time."),
    "http-500": N_("Something has died in here."),
    "disk": N_("The pen has run dry."),
    "disk-full": N_("The ledger is full."),
    "damaged": N_("This grave has been disturbed."),
    "closing": N_("We are closing."),
}
PROGRAMS = ("/api/", "/healthz")
WRONG_HOST = 421
STRANGER = 401
ASK_FOR_CODE = (STRANGER, 403, 404, 410)  # of a device that is at no evening
# Of a refusal that is not answered by 422.
STATUS = {
    "gesture-soon": 429,
    "stale": 409,
    "secrets-open": 409,
    "contradicted": 409,
    "host-link-over": 404,
    "print-over": 404,
    "group-forgotten": 410,
    "group-slow": 408,
    "group-large": 413,
}


def init_errors(app: Flask) -> None:
    """Answer every problem of `app` in words."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Unreadable, _misfilled)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(Damaged, _damaged)
    app.register_error_handler(Malformed, _damaged)
    app.register_error_handler(TimeoutError, lambda problem: _by_status(408))
    app.register_error_handler(Closed, _closing)
    app.register_error_handler(Unavailable, lambda problem: _by_status(507 if problem.is_space else 503))
    app.register_error_handler(Late, _late)


def _http(problem: HTTPException) -> Any:
    if problem.response is not None or problem.code is None or problem.code < 400:
        return problem
    response = _by_status(problem.code, problem.description or "")
    if wait := getattr(problem, "retry_after", None):
        response.headers["Retry-After"] = str(wait)
        if request.method == "GET":
            response.headers["Refresh"] = str(wait)
    if problem.code == 405:
        response.headers.update(dict(problem.get_headers()).items() - {("Content-Type", "text/html; charset=utf-8")})
    return response


def _late(problem: Late) -> Response:
    message = N_("This is not saved yet, and still may be: look before you send it again.")
    response = _answer(503, "disk", message if _for_programs() else gettext(message))
    response.headers["Retry-After"] = "1"
    return response


def _by_status(status: int, otherwise: str = "") -> Response:
    code, message = CODES.get(status, (f"http-{status}", otherwise))
    response = _answer(status, code, message if _for_programs() else gettext(message))
    if status in (429, 503, 507):
        response.headers["Retry-After"] = "1"
    return response


def _misfilled(problem: Unreadable) -> Response:
    """Answer 400: programs read the message of the schema, people a sentence that names no field."""
    return _answer(400, "unreadable", str(problem) if _for_programs() else gettext(MISFILLED))


def _damaged(problem: Exception) -> Response:
    message = DAMAGED % {"program": PROGRAM} if _for_programs() else gettext(DAMAGED, program=PROGRAM)
    return _answer(503, "damaged", message)


def _closing(problem: Closed) -> Response:
    message = N_("This house is closing: nothing was added.")
    response = _answer(503, "closing", message if _for_programs() else gettext(message))
    response.headers |= {"Retry-After": "1", "Connection": "close"}
    return response


def _refused(refused: Refused) -> Response:
    explanation = sentence(refused, str if _for_programs() else gettext, _names())
    return _answer(STATUS.get(refused.code, 422), refused.code, explanation)


def _for_programs() -> bool:
    """Whether a program is answered, in English and in JSON."""
    return bool(request.path.startswith(PROGRAMS))


def _names() -> Sequence[str]:
    """Names of the seats of the table in the address; empty where there is none."""
    code = (request.view_args or {}).get("code")
    live = this_visit().services.tables.find_whole(code) if code else None
    return live.table.seats if live else ()


def _answer(status: int, code: str, message: str) -> Response:
    """Response with `status`: for programs JSON with `code` and the English `message`, for people a page or a note."""
    if _for_programs():
        response = jsonify({"error": {"code": code, "message": message}})
    elif status == WRONG_HOST:
        response = Response(message, mimetype="text/plain")  # a page holds addresses, and this host has none
    elif request.htmx:
        response = make_response(render_template("layout/note.html", message=message))
    else:
        response = make_response(_page(status, code, message))
    response.status_code = status
    return response


def _page(status: int, code: str, message: str) -> str:
    """Page of a problem: a headline, the sentence, and a way on, which for a device at no evening is a field for its
    code."""
    return render_template(
        "layout/problem.html",
        headline=gettext(HEADLINES[code]) if code in HEADLINES else message,
        message=message if code in HEADLINES and status != STRANGER else "",
        asks_for_code=status == STRANGER or (status in ASK_FOR_CODE and this_visit().here is None),
    )
