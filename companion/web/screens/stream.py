"""Server-sent events: the line numbers of a table, and a screen as it changes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from flask import Response, request, stream_with_context

from companion.evening.gestures import Gesture
from companion.games.moves import Refused
from companion.storage.damage import Damaged
from companion.web.access.services import Services
from companion.web.access.static_files import static_files
from companion.web.screens.folds import OpenFold
from companion.web.screens.screen import Screen
from companion.web.text.drawn import Drawn
from companion.web.text.languages import Speaking, spoken

STREAM = "companion.stream"  # in the environment of a request: the stream that a server sends on
RELOAD = b"event: reload\ndata: \n\n"
OTHER_PAGE = b"event: reload\ndata: %s\n\n"  # with the code of the table that is shown
END = b": \n\n"
HEARTBEAT_SECONDS = 9.0  # the second one that does not arrive ends a stream: within 20 seconds
LOOK_SECONDS = 1.5  # how often a stream is asked whether it was closed elsewhere


class Stream(ABC):
    """Events for a device or a program, at once and after every notice of its topic.

    `caller`: who follows; of a caller's streams the newest three go on. `group`: whose screen it is, which takes long
    to draw; None for line numbers. `is_over`: nothing comes after the last news.
    """

    BEAT: ClassVar[bytes] = END  # what is sent while there are no news

    def __init__(self, topic: str, caller: str, group: int | None = None) -> None:
        self.topic, self.caller, self.group = topic, caller, group
        self.is_over = False

    @abstractmethod
    def news(self) -> bytes:
        """Events that have not been sent yet; to be called in the context of the app."""


class NumberStream(Stream):
    """Stream of the newest line number of a table with this code."""

    def __init__(self, services: Services, code: str, caller: str) -> None:
        super().__init__(code, caller)
        self._tables = services.tables
        self._newest: int | None = None

    def news(self) -> bytes:
        live = self._tables.find_whole(self.topic)
        self.is_over = live is None
        if live is None or live.line == self._newest:  # two notices may be read after two lines: the second is no news
            return END
        self._newest = live.line
        return b"event: line\ndata: %d\n\n" % live.line


class ScreenStream(Stream):
    """Stream of a screen of a group, which `look` returns: each slot that differs from the device's.

    If there is no screen any more, it makes the page reload, and ends.
    """

    BEAT = b"event: beat\ndata: \n\n"  # an event: a script cannot hear comments

    def __init__(
        self, topic: str, caller: str, group: int, look: Callable[[], Screen | None], has: Mapping[str, str]
    ) -> None:
        super().__init__(topic, caller, group)
        self._look, self._follower, self._language = look, Follower(has), spoken()

    def news(self) -> bytes:
        with Speaking(self._language):
            screen = self._screen()
            self.is_over = screen is None
            return RELOAD if screen is None else self._follower.events(screen)

    def _screen(self) -> Screen | None:
        try:
            return self._look()
        except (Damaged, Refused):  # the page that is fetched instead says so
            return None


class Follower:
    """Record of the slots that a device has, which yields the events that it lacks."""

    def __init__(self, has: Mapping[str, str]) -> None:
        """Start from `has`: the values that the device sent about its page."""
        files, self._drawings, *changes = [*has.get("state", "").split("."), "", "", ""][:4]
        self._page = has.get("layout", ""), has.get("game", ""), files
        self._changes = [_number(change) for change in changes]
        self._line = _number(has.get("line", ""))
        self._gesture: Gesture | None = None  # the newest that it knows of, or that was made before it came
        self._has_come = False
        self._told: set[OpenFold] = set()  # the folds of which it knows that something else is in them by now

    def events(self, screen: Screen) -> bytes:
        """Events by which the device comes to show this screen, and a comment that ends them.

        A page of another layout or game, which has style sheets of its own, or of other files is made to reload: the
        event has the code of the table that is shown, the only thing that a page beside the table reads. A page of
        other drawings is sent all slots.
        """
        if (screen.layout, screen.game, static_files().hash) != self._page:
            return OTHER_PAGE % screen.table.encode()
        parts = screen.shared, screen.private
        since = self._changes if screen.drawings == self._drawings else [0, 0]
        newer = [
            drawn.event
            for part, before in zip(parts, since, strict=True)
            for drawn in part.slots.values()
            if drawn.change > before
        ]
        if screen.gesture is not self._gesture:
            newer += self._of_gesture(screen.gesture)
        self._has_come = True
        stale = self._stale(screen)
        if not newer and screen.line == self._line:
            return stale + END
        self._drawings, self._changes, self._line = screen.drawings, [part.changes for part in parts], screen.line
        shown = f"event: shown\nid: {screen.version}\ndata: {screen.state} {screen.line}\n\n".encode()
        return b"".join([*newer, shown, stale, END])

    def _of_gesture(self, made: Gesture | None) -> list[bytes]:
        """A gesture as a slot of the page that no page is drawn with; empty for one from before the stream began."""
        self._gesture = made
        if made is None or not self._has_come:
            return []
        html = spoken().templates.get_template("play/_gesture.html").render(kind=made.kind, seat=made.seat)
        return [Drawn("gesture", None, html, 0).event]

    def _stale(self, screen: Screen) -> bytes:
        if not screen.folds:
            self._told = set()
            return b""
        stale = [fold for fold in screen.folds if fold.is_stale]
        news, self._told = [fold for fold in stale if fold not in self._told], set(stale)
        return b"".join(f"event: stale\ndata: {fold.address}\n\n".encode() for fold in news)


def _number(text: str) -> int:
    """Number in a value that a page sends; 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() else 0


def numbers(services: Services, code: str, caller: str) -> Response:
    """Stream of a table's line numbers: the newest at once, then after every line."""
    return _response(NumberStream(services, code, caller))


def screens(topic: str, caller: str, group: int, look: Callable[[], Screen | None]) -> Response:
    """Stream of a screen. The device sends its state: `layout`, `game`, `state` and `line`."""
    return _response(ScreenStream(topic, caller, group, look, request.args))


def _response(stream: Stream) -> Response:
    """Response with an event stream that no proxy holds back and no cache keeps.

    The body is the news so far, for a client to whom no server sends the stream on; an `EventSource` then asks again.
    """
    request.environ[STREAM] = stream
    response = Response(stream_with_context(_news_of(stream)), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _news_of(stream: Stream) -> Iterator[bytes]:
    yield stream.news()
