"""Streams of a table over HTTP."""

from companion.server import streams as open_streams
from companion.web.access.limits import STREAMS_PER_CALLER
from tests.support.api import (
    ApiTable,
    adjust,
    decree,
    whole_game,
    write,
)
from tests.support.server import stream as open_stream
from tests.support.streams import Stream


def test_a_stream_tells_the_newest_line_at_once_and_after_every_line(client, table):
    table.play([decree()])
    stream = Stream(client, f"{table.path}/live", table.seats[2])
    assert stream.answer.status_code == 200
    assert stream.answer.content_type.partition(";")[0] == "text/event-stream"
    assert stream.answer.headers["Cache-Control"] == "no-store"
    assert stream.next() == ("line", "1")
    for line in range(2, 6):
        table.play([write(line - 2)])
        assert stream.next() == ("line", str(line))
    stream.close()


def test_a_stream_says_a_line_once_and_what_was_refused_or_came_twice_rings_nobody(client, table):
    table.play([adjust(0)])
    notifier = client.application.extensions["services"].notifier
    stream = Stream(client, f"{table.path}/live", table.seats[2])
    assert stream.next() == ("line", "1")
    assert table.report(table.host, adjust(1), key="this-tap").status == 201
    rung = notifier.count(table.code)
    assert table.report(table.host, adjust(1), key="this-tap").status == 201
    assert table.report(table.host, write(0)).status == 422
    assert notifier.count(table.code) == rung
    assert stream.next() == ("line", "2")
    notifier.publish(table.code)  # two lines came between two looks: the second ring is no news
    table.play([adjust(0)])
    assert stream.next() == ("line", "3")
    stream.close()


def test_everybody_hears_the_same(client, table):
    streams = [Stream(client, f"{table.path}/live", key) for key in table.keys]
    streams.append(Stream(client, f"{table.path}/live?key={table.watch}"))
    for move in (None, *whole_game()[:12]):
        if move:
            table.play([move])
        assert len({stream.next() for stream in streams}) == 1
    for stream in streams:
        stream.close()


def test_nobody_hears_of_another_table(client, call, table, monkeypatch):
    beat_often(monkeypatch)
    other = ApiTable(call)
    stream = Stream(client, f"{table.path}/live", table.watch)
    assert stream.next() == ("line", "0")
    other.play([decree(), write(0)])
    assert stream.chunk().startswith(b":")
    stream.close()


def beat_often(monkeypatch):
    monkeypatch.setattr(open_streams, "HEARTBEAT_SECONDS", 0.02)
    monkeypatch.setattr(open_streams, "LOOK_SECONDS", 0.02)


def test_a_quiet_stream_has_a_heartbeat_that_is_a_comment(client, table, monkeypatch):
    beat_often(monkeypatch)
    stream = Stream(client, f"{table.path}/live", table.host)
    assert stream.next() == ("line", "0")
    chunks = [stream.chunk() for _ in range(3)]
    assert all(chunk.startswith(b":") and chunk.endswith(b"\n\n") for chunk in chunks)
    table.play([decree()])
    assert stream.next() == ("line", "1")
    stream.close()


def test_a_key_has_three_streams_and_the_oldest_of_four_ends(client, table, monkeypatch):
    monkeypatch.setattr(open_streams, "LOOK_SECONDS", 0.02)
    streams = [Stream(client, f"{table.path}/live", table.host) for _ in range(STREAMS_PER_CALLER)]
    others = [Stream(client, f"{table.path}/live", key) for key in (table.watch, table.seats[0])]
    assert {stream.next() for stream in (*streams, *others)} == {("line", "0")}
    fourth = Stream(client, f"{table.path}/live", table.host)
    assert fourth.next() == ("line", "0")
    assert streams[0].next() is None
    table.play([decree()])
    assert [stream.next() for stream in (*streams, fourth, *others)] == [None, *[("line", "1")] * 5]
    for stream in (*streams, fourth, *others):
        stream.close()


def test_a_stream_that_was_closed_makes_room_for_another(client, table):
    kept = [Stream(client, f"{table.path}/live", table.host) for _ in range(2)]
    for stream in kept:
        stream.next()
    for _ in range(5):
        gone = Stream(client, f"{table.path}/live", table.host)
        gone.next()
        gone.close()
    table.play([decree()])
    assert [stream.next() for stream in kept] == [("line", "1")] * 2
    for stream in kept:
        stream.close()


def test_a_key_has_three_streams_however_it_is_shown(app, client, table):
    path = f"{table.path}/live"
    opened = [Stream(client, path, " " * spaces + table.watch) for spaces in range(3)]
    opened += [Stream(client, f"{path}?key={table.watch}{more}") for more in ("", "&x=1")]
    for stream in opened:
        assert stream.next() == ("line", "0")
    living = sum(len(tokens) for tokens in app.extensions["services"].streams._open.values())
    for stream in opened:
        stream.close()
    assert living <= STREAMS_PER_CALLER


def test_the_oldest_of_four_streams_ends_within_two_seconds(server):
    table = ApiTable(server.program().call)
    with open_stream(server.url, f"{table.path}/live", table.watch, seconds=2) as oldest:
        assert oldest() == ("line", "0")
        opened = [open_stream(server.url, f"{table.path}/live", table.watch) for _ in range(STREAMS_PER_CALLER)]
        for one in opened:
            assert one.__enter__()() == ("line", "0")
        try:
            assert oldest() is None
        finally:
            for one in opened:
                one.__exit__(None, None, None)
