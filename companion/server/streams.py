"""Open streams, sent without a greenlet each: a connection costs what its socket and what it has seen take."""

import logging
import ssl
import time
from typing import Any

import gevent
from flask import Flask

from companion.server import deadlines
from companion.server.room import Place
from companion.web.play.stream import HEARTBEAT_SECONDS, LOOK_SECONDS, Stream
from companion.web.services import Services

READ, WRITE = 1, 2  # what gevent's watchers wait for
NOT_NOW = BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError
log = logging.getLogger("companion.server.streams")


class OpenStream:
    """A stream on a connection whose head has been answered."""

    __slots__ = (
        *("stream", "token", "sent_at"),
        *(
            "_has_news",
            "_is_chunked",
            "_is_looking",
            "_place",
            "_reading",
            "_socket",
            "_streams",
            "_unsent",
            "_writing",
        ),
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
        """Send what is new; where the device does not take what was sent before, once it has.

        To look for news may take a while, in which there are others, or the connection ends: one looks at a time.
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
        """Send a chunk, as far as the connection takes it; the rest once it takes more."""
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
        """It takes more by now: then there may be news that it missed."""
        self._write()
        if not self._unsent:
            self._streams.ring(self.stream.topic)

    def _read(self) -> None:
        """Whoever follows says nothing more: the connection has ended, or what comes is not ours."""
        try:
            ended = not self._socket.recv(4096)
        except NOT_NOW:
            return
        except OSError:
            ended = True
        if ended:
            self.close()

    def check(self, now: float) -> None:
        """Send a heartbeat where it has been quiet; end what was closed elsewhere, or takes nothing any more."""
        quiet = now - self.sent_at
        is_stuck = self._unsent != b"" and quiet > deadlines.QUIET_SECONDS
        if is_stuck or not self._streams.services.streams.lives(self.stream.caller, self.token):
            self.close()
        elif not self._unsent and quiet >= HEARTBEAT_SECONDS:
            self.send(self.stream.BEAT)

    def close(self) -> None:
        """End it; once is enough."""
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


class OpenStreams:
    """The open streams of a server, by the topics that they follow."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self.services: Services = app.extensions["services"]
        self._by_topic: dict[str, dict[OpenStream, None]] = {}
        self._rung: set[str] = set()
        self._checking: gevent.Greenlet | None = None
        self.services.notifier.listen(self.ring)

    def take(self, stream: Stream, connection: Any, place: Place, is_chunked: bool) -> None:
        """Send a stream on this connection from now on, and close it at its end."""
        opened = OpenStream(self, stream, connection, place, is_chunked)
        self._by_topic.setdefault(stream.topic, {})[opened] = None
        if self._checking is None:
            self._checking = gevent.spawn(self._check)
        self._send([opened])

    def forget(self, opened: OpenStream) -> None:
        """A stream has ended."""
        self.services.streams.close(opened.stream.caller, opened.token)
        followers = self._by_topic.get(opened.stream.topic, {})
        followers.pop(opened, None)
        if not followers:
            self._by_topic.pop(opened.stream.topic, None)

    def ring(self, topic: str) -> None:
        """Send their news to all who follow a topic, soon: whoever made them is answered first."""
        if topic in self._by_topic and topic not in self._rung:
            self._rung.add(topic)
            gevent.spawn(self._tell, topic)

    def close(self) -> None:
        """End all streams."""
        if self._checking is not None:
            self._checking.kill(block=False)
        for opened in self._all():
            opened.close()

    def _tell(self, topic: str) -> None:
        self._rung.discard(topic)
        self._send(list(self._by_topic.get(topic, ())))

    def _send(self, opened: list[OpenStream]) -> None:
        with self._app.app_context():
            for one in opened:
                try:
                    one.send_news()
                except Exception:
                    log.exception("A stream ended by a fault")
                    one.close()

    def _check(self) -> None:
        while True:
            gevent.sleep(LOOK_SECONDS)
            now = time.monotonic()
            for opened in self._all():
                opened.check(now)

    def _all(self) -> list[OpenStream]:
        return [opened for followers in self._by_topic.values() for opened in followers]
