"""A form has seconds to come, and one that may be large has minutes, as long as it comes at a pace."""

from collections.abc import Iterator
from contextlib import closing
from threading import Event

import gevent
import pytest
from flask import Flask, Response
from gevent import socket

from companion.server import deadlines
from companion.server.deadlines import BODY_SECONDS, UPLOAD_PACE, UPLOAD_SECONDS, Arrival
from companion.server.ending import Server
from companion.web.access.guard import audience
from companion.web.access.services import Services
from companion.web.access.visit import Visit
from tests.support.effort import patient
from tests.support.gathering import Gathering
from tests.support.phone import cookie

PIECE = 4000  # bytes
SIZE = 400_000


def too_late(arrival: Arrival, per_second: float, most: float = 1e4) -> float:
    """After how many seconds a body that comes at this pace is too late, of `most`."""
    now, every = 0.0, 0.1
    while now < most and now + every <= arrival.end:
        now += every
        arrival.note(int(per_second * every), now)
    return now


def test_an_ordinary_body_has_its_seconds_at_any_pace() -> None:
    assert too_late(Arrival(False, 0), 1e6) == pytest.approx(BODY_SECONDS, abs=0.2)


def test_a_large_form_may_take_minutes_and_no_more() -> None:
    assert too_late(Arrival(True, 0), 1.1 * UPLOAD_PACE) == pytest.approx(UPLOAD_SECONDS, abs=0.2)


def test_a_large_form_that_comes_too_slowly_has_the_seconds_of_any_other() -> None:
    assert too_late(Arrival(True, 0), 0.9 * UPLOAD_PACE) == pytest.approx(BODY_SECONDS, abs=0.2)


def test_what_came_quickly_at_first_is_no_excuse() -> None:
    arrival = Arrival(True, 0)
    arrival.note(10_000_000, 1)
    assert arrival.end == 1 + BODY_SECONDS
    for now in (5, 6):
        arrival.note(int(UPLOAD_PACE * BODY_SECONDS) // 2, now)
    assert arrival.end == 5 + BODY_SECONDS


# --- by the server ---------------------------------------------------------------------------------------------------


@pytest.fixture
def server(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server where a form has half a second, and a large one comes at 10 kB a second."""
    monkeypatch.setattr(deadlines, "BODY_SECONDS", patient(0.5))
    monkeypatch.setattr(deadlines, "UPLOAD_PACE", 10_000)
    server = Server(("127.0.0.1", 0), app)
    server.start()
    yield server
    server.end()


def connected(server: Server) -> closing[socket.socket]:
    connection = socket.create_connection(("127.0.0.1", server.server_port), patient(20))
    return closing(connection)


def head(server: Server, path: str, cookie_pair: str, length: int) -> bytes:
    where = f"127.0.0.1:{server.server_port}"
    lines = (
        f"POST {path} HTTP/1.1",
        f"Host: {where}",
        f"Origin: http://{where}",
        f"Cookie: {cookie_pair}",
        "Content-Type: multipart/form-data; boundary=x",
        f"Content-Length: {length}",
    )
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n"


def form(size: int = SIZE) -> bytes:
    begins = b'--x\r\nContent-Disposition: form-data; name="group"; filename="group.jsonl"\r\n\r\n'
    return begins + b"x" * size + b"\r\n--x--\r\n"


def answer(server: Server, path: str, cookie_pair: str, pause: float, body: bytes) -> str:
    """The answer to a form that comes with this pause between two pieces."""
    with connected(server) as connection:
        connection.sendall(head(server, path, cookie_pair, len(body)))

        def send() -> None:
            for start in range(0, len(body), PIECE):
                connection.sendall(body[start : start + PIECE])
                gevent.sleep(pause)

        sending = gevent.spawn(send)
        sent: bytes = connection.makefile("rb").read()
        sending.kill()
    return sent.decode()


@pytest.fixture
def keeper(app: Flask) -> str:
    given = cookie(Gathering(app).tablet.client)
    return f"{given.key}={given.value}"


def test_an_upload_at_a_slow_pace_is_taken(server: Server, keeper: str) -> None:
    seconds = 2 * deadlines.BODY_SECONDS
    told = answer(server, "/group/file", keeper, seconds * PIECE / SIZE, form())
    assert "HTTP/1.1 422" in told, "it was read, and is no group"
    assert "it is not a group that was saved by this program" in told


def test_an_upload_that_comes_too_slowly_is_told_another_way(server: Server, keeper: str) -> None:
    told = answer(server, "/group/file", keeper, 20 * PIECE / deadlines.UPLOAD_PACE, form())
    assert "HTTP/1.1 408" in told
    assert "It died waiting." in told
    assert "import --whole" in told


def test_no_other_form_may_take_so_long(server: Server, keeper: str) -> None:
    size = 15 * PIECE
    told = answer(server, "/decks/import", keeper, 2 * deadlines.BODY_SECONDS * PIECE / size, form(size))
    assert "HTTP/1.1 408" in told


# --- whoever hangs up ------------------------------------------------------------------------------------------------


def test_long_work_ends_when_whoever_asked_hangs_up(app: Flask, server: Server, services: Services) -> None:
    is_under_way, slices = Event(), 0

    @app.get("/long")
    @audience("anyone")
    def long(visit: Visit) -> Response:
        def made() -> Iterator[None]:
            nonlocal slices
            while True:
                slices += 1
                is_under_way.set()
                yield None

        return Response(services.workers.pieces(1, made()))

    services.workers.slice_seconds = 0.001
    with connected(server) as connection:
        connection.sendall(b"GET /long HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with gevent.Timeout(patient(10)):
            while not is_under_way.is_set():
                gevent.sleep(0.001)
        before = slices
        gevent.sleep(0.05)
        assert slices > before, "as long as it is there"
    with gevent.Timeout(patient(10)):
        while len(server.pool):
            gevent.sleep(0.01)
    before = slices
    gevent.sleep(0.05)
    assert slices == before
