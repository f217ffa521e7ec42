"""Streams without a greenlet each: news that take a while to be looked for come in their order, or not at all."""

from collections.abc import Iterator

import gevent
import pytest
from flask import Flask
from gevent import socket
from gevent.event import Event

from companion.server.room import Room
from companion.server.streams import OpenStreams
from companion.server.turns import Turns
from companion.storage.notifier import evening_topic
from companion.web.access.limits import screen_caller
from companion.web.screens.stream import Stream
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.gathering import Gathering
from tests.support.server import Server, plug

TOPIC = "a topic"
Ends = tuple[socket.socket, socket.socket]


class SlowStream(Stream):
    """Its news are how often somebody has begun to look for them; the first look lasts until it may end."""

    def __init__(self) -> None:
        super().__init__(TOPIC, "a caller")
        self.may_end = Event()
        self.begun = self.under_way = 0

    def news(self) -> bytes:
        self.begun += 1
        number = self.begun
        self.under_way += 1
        assert self.under_way == 1, "one looks at a time"
        if number == 1:
            self.may_end.wait(patient(10))
        self.under_way -= 1
        return b"%d\n" % number


@pytest.fixture
def ends() -> Iterator[Ends]:
    ends = socket.socketpair()
    yield ends
    for end in ends:
        end.close()


@pytest.fixture
def begun(app: Flask, ends: Ends) -> tuple[OpenStreams, SlowStream, Room]:
    """A stream whose first look is under way."""
    streams, stream, room = OpenStreams(app, Turns()), SlowStream(), Room(1)
    place = room.enter("127.0.0.1")
    assert place is not None
    gevent.spawn(streams.take, stream, ends[0], place, False)
    while not stream.begun:
        gevent.sleep(0)
    return streams, stream, room


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/1.0"])
@pytest.mark.parametrize("wish", ["", "Connection: close\r\n", "Connection: keep-alive\r\n"])
def test_a_stream_goes_on_also_where_the_connection_ends_with_it(
    standing_server: Server, version: str, wish: str
) -> None:
    """A proxy asks for the end of each connection, and knows of no other way to tell the end of an old answer."""
    laid = ApiTable(standing_server.program().call)
    with plug(standing_server.url) as connection:
        path = f"{laid.path}/live?key={laid.watch}"
        connection.sendall(f"GET {path} {version}\r\nHost: 127.0.0.1\r\n{wish}\r\n".encode())
        with connection.makefile("rb") as answer:
            assert b" 200 " in answer.readline()
            assert b"data: 0\n" in iter(answer.readline, b"")
            laid.report(laid.host, adjust(0))
            assert b"data: 1\n" in iter(answer.readline, b"")


def test_who_is_told_meanwhile_looks_again_when_the_first_look_has_ended(
    ends: Ends, begun: tuple[OpenStreams, SlowStream, Room]
) -> None:
    streams, stream, _ = begun
    streams.ring(TOPIC)
    streams.ring(TOPIC)
    gevent.sleep(0)
    stream.may_end.set()
    received = b""
    with gevent.Timeout(patient(10)):
        while received.count(b"\n") < 2 and (piece := ends[1].recv(100)):
            received += piece
    assert received == b"1\n2\n"
    streams.close()


def test_nothing_is_sent_to_whoever_has_gone_meanwhile(
    ends: Ends, begun: tuple[OpenStreams, SlowStream, Room], caplog: pytest.LogCaptureFixture
) -> None:
    streams, stream, room = begun
    ends[1].close()
    with gevent.Timeout(patient(10)):
        while room.taken:
            gevent.sleep(0)
    stream.may_end.set()
    gevent.sleep(0)
    gevent.sleep(0)
    assert caplog.text == ""
    streams.close()


class QuietStream(Stream):
    def news(self) -> bytes:
        return b""


def test_that_a_scoreboard_has_gone_is_shown_where_its_connection_breaks(app: Flask, ends: Ends) -> None:
    evening, room, rung = Gathering(app), Room(1), Event()
    topic, place = evening_topic(evening.now.id), room.enter("127.0.0.1")
    assert place is not None
    evening.services.notifier.listen(lambda name: rung.set() if name == topic else None)
    (board,) = evening.now.hosting
    OpenStreams(app, Turns()).take(QuietStream(TOPIC, screen_caller(board.device)), ends[0], place, False)
    assert rung.wait(patient(10))
    rung.clear()
    ends[1].close()
    assert rung.wait(patient(10))
