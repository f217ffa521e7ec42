"""Bugs of open streams."""

import time
from typing import Any

from flask import request

from companion.server import ending
from companion.server.room import Place
from companion.server.streams import OpenStream, OpenStreams
from companion.web.access import limits
from companion.web.screens.screen import Screen
from companion.web.screens.stream import END, Follower, Stream
from tests.faults.planted import planted, replace

FIRST = 3.0  # seconds of a server


@planted("a queue without a bound", row="streams that are never read", counts="failed", tries=240)
def queue_without_a_bound() -> None:
    """All news wait for whoever does not read."""

    def send_all_news(stream: OpenStream) -> None:
        stream._send_if_open(stream.stream.news())

    def add(stream: OpenStream, data: bytes) -> None:
        chunk = b"%x\r\n%s\r\n" % (len(data), data) if stream._is_chunked else data
        stream._unsent += chunk
        stream._write()

    replace(OpenStream, "send_news", send_all_news)
    replace(OpenStream, "send", add)


@planted("a stream goes on without what it missed", row="streams that are never read", counts="lost")
def nothing_for_who_missed_it() -> None:
    """Whoever takes more again waits for the next line."""

    def write_alone(stream: OpenStream) -> None:
        stream._write()

    replace(OpenStream, "_write_on", write_alone)


@planted("any number of streams", row="streams that are never read", counts="failed")
def any_number_of_streams() -> None:
    """The streams of a device are not counted."""
    replace(limits, "STREAMS_PER_CALLER", 10**9)


@planted("handles are not counted", row="few file handles", counts="failed")
def handles_not_counted() -> None:
    """Connections are taken as long as the system gives handles."""
    replace(ending, "connections", lambda: 10**6)


@planted("a stream that is asked for again has nothing to say", row="phones that sleep", counts="lost", tries=25)
def nothing_to_say_again() -> None:
    """Who says which event was the last is sent what happens from now on."""

    def events_from_now_on(follower: Follower, screen: Screen) -> bytes:
        return END if "Last-Event-ID" in request.headers else events(follower, screen)

    events = replace(Follower, "events", events_from_now_on)


@planted("streams of the first seconds are never rung", row="kill -9 of the server, evenings", counts="failed")
def first_streams_are_never_rung() -> None:
    """Who follows at once when a server starts is sent what there is, and nothing more."""
    began = time.monotonic()

    def take(self: OpenStreams, stream: Stream, connection: Any, place: Place, is_chunked: bool) -> None:
        if time.monotonic() - began > FIRST:
            own(self, stream, connection, place, is_chunked)
        else:
            self._send(OpenStream(self, stream, connection, place, is_chunked))

    own = replace(OpenStreams, "take", take)


@planted("what was sent is kept", row="streams that are never read", counts="failed", tries=60)
def sent_chunks_are_kept() -> None:
    """Every chunk that was sent stays in a list of its stream; much of it, so that few moves show it."""
    kept: dict[int, list[bytearray]] = {}

    def send(stream: OpenStream, data: bytes) -> None:
        kept.setdefault(id(stream), []).append(bytearray(data) * 64)
        own(stream, data)

    own = replace(OpenStream, "send", send)
