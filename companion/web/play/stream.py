"""Server-sent events that follow a table: heartbeats find dead connections, a shutdown ends the others."""

from collections.abc import Callable, Iterator

from flask import Response, request, stream_with_context

from companion.storage.integrity.damage import Damaged
from companion.web.play.screen import RenderedScreen
from companion.web.services import Services, services

HEARTBEAT_SECONDS = 9.0  # the second one that does not arrive ends a stream: within 20 seconds
LOOK_SECONDS = 1.5  # how often a stream checks whether it was closed elsewhere


def events(chunks: Iterator[str]) -> Response:
    """An event stream that no proxy holds back and no cache keeps."""
    response = Response(stream_with_context(chunks), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def numbers(code: str, caller: str) -> Response:
    """The line numbers of a table: the newest at once, then after every line."""
    return events(_numbers(services(), code, caller))


def _numbers(app_services: Services, code: str, caller: str) -> Iterator[str]:
    newest = None
    for is_notice in notices(app_services, code, caller):
        live = app_services.tables.find_whole(code) if is_notice else None
        if live is not None and live.line != newest:  # two notices may be read after two lines: the second is no news
            newest = live.line
            yield f"event: line\ndata: {newest}\n\n"
        else:
            yield ": \n\n"


def screens(name: str, caller: str, render: Callable[[], RenderedScreen | None]) -> Response:
    """A screen as it changes with every notice of the topic `name`: each part whenever it is not what the device has.

    The device says what it has by `layout`, `game` and the hashes of `shared` and `private`. Another layout or game,
    which has style sheets of its own: the page is told to fetch itself whole. So it is where there is no screen any
    more, and the stream ends.
    """
    have = {part: request.args.get(part, "") for part in ("layout", "game", "shared", "private")}
    return events(_screens(services(), name, caller, render, have))


def _screens(
    app_services: Services, name: str, caller: str, render: Callable[[], RenderedScreen | None], have: dict[str, str]
) -> Iterator[str]:
    for is_notice in notices(app_services, name, caller):
        screen = _rendered(render) if is_notice else None
        if not is_notice:
            yield "event: beat\ndata: \n\n"  # an event: a script cannot hear comments
        elif screen is None:
            yield "event: reload\ndata: \n\n"
            return
        elif (screen.layout, screen.game) != (have["layout"], have["game"]):
            yield "event: reload\ndata: \n\n"
        else:
            for part in ("shared", "private"):
                etag = screen.etag(part)
                if etag != have[part]:
                    have[part] = etag
                    yield _event(part, f"{etag} {screen.line}\n{getattr(screen, part)}", screen.version)
            yield ": \n\n"


def _rendered(render: Callable[[], RenderedScreen | None]) -> RenderedScreen | None:
    try:
        return render()
    except Damaged:  # the page that is fetched instead says so
        return None


def _event(name: str, data: str, version: int) -> str:
    """An event. Its first line holds the hash of the part and the newest line of the table; `id` is the version."""
    lines = "".join(f"data: {text}\n" for text in data.splitlines())
    return f"event: {name}\nid: {version}\n{lines}\n"


def notices(app_services: Services, name: str, caller: str) -> Iterator[bool]:
    """True at once and after every notice of the topic `name`, False for a heartbeat.

    Ends when the caller's stream does, or the server closes.
    """
    streams = app_services.streams
    token = streams.open(caller)
    try:
        count, quiet = app_services.notifier.count(name), 0.0
        yield True
        while streams.lives(caller, token) and not app_services.closing:
            newest = app_services.notifier.wait(name, count, LOOK_SECONDS)
            quiet = quiet + LOOK_SECONDS if newest == count else 0.0
            if newest != count or quiet >= HEARTBEAT_SECONDS:
                yield newest != count
                quiet = 0.0
            count = newest
    finally:
        streams.close(caller, token)
