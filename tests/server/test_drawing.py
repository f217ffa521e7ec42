"""Screens are drawn by turns: however many there are and however often they are rung, all else goes on beside them."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import gevent
import pytest
from flask import Flask
from gevent import socket

from companion.server.room import Room
from companion.server.streams import OpenStreams
from companion.server.turns import Turns
from companion.storage.notifier import evening_topic
from companion.web.screens.stream import Stream
from tests.support.effort import patient

TOPIC, OTHER = "an evening", "another evening"
DRAWING = 0.002  # seconds of processor time for a screen
GAP = 0.05  # of processor time that the loop may look at nobody


class Drawn(Stream):
    """A screen of a group, or with None the numbers of a table: it notes when it is looked at, and may take a while."""

    def __init__(self, topic: str, group: int | None, order: list[str], seconds: float = 0) -> None:
        super().__init__(topic, f"caller {id(self)}", group)
        self._order, self._seconds = order, seconds

    def news(self) -> bytes:
        self._order.append(self.topic)
        end = time.thread_time() + self._seconds
        while time.thread_time() < end:
            pass
        return b": \n\n"


@pytest.fixture
def turns() -> Turns:
    return Turns()


@pytest.fixture
def streams(app: Flask, turns: Turns) -> Iterator[OpenStreams]:
    opened = OpenStreams(app, turns)
    yield opened
    opened.close()


@pytest.fixture
def follow(streams: OpenStreams) -> Iterator[Callable[[Stream], None]]:
    """A stream is followed from now on, by somebody who takes what comes."""
    room = Room(1000)
    with ExitStack() as left:

        def begin(stream: Stream) -> None:
            ours, theirs = map(left.enter_context, socket.socketpair())
            place = room.enter(f"127.0.0.{room.taken + 1}")
            assert place is not None
            left.callback(gevent.spawn(_take_all, theirs).kill)
            streams.take(stream, ours, place, is_chunked=False)

        yield begin


def _take_all(end: socket.socket) -> None:
    while end.recv(65536):
        pass


@contextmanager
def much_else() -> Iterator[None]:
    """A loop that always has something else to do."""

    def ask() -> None:
        while True:
            gevent.sleep(0)

    asking = gevent.spawn(ask)
    yield
    asking.kill()


def wait_for(order: list[str], drawn: int) -> None:
    with gevent.Timeout(patient(20)):
        while len(order) < drawn:
            gevent.sleep(0.001)


def test_beside_much_else_a_topic_is_drawn_ten_times_in_a_second_and_then_each_100_ms(
    streams: OpenStreams, follow: Callable[[Stream], None]
) -> None:
    order: list[str] = []
    follow(Drawn(TOPIC, 1, order))
    order.clear()
    began, rings = time.monotonic(), 0
    with much_else():
        while time.monotonic() - began < 0.5:
            streams.ring(TOPIC)
            rings += 1
            gevent.sleep(0.001)
        seconds = time.monotonic() - began
        assert 10 <= len(order) <= 10 * (1 + int(seconds)) + seconds / 0.1 + 1
        assert rings > len(order)
        before = len(order)
        streams.ring(TOPIC)
        wait_for(order, before + 1)


def test_where_nothing_else_is_to_be_done_each_ring_is_drawn(
    streams: OpenStreams, follow: Callable[[Stream], None]
) -> None:
    order: list[str] = []
    follow(Drawn(TOPIC, 1, order))
    for number in range(2, 42):
        streams.ring(TOPIC)
        wait_for(order, number)


def test_while_somebody_is_answered_nothing_is_drawn_until_that_is_late(
    streams: OpenStreams, turns: Turns, follow: Callable[[Stream], None]
) -> None:
    order: list[str] = []
    follow(Drawn(TOPIC, 1, order))
    answered = turns.take("127.0.0.1")
    streams.ring(TOPIC)
    gevent.sleep(0)
    gevent.idle()
    assert len(order) == 1
    wait_for(order, 2)
    streams.ring(TOPIC)
    answered.over()
    gevent.idle()
    wait_for(order, 3)


def test_rings_that_come_together_are_one_drawing(streams: OpenStreams, follow: Callable[[Stream], None]) -> None:
    order: list[str] = []
    follow(Drawn(TOPIC, 1, order))
    for _ in range(100):
        streams.ring(TOPIC)
    wait_for(order, 2)
    gevent.idle()
    assert len(order) == 2


def test_numbers_of_lines_wait_for_no_turn(streams: OpenStreams, follow: Callable[[Stream], None]) -> None:
    order: list[str] = []
    follow(Drawn(TOPIC, None, order))
    with much_else():
        for number in range(2, 52):
            streams.ring(TOPIC)
            gevent.sleep(0)
            gevent.sleep(0)
            assert len(order) == number


def test_many_screens_hold_nothing_up(streams: OpenStreams, follow: Callable[[Stream], None]) -> None:
    order: list[str] = []
    for _ in range(50):
        follow(Drawn(TOPIC, 1, order, DRAWING))
    gaps: list[float] = []
    last = time.thread_time()

    def look() -> None:
        nonlocal last
        now = time.thread_time()
        gaps.append(now - last)
        last = now

    watching = gevent.get_hub().loop.prepare()
    order.clear()
    streams.ring(TOPIC)
    watching.start(look)
    wait_for(order, 50)
    watching.stop()
    look()
    assert max(gaps) < GAP < 50 * DRAWING


def test_groups_have_turns_one_after_the_other(streams: OpenStreams, follow: Callable[[Stream], None]) -> None:
    order: list[str] = []
    for _ in range(40):
        follow(Drawn(TOPIC, 1, order, DRAWING))
    follow(Drawn(OTHER, 2, order, DRAWING))
    order.clear()
    streams.ring(TOPIC)
    wait_for(order, 1)
    streams.ring(OTHER)
    wait_for(order, 41)
    assert order.index(OTHER) < 20


def test_a_phone_that_takes_its_news_late_lets_no_other_screen_be_drawn(streams: OpenStreams, app: Flask) -> None:
    order: list[str] = []
    room = Room(10)
    with ExitStack() as left:
        for number, stream in enumerate((Long(TOPIC, 1, order), Drawn(TOPIC, 1, order)), 1):
            ours, theirs = map(left.enter_context, socket.socketpair())
            place = room.enter(f"127.0.0.{number}")
            assert place is not None
            streams.take(stream, ours, place, is_chunked=False)
            if number == 1:
                late = theirs
        assert order == ["long", TOPIC]
        with gevent.Timeout(patient(10)):
            taken = 0
            while taken < len(Long.NEWS):
                taken += len(late.recv(65536))
            while order != ["long", TOPIC, "long"]:
                gevent.sleep(0)
        gevent.idle()
        assert order == ["long", TOPIC, "long"]


class Long(Drawn):
    """A screen that fits no connection."""

    NEWS = b":" * 4_000_000

    def news(self) -> bytes:
        self._order.append("long")
        return self.NEWS if self._order.count("long") == 1 else b": \n\n"


def test_what_was_drawn_for_whoever_is_gone_is_forgotten_once_nobody_has_come_back(
    app: Flask, streams: OpenStreams, follow: Callable[[Stream], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.server.streams.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("companion.server.streams.UNFOLLOWED_SECONDS", 0.2)
    drawings = app.extensions["services"].drawings
    left, followed = drawings.get(1), drawings.get(2)
    follow(ended := Drawn(evening_topic(1), 1, []))
    follow(Drawn(evening_topic(2), 1, []))
    ended.is_over = True
    streams.ring(evening_topic(1))
    gevent.sleep(0.1)
    assert drawings.get(1) is left
    gevent.sleep(patient(0.5))
    assert drawings.get(1) is not left
    assert drawings.get(2) is followed
