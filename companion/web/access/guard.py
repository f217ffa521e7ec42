"""Who may call what: the audience of every route, host, origin and limits."""

import re
import time
from collections.abc import Callable
from functools import lru_cache, partial
from hmac import compare_digest
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.http import parse_date
from werkzeug.sansio.utils import get_current_url, get_host

from companion.evening.api_keys import ApiKey
from companion.evening.model import Evening
from companion.network.addresses import own_hosts
from companion.storage.identifiers import HOME
from companion.storage.writer import Closed
from companion.web.access.device import (
    device,
    guest_only,
    host_only,
    keeper_only,
    may_object,
    may_take_over,
    open_evening,
    reader_only,
    returning_only,
    was_replaced,
)
from companion.web.access.headers import HEADERS
from companion.web.access.services import Services, services
from companion.web.text.languages import read_language

V = TypeVar("V", bound=Callable[..., Any])
Environ = dict[str, Any]  # a request as WSGI has it: Flask's own takes its time with each question
BODY = 64 * 1024
PARTS = 64
LAYS = "api.create"
DATES = ("HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_RANGE")
KEPT = 256  # so many hosts and origins are read once
DRESS = HEADERS | {"Cache-Control": "no-store"}
HOST = re.compile(r"(\[(?P<v6>[0-9a-fA-F.]*:[0-9a-fA-F:.]*)\]|(?P<name>[^\[\]:]+))(:\d{1,5})?", re.ASCII)


def audience(*who: str) -> Callable[[V], V]:
    """Say who may call a route, by names in `AUDIENCES`; a route that does not say is not there."""
    assert AUDIENCES.keys() >= {*who}, who

    def mark(view: V) -> V:
        view.audience = who  # type: ignore[attr-defined]
        return view

    return mark


def init_access(app: Flask) -> None:
    """Check every request of `app` before its view is called."""
    app.config |= {"MAX_CONTENT_LENGTH": BODY, "MAX_FORM_MEMORY_SIZE": BODY, "MAX_FORM_PARTS": PARTS}
    app.before_request(_check)
    app.after_request(_dress)


def _check() -> None:
    """All checks, in their order: one function, since Flask takes its time with each."""
    app_services = services()
    asked = request.environ
    read_language(partial(app_services.workers.run, None))  # even a refusal is spoken
    _check_host(app_services, asked)
    _check_pace(app_services)
    _check_origin(app_services, asked)
    _check_dates(asked)
    _check_open(app_services)
    _check_audience()
    evening = open_evening()
    _note_presence(app_services, evening)
    _note_entrance(app_services, evening, asked)


def _check_host(app_services: Services, asked: Environ) -> None:
    """Answer only to our own names: a foreign name that points here is somebody's trick (DNS rebinding)."""
    name = _host_name(asked.get("HTTP_HOST", ""))
    if not _is_own(name, app_services) and name not in app_services.entrances.names:
        abort(421)


def _is_own(name: str, app_services: Services) -> bool:
    return name in own_hosts() or name in app_services.own_names


@lru_cache(KEPT)
def _host_name(host: str) -> str:
    """The name in a Host header, without port and brackets; empty if it is none."""
    match = HOST.fullmatch(host)
    return (match["v6"] or match["name"]).lower() if match else ""


def _note_presence(app_services: Services, evening: Evening | None) -> None:
    """Note that a device that hosts was heard of."""
    screen = evening.screen(device()) if evening else None
    if evening and screen and screen.host:
        app_services.presence.hear(evening, screen.device)


def _note_entrance(app_services: Services, evening: Evening | None, asked: Environ) -> None:
    """Note by which address somebody came in; the screens that show it hear of it."""
    entrances, evenings = app_services.entrances, app_services.evenings
    group = HOME if evening is None else evening.group
    is_new = entrances.note(group, _host_name(asked["HTTP_HOST"]), asked.get("REMOTE_ADDR") or "")
    concerned = evenings.all_open(group) if is_new else [evening]
    for shown_evening in concerned:
        if shown_evening and entrances.has_news(shown_evening.id, group, shown_evening.address):
            evenings.change(shown_evening)
            g.pop("evening", None)  # it has another version by now


def _check_origin(app_services: Services, asked: Environ) -> None:
    """A page from elsewhere may not post for the one who opened it. A browser says where a form came from.

    That is an address at which people reach us; or the one that was called, if that is this machine's own: of another
    the command line says scheme and port.
    """
    if asked["REQUEST_METHOD"].upper() in ("GET", "HEAD", "OPTIONS"):
        return
    origin = asked.get("HTTP_ORIGIN")
    if origin is None and _is_program():
        return
    site, host = _site(asked.get("HTTP_REFERER", "") if origin is None else origin), asked["HTTP_HOST"]
    is_ours = _is_own(_host_name(host), app_services) and site == _own_site(asked["wsgi.url_scheme"], host)
    if not is_ours and site not in app_services.entrances.reachable_at:
        abort(403)


@lru_cache(KEPT)
def _own_site(scheme: str, host: str) -> str:
    """What a browser calls the site of a page that it has from us: without the port that goes without saying."""
    return get_current_url(scheme, get_host(scheme, host)).rstrip("/")


@lru_cache(KEPT)
def _site(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def _is_program() -> bool:
    """A program shows its key in a header, which no page from elsewhere can; a form is told by its cookie."""
    return request.path.startswith("/api/") and "Cookie" not in request.headers


def _check_dates(asked: Environ) -> None:
    """A date beyond all calendars, which Werkzeug would only fall over when it answers with a file."""
    for date in filter(None, map(asked.get, DATES)):
        try:
            parse_date(date)
        except OverflowError:
            abort(400)


def _check_open(app_services: Services) -> None:
    """Nothing is begun in a house that closes; what is there may still be looked at."""
    if app_services.closing and request.method == "POST":
        raise Closed


def _check_pace(app_services: Services) -> None:
    """Tables without a key are counted by address."""
    if request.endpoint == LAYS:
        app_services.buckets.tables.check(f"address {request.remote_addr}", time.monotonic())


def _check_audience() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None:
        return  # no such page: the 404 is on its way
    who: tuple[str, ...] = getattr(view, "audience", ())
    if not who:
        abort(404)
    for name in who:
        AUDIENCES[name]()


def key_holder() -> None:
    """Let in whoever shows a key of the table that the address names: 404, 401."""
    live = services().tables.find((request.view_args or {})["code"])
    if live is None:
        abort(404)
    key = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    g.key = key or request.args.get("key", "")
    shown = services().api_keys.opens(g.key)
    if shown is None or shown.table_id != live.header.id or (not key and shown.role != "watch"):
        abort(401)
    g.live, g.shown = live, shown


def spectator_only() -> None:
    """Let in whoever has a link to the scoreboard of an open evening: 410 for any other."""
    g.watched_evening = services().evenings.by_spectator((request.view_args or {})["ticket"])
    if g.watched_evening is None:
        abort(410)


def visit() -> None:
    """Let in whoever follows a link; 403 where a page from elsewhere fetches it, as a picture or a frame of its own."""
    if request.headers.get("Sec-Fetch-Dest", "document") != "document":
        abort(403)


def operator_only() -> None:
    """Let in whoever has the link to the hall that the terminal prints: 404 for any other."""
    ticket = (request.view_args or {})["ticket"]
    if not compare_digest(ticket.encode(), services().hall_ticket.encode()):
        abort(404)


def watched_evening() -> Evening:
    """The evening whose scoreboard the link of this request shows."""
    evening: Evening = g.watched_evening
    return evening


def open_server() -> None:
    """Let in anybody where anybody may open a group; elsewhere 404."""
    if not services().is_open:
        abort(404)


def shown() -> ApiKey:
    """What the key of this request opens."""
    key_pass: ApiKey = g.shown
    return key_pass


def _dress(response: Response) -> Response:
    headers = response.headers
    given = {name.lower() for name, _ in headers}
    for name, value in DRESS.items():
        if name.lower() not in given:
            headers.add(name, value)
    return response


AUDIENCES: dict[str, Callable[[], None]] = {
    "anyone": lambda: None,
    "visit": visit,
    "open": open_server,
    "key": key_holder,
    "guest": guest_only,
    "reader": reader_only,
    "returning": returning_only,
    "host": host_only,
    "keeper": keeper_only,
    "offered": may_take_over,
    "objector": may_object,
    "replaced": was_replaced,
    "spectator": spectator_only,
    "operator": operator_only,
}
