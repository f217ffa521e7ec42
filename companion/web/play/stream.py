"""Server-sent events that follow a table: heartbeats find dead connections, a shutdown ends the others."""

from collections.abc import Callable, Iterator, Mapping

from flask import Response, request, stream_with_context

from companion.storage.integrity.damage import Damaged
from companion.web.drawing.part import Part
from companion.web.play.screen import Screen
from companion.web.services import Services, services

PARTS = "shared", "private"
BEAT = b"event: beat\ndata: \n\n"  # an event: a script cannot hear comments
RELOAD = b"event: reload\ndata: \n\n"
END = b": \n\n"
HEARTBEAT_SECONDS = 9.0  # the second one that does not arrive ends a stream: within 20 seconds
LOOK_SECONDS = 1.5  # how often a stream checks whether it was closed elsewhere


def events(chunks: Iterator[str] | Iterator[bytes]) -> Response:
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


def screens(name: str, caller: str, look: Callable[[], Screen | None]) -> Response:
    """A screen as it changes with every notice of the topic `name`: each part whenever it is not what the device has.

    The device says what it has by `layout`, `game` and the hashes of `shared` and `private`. Where there is no screen
    any more, the page is told to fetch itself whole, and the stream ends.
    """
    return events(_screens(services(), name, caller, look, Follower(request.args)))


def _screens(
    app_services: Services, name: str, caller: str, look: Callable[[], Screen | None], follower: "Follower"
) -> Iterator[bytes]:
    for is_notice in notices(app_services, name, caller):
        if not is_notice:
            yield BEAT
            continue
        screen = _screen(look)
        yield RELOAD if screen is None else follower.events(screen)
        if screen is None:
            return


def _screen(look: Callable[[], Screen | None]) -> Screen | None:
    try:
        return look()
    except Damaged:  # the page that is fetched instead says so
        return None


class Follower:
    """What a device has of its screen, and what it has to be sent."""

    def __init__(self, has: Mapping[str, str]) -> None:
        """`has`: what it said of its page."""
        self._page = has.get("layout", ""), has.get("game", "")
        self._etags = {name: has.get(name, "") for name in PARTS}
        self._parts = dict.fromkeys(PARTS, Part())  # as they were sent: a page says only their hashes

    def events(self, screen: Screen) -> bytes:
        """What it needs to show this screen, and a comment that ends it.

        Another layout or game, which has style sheets of its own: the page is told to fetch itself whole.
        """
        if (screen.layout, screen.game) != self._page:
            return RELOAD
        return self._event("shared", screen, screen.shared) + self._event("private", screen, screen.private) + END

    def _event(self, name: str, screen: Screen, part: Part) -> bytes:
        if part.etag == self._etags[name]:
            return b""
        has = self._parts["shared"].hashes | self._parts["private"].hashes
        pieces = b"".join(piece.event for piece in part.pieces if piece.hash not in has)
        self._etags[name], self._parts[name] = part.etag, part
        head = f"event: {name}\nid: {screen.version}\ndata: {part.etag} {screen.line}\ndata: {part.order}\n\n"
        return pieces + head.encode()


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
