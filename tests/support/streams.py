"""A stream that a device or program has open, sent by the server's own part for streams."""

from typing import Any

from flask import Flask, Response, request, request_finished
from flask.testing import FlaskClient
from gevent import socket
from werkzeug.test import TestResponse

from companion.server.room import Room
from companion.server.streams import OpenStreams
from companion.server.turns import Turns
from companion.web.screens.stream import STREAM
from companion.web.screens.stream import Stream as FollowedStream
from tests.support.effort import patient
from tests.support.server import next_event

COMMENT = "", ""
SECONDS = 10


def open_streams(app: Flask) -> OpenStreams:
    """The streams of this app, as a server of it would hold them."""
    if "test streams" not in app.extensions:
        app.extensions["test streams"] = OpenStreams(app, Turns())
    streams: OpenStreams = app.extensions["test streams"]
    return streams


def asked_for(client: FlaskClient, path: str, **more: Any) -> tuple[TestResponse, FollowedStream]:
    """The head of an answer, and the stream that a server sends on, of which nothing was sent yet."""
    streams: list[FollowedStream] = []

    def note(sender: Flask, response: Response) -> None:
        streams.append(request.environ[STREAM])

    with request_finished.connected_to(note, client.application):
        return client.head(path, **more), streams[-1]


class Stream:
    """A stream over a connection in this process: `next()` is the next event, None at its end."""

    def __init__(self, client: FlaskClient, path: str, key: str = "", **more: Any) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.answer, stream = asked_for(client, path, headers=headers, **more)
        ours, self._connection = socket.socketpair()
        place = Room(1).enter("127.0.0.1")
        assert place is not None
        self._place = place
        self._connection.settimeout(patient(SECONDS))
        self._sent = self._connection.makefile("rb")
        open_streams(client.application).take(stream, ours, place, False)

    def next(self) -> tuple[str, str] | None:
        """The next event that a script hears; None if there is none any more."""
        while (event := next_event(self._sent.readline)) == COMMENT:
            pass
        return event

    def chunk(self) -> bytes:
        """What has come since, at least something; nothing at the end."""
        come: bytes = self._sent.read1(2**20)
        return come

    def close(self) -> None:
        """Hang up."""
        self._place.end()
        self._sent.close()
        self._connection.close()
