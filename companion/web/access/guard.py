"""Guard: checks the audience of every route, host, origin and limits before its view is called."""

import re
import time
from collections.abc import Callable
from functools import lru_cache, partial, wraps
from hmac import compare_digest
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.http import parse_date
from werkzeug.sansio.utils import get_current_url, get_host

from companion.evening.model import OFFERED, REPLACED, TAKEN
from companion.network.addresses import own_hosts
from companion.storage.errors import Unavailable
from companion.storage.identifiers import HOME
from companion.storage.writer import Closed
from companion.web.access.services import Services, services_of
from companion.web.access.visit import Visit, this_visit
from companion.web.text.languages import read_language

P = ParamSpec("P")
R = TypeVar("R")
Environ = dict[str, Any]  # a request as WSGI has it: Flask's own takes its time with each question
BODY = 64 * 1024
PARTS = 64
LAYS = "api.create"
DATES = ("HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_RANGE")
KEPT = 256  # so many hosts and origins are read once
POLICY = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DRESS = HEADERS | {"Cache-Control": "no-store"}
HOST = re.compile(r"(\[(?P<v6>[0-9a-fA-F.]*:[0-9a-fA-F:.]*)\]|(?P<name>[^\[\]:]+))(:\d{1,5})?", re.ASCII)


def audience(*who: str) -> Callable[[Callable[Concatenate[Visit, P], R]], Callable[P, R]]:
    """Restrict a route to `who`, names in `AUDIENCES`; a route without this answers 404. The view is given the `Visit`,
    then the parts of the address."""
    assert AUDIENCES.keys() >= {*who}, who

    def mark(view: Callable[Concatenate[Visit, P], R]) -> Callable[P, R]:
        @wraps(view)
        def visited(*given: P.args, **named: P.kwargs) -> R:
            return view(this_visit(), *given, **named)

        visited.audience = who  # type: ignore[attr-defined]
        return visited

    return mark


def init_access(app: Flask) -> None:
    """Check every request of `app` before its view is called."""
    app.config |= {"MAX_CONTENT_LENGTH": BODY, "MAX_FORM_MEMORY_SIZE": BODY, "MAX_FORM_PARTS": PARTS}
    app.before_request(_check)
    app.after_request(_dress)
    if services_of(app).store.path is None:
        app.after_request(_keep_together)


def _check() -> None:
    """Run all checks in their order: one function, since Flask takes its time with each."""
    visit, asked = this_visit(), request.environ
    services = visit.services
    read_language(partial(services.workers.run, None))  # even a refusal is spoken
    _check_host(services, asked)
    _check_pace(services)
    _check_origin(services, asked)
    _check_dates(asked)
    _check_open(services)
    _check_audience(visit)
    _note_presence(visit)
    _note_entrance(visit, asked)


def _check_host(services: Services, asked: Environ) -> None:
    """Refuse, by 421, a Host header that is none of our own names (DNS rebinding)."""
    name = _host_name(asked.get("HTTP_HOST", ""))
    if not _is_own(name, services) and name not in services.entrances.names:
        abort(421)


def _is_own(name: str, services: Services) -> bool:
    return name in own_hosts() or name in services.own_names


@lru_cache(KEPT)
def _host_name(host: str) -> str:
    """The name in a Host header, without port and brackets; empty if it is none."""
    match = HOST.fullmatch(host)
    return (match["v6"] or match["name"]).lower() if match else ""


def _note_presence(visit: Visit) -> None:
    """Record that a device that hosts was heard of."""
    device = visit.here.screen(visit.number) if visit.here else None
    if visit.here and device and device.host:
        visit.services.presence.hear(visit.here, device.device)


def _note_entrance(visit: Visit, asked: Environ) -> None:
    """Record the address by which a request came in; evenings whose screens show it get a new version."""
    entrances, evenings, here = visit.services.entrances, visit.services.evenings, visit.here
    group = HOME if here is None else here.group
    is_new = entrances.note(group, _host_name(asked["HTTP_HOST"]), asked.get("REMOTE_ADDR") or "")
    concerned = evenings.all_open(group) if is_new else [here]
    for evening in concerned:
        if evening and entrances.has_news(evening.id, group, evening.address):
            evenings.change(evening)
            vars(visit).pop("here", None)  # it has another version by now


def _check_origin(services: Services, asked: Environ) -> None:
    """Refuse, by 403, a form that a page of another site posted.

    Allowed are the addresses at which people reach us, and the one that was called, if that is this machine's own: of
    others the command line gives scheme and port.
    """
    if asked["REQUEST_METHOD"].upper() in ("GET", "HEAD", "OPTIONS"):
        return
    origin = asked.get("HTTP_ORIGIN")
    if origin is None and _is_program():
        return
    site, host = _site(asked.get("HTTP_REFERER", "") if origin is None else origin), asked["HTTP_HOST"]
    is_ours = _is_own(_host_name(host), services) and site == _own_site(asked["wsgi.url_scheme"], host)
    if not is_ours and site not in services.entrances.reachable_at:
        abort(403)


@lru_cache(KEPT)
def _own_site(scheme: str, host: str) -> str:
    """Origin that a browser sends for our own page at this host: without the default port."""
    return get_current_url(scheme, get_host(scheme, host)).rstrip("/")


@lru_cache(KEPT)
def _site(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def _is_program() -> bool:
    """Whether a program calls: its key is in a header, which no page of another site can set, and it sends no
    cookie."""
    return request.path.startswith("/api/") and "Cookie" not in request.headers


def _check_dates(asked: Environ) -> None:
    """Refuse, by 400, a date beyond all calendars: Werkzeug would fail on it while it answers with a file."""
    for date in filter(None, map(asked.get, DATES)):
        try:
            parse_date(date)
        except OverflowError:
            abort(400)


def _check_open(services: Services) -> None:
    """Refuse every POST, by Closed, while the server shuts down; by Unavailable all if it hears of no other; and once
    it was drained all but a POST, which a proxy sends nowhere else."""
    if services.closing and request.method == "POST":
        raise Closed
    if not services.store.hears or (services.store.is_drained and request.method != "POST"):
        raise Unavailable("other servers may be asked")


def _check_pace(services: Services) -> None:
    """Count tables that programs open, by address: 429 if it is one too many."""
    if request.endpoint == LAYS:
        services.buckets.tables.check(f"address {request.remote_addr}", time.monotonic())


def _check_audience(visit: Visit) -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None:
        return  # no such page: the 404 is on its way
    who: tuple[str, ...] = getattr(view, "audience", ())
    if not who:
        abort(404)
    for name in who:
        AUDIENCES[name](visit)


def guest_only(visit: Visit) -> None:
    """Admit a device that has joined the evening: 401 for any other, Refused for one that was removed."""
    _ = visit.device


def reader_only(visit: Visit) -> None:
    """Admit who may read the history of a group: a device that has joined its evening; where that is over, one that may
    go on reading. 401 for any other."""
    if visit.here is not None:
        guest_only(visit)
    elif visit.last is None or not visit.last.may_read:
        abort(401)


def returning_only(visit: Visit) -> None:
    """Admit a device that is at no evening, and may come to its group's next one without a code: 401 for others."""
    if visit.last is None or not visit.last.may_return:
        abort(401)


def host_only(visit: Visit) -> None:
    """Admit a device that hosts: 403 for any other."""
    if not visit.device.host:
        abort(403)


def keeper_only(visit: Visit) -> None:
    """Admit a device that keeps the group of its evening: 403 for any other."""
    guest_only(visit)
    if not visit.is_keeper:
        abort(403)


def noticed_only(visit: Visit, code: str, must_sit: bool = True) -> None:
    """Admit a device that has the notice `code`, and is a phone of somebody who sits here: 403 for any other."""
    device = visit.device
    if not visit.evening.has_notice(device.device, code) or (must_sit and not device.is_seated_phone):
        abort(403)


def key_holder(visit: Visit) -> None:
    """Admit a key of the table that the address names: 404 if there is no such table, 401 for another key."""
    live = visit.services.tables.find((request.view_args or {})["code"])
    if live is None:
        abort(404)
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    key = given.strip() if scheme.lower() == "bearer" else ""
    visit.key = key or request.args.get("key", "")
    shown = visit.services.api_keys.opens(visit.key)
    if shown is None or shown.table_id != live.header.id or (not key and shown.role != "watch"):
        abort(401)
    visit.live, visit.shown = live, shown


def spectator_only(visit: Visit) -> None:
    """Admit a link to the scoreboard of an open evening: 410 for any other."""
    watched = visit.services.evenings.by_spectator((request.view_args or {})["ticket"])
    if watched is None:
        abort(410)
    visit.watched = watched


def follower_of_a_link(visit: Visit) -> None:
    """Admit a followed link: 403 where another page fetches it, as a picture or in a frame."""
    if request.headers.get("Sec-Fetch-Dest", "document") != "document":
        abort(403)


def operator_only(visit: Visit) -> None:
    """Admit the link to the hall that the terminal prints: 404 for any other."""
    ticket = (request.view_args or {})["ticket"]
    if not compare_digest(ticket.encode(), visit.services.hall_ticket.encode()):
        abort(404)


def open_server(visit: Visit) -> None:
    """Admit anybody if the server lets anybody open a group: 404 elsewhere."""
    if not visit.services.is_open:
        abort(404)


def _dress(response: Response) -> Response:
    headers = response.headers
    given = {name.lower() for name, _ in headers}
    for name, value in DRESS.items():
        if name.lower() not in given:
            headers.add(name, value)
    return response


def _keep_together(response: Response) -> Response:
    """Set the cookie by which a proxy leads all devices of an evening to one of several servers (docs/hall.md)."""
    visit: Visit | None = g.get("visit")
    if visit is not None:
        visit.keep_together(response)
    return response


AUDIENCES: dict[str, Callable[[Visit], None]] = {
    "anyone": lambda visit: None,
    "visit": follower_of_a_link,
    "open": open_server,
    "key": key_holder,
    "guest": guest_only,
    "reader": reader_only,
    "returning": returning_only,
    "host": host_only,
    "keeper": keeper_only,
    "offered": partial(noticed_only, code=OFFERED),
    "objector": partial(noticed_only, code=TAKEN),
    "replaced": partial(noticed_only, code=REPLACED, must_sit=False),
    "spectator": spectator_only,
    "operator": operator_only,
}
