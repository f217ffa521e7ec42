"""Open streams without a greenlet each: a connection costs its socket and the state of its screen."""

import logging
import ssl
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import gevent
from flask import Flask

from companion.server import deadlines
from companion.server.room import Place, Use
from companion.server.turns import DrawingTurns, Turns
from companion.storage.notifier import EVERYTHING, evening_of
from companion.web.access.services import services_of
from companion.web.screens.stream import HEARTBEAT_SECONDS, LOOK_SECONDS, Stream

READ, WRITE = 1, 2  # what gevent's watchers wait for
AT_ONCE = 10  # drawings in a second
SOON_SECONDS, LATEST_SECONDS = 0.01, 0.1
UNFOLLOWED_SECONDS = 30.0  # after so long without a stream, what was drawn for a topic is forgotten
NOT_NOW = BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError
log = logging.getLogger("companion.server.streams")


class OpenStream:
    """A stream on a connection whose head has been answered."""

    __slots__ = (
        *("_has_news", "_is_chunked", "_is_looking", "_place", "_reading", "_socket", "_streams", "_unsent"),
        *("_writing", "sent_at", "stream", "token"),
    )

    def __init__(self, streams: "OpenStreams", stream: Stream, connection: Any, place: Place, is_chunked: bool) -> None:
        self.stream, self.token, self.sent_at = stream, streams.services.streams.open(stream.caller), time.monotonic()
        self._streams, self._socket, self._place, self._is_chunked = streams, connection, place, is_chunked
        self._unsent = b""
        self._has_news = self._is_looking = False
        loop, number = gevent.get_hub().loop, connection.fileno()
        self._reading, self._writing = loop.io(number, READ), loop.io(number, WRITE)
        connection.settimeout(0.0)  # nobody waits for one connection
        self._reading.start(self._read)

    def send_news(self) -> None:
        """Send what is new; while the device has not taken the last chunk, only note that there is news.

        Finding news may yield to others, who may end the connection: one call at a time does it.
        """
        self._has_news = True
        if self._is_looking:
            return
        self._is_looking = True
        try:
            while self._has_news and not self._unsent and self._socket is not None:
                self._has_news = False
                self._send_if_open(self.stream.news())
        finally:
            self._is_looking = False

    def _send_if_open(self, news: bytes) -> None:
        if self._socket is not None:
            self.send(news)
        if self.stream.is_over:
            self.close()

    def send(self, data: bytes) -> None:
        """Send a chunk as far as the connection takes it, the rest once it takes more."""
        self._unsent = b"%x\r\n%s\r\n" % (len(data), data) if self._is_chunked else data
        self._write()

    def _write(self) -> None:
        try:
            sent = self._socket.send(self._unsent)
        except NOT_NOW:
            sent = 0
        except OSError:
            self.close()
            return
        self._unsent = self._unsent[sent:]
        self.sent_at = time.monotonic() if sent else self.sent_at
        if not self._unsent:
            self._writing.stop()
        elif not self._writing.active:
            self._writing.start(self._write_on)

    def _write_on(self) -> None:
        """Send the rest of a chunk, then look for news that came meanwhile."""
        self._write()
        if not self._unsent:
            self._streams.look(self)

    def _read(self) -> None:
        """Close the connection if the client ends it; bytes from a client are dropped."""
        try:
            ended = not self._socket.recv(4096)
        except NOT_NOW:
            return
        except OSError:
            ended = True
        if ended:
            self.close()

    def check(self, now: float) -> None:
        """Send a heartbeat after silence; close a stream that was ended elsewhere or is stuck."""
        quiet = now - self.sent_at
        is_stuck = self._unsent != b"" and quiet > deadlines.QUIET_SECONDS
        if is_stuck or not self._streams.services.streams.lives(self.stream.caller, self.token):
            self.close()
        elif not self._unsent and quiet >= HEARTBEAT_SECONDS:
            self.send(self.stream.BEAT)

    def close(self) -> None:
        """Close. Idempotent."""
        if self._socket is None:
            return
        if self._is_chunked and not self._unsent:
            try:
                self._socket.send(b"0\r\n\r\n")
            except OSError as gone:
                log.debug("A stream had ended by itself: %s", gone)
        self._reading.close()
        self._writing.close()
        self._socket.close()
        self._socket = None
        self._place.leave()
        self._streams.forget(self)


class Topic:
    """The open streams that follow a topic: numbers of lines, which are sent at once, and screens, which are drawn.

    All screens are drawn by turns: the first ten times in any second soon, after that within 100 ms.
    """

    def __init__(self, turns: DrawingTurns, send: Callable[[OpenStream], None]) -> None:
        self._turns, self._send = turns, send
        self._group: int | None = None
        self._numbers: dict[OpenStream, None] = {}
        self._screens: dict[OpenStream, None] = {}
        self._due: OrderedDict[OpenStream, None] = OrderedDict()  # what is still to be drawn
        self._is_rung = self._is_telling = self._is_drawing = False
        self._drawn: deque[float] = deque(maxlen=AT_ONCE)  # when all were drawn last, by the monotonic clock

    @property
    def streams(self) -> list[OpenStream]:
        return [*self._numbers, *self._screens]

    def add(self, opened: OpenStream) -> None:
        if opened.stream.group is None:
            self._numbers[opened] = None
        else:
            self._screens[opened], self._group = None, opened.stream.group

    def forget(self, opened: OpenStream) -> None:
        for streams in (self._numbers, self._screens, self._due):
            streams.pop(opened, None)

    def ring(self) -> None:
        """Send all their news, soon: the request that made them is answered first."""
        if self._numbers and not self._is_telling:
            self._is_telling = True
            gevent.spawn(self._tell)
        if self._screens:
            self._is_rung = True
            self._begin_to_draw()

    def look(self, opened: OpenStream) -> None:
        self._due[opened] = None
        self._begin_to_draw()

    def _tell(self) -> None:
        self._is_telling = False
        for opened in [*self._numbers]:
            self._send(opened)

    def _begin_to_draw(self) -> None:
        if not self._is_drawing:
            self._is_drawing = True
            gevent.spawn(self._draw)

    def _draw(self) -> None:
        try:
            while self._is_rung or self._due:
                patience = self._patience()
                turn = self._turns.take(self._group, patience)
                if self._is_rung:
                    self._is_rung = False
                    self._due.update(self._screens)
                while self._due:
                    opened, _ = self._due.popitem(last=False)
                    self._send(opened)
                    if self._due and turn.is_over:
                        turn = self._turns.take(self._group, patience)
        finally:
            self._is_drawing = False

    def _patience(self) -> float:
        """The longest wait in seconds for each turn of a drawing that begins now."""
        now = time.monotonic()
        is_often = len(self._drawn) == AT_ONCE and now - self._drawn[0] < 1
        self._drawn.append(now)
        return LATEST_SECONDS if is_often else SOON_SECONDS


class OpenStreams:
    def __init__(self, app: Flask, turns: Turns) -> None:
        self._app = app
        self.services = services_of(app)
        self._by_topic: dict[str, Topic] = {}
        self._unfollowed: dict[str, float] = {}  # topics without a stream, and since when, by the monotonic clock
        self._turns = DrawingTurns(turns)
        self._checking: gevent.Greenlet | None = None
        self.services.notifier.listen(self.ring)

    def take(self, stream: Stream, connection: Any, place: Place, is_chunked: bool) -> None:
        """Send a stream on this connection from now on, and close it at its end."""
        opened = OpenStream(self, stream, connection, place, is_chunked)
        place.begin(Use.STREAM)
        place.end = opened.close
        self._by_topic.setdefault(stream.topic, Topic(self._turns, self._send)).add(opened)
        if self._checking is None:
            self._checking = gevent.spawn(self._check)
        self._send(opened)

    def forget(self, opened: OpenStream) -> None:
        self.services.streams.close(opened.stream.caller, opened.token)
        topic = self._by_topic.get(opened.stream.topic)
        if topic is not None:
            topic.forget(opened)
            if not topic.streams:
                del self._by_topic[opened.stream.topic]
                self._unfollowed[opened.stream.topic] = time.monotonic()

    def ring(self, name: str) -> None:
        topics = [*self._by_topic.values()] if name == EVERYTHING else [self._by_topic.get(name)]
        for topic in topics:
            if topic is not None:
                topic.ring()

    def look(self, opened: OpenStream) -> None:
        topic = self._by_topic.get(opened.stream.topic)
        if topic is not None:
            topic.look(opened)

    def close(self) -> None:
        if self._checking is not None:
            self._checking.kill(block=False)
        for opened in self._all():
            opened.close()

    def _send(self, opened: OpenStream) -> None:
        with self._app.app_context():
            try:
                opened.send_news()
            except Exception:
                log.exception("A stream ended by a fault")
                opened.close()

    def _check(self) -> None:
        while True:
            gevent.sleep(LOOK_SECONDS)
            now, store = time.monotonic(), self.services.store
            serves = store.hears and not store.is_drained
            for opened in self._all():
                opened.check(now) if serves else opened.close()  # its device asks another server
            self._forget_unfollowed(now)

    def _forget_unfollowed(self, now: float) -> None:
        for topic, since in [*self._unfollowed.items()]:
            if topic in self._by_topic:
                del self._unfollowed[topic]
            elif now - since > UNFOLLOWED_SECONDS:
                del self._unfollowed[topic]
                self.services.drawings.forget(evening_of(topic) or topic)

    def _all(self) -> list[OpenStream]:
        return [opened for topic in self._by_topic.values() for opened in topic.streams]
