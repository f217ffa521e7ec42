"""The streams: server-sent events that follow a table. A heartbeat finds the dead; a shutdown ends the living."""

from collections.abc import Iterator

from flask import Response, stream_with_context

from companion.web.house import House, house

HEARTBEAT_SECONDS = 15.0


def events(chunks: Iterator[str]) -> Response:
    """An event stream that no proxy holds back and no cache keeps."""
    response = Response(stream_with_context(chunks), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def numbers(code: str, caller: str) -> Response:
    """The line numbers of a table: the newest at once, then after every line."""
    return events(_numbers(house(), code, caller))


def _numbers(at: House, code: str, caller: str) -> Iterator[str]:
    for rung in heard(at, code, caller):
        live = at.desk.find(code)
        yield f"event: line\ndata: {live.line}\n\n" if live and rung else ": \n\n"


def heard(at: House, name: str, caller: str) -> Iterator[bool]:
    """True at once and after every ring of `name`, False for a heartbeat; ends when the caller or the house does."""
    streams = at.streams
    token = streams.open(caller)
    try:
        count = at.bell.count(name)
        yield True
        while streams.lives(caller, token) and not at.closing:
            rung = at.bell.wait(name, count, HEARTBEAT_SECONDS)
            yield rung != count
            count = rung
    finally:
        streams.close(caller, token)
