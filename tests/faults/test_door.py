"""The door: who takes too long is let go, who opens too much is not let in, and nobody else notices either."""

import http.client
import json
import resource
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.server.deadlines import BODY_SECONDS, HEAD_SECONDS, QUIET_SECONDS
from tests.faults.dripping import HOST, KINDS, POST, begin, drip
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.server import Server, plug, raw

TOP = Path(__file__).parents[2]
STRANGER = "127.0.0.9"
HASTE = 4  # the servers of these tests let go so many times as soon
LATE = 2.0  # seconds


@pytest.fixture(scope="module")
def slow(tmp_path_factory):
    """Seven seconds with everything that drips, with and without TLS, and a phone that is only slow."""
    with ExitStack() as closed:
        plain, sealed = (
            closed.enter_context(closing(Server(tmp_path_factory.mktemp("door"), https=https, haste=HASTE)))
            for https in (False, True)
        )
        plain.start()
        trust = sealed.start().trust
        trust.check_hostname = False
        opened = {name: begin(plain.url, kind, STRANGER) for name, kind in KINDS.items()}
        for name in ("headers", "a body"):
            opened[f"{name} under TLS"] = begin(sealed.url, KINDS[name], STRANGER, trust)
        for one in opened.values():
            closed.enter_context(one.connection)
        drip([*opened.values()], BODY_SECONDS / HASTE + LATE)
        yield SimpleNamespace(opened=opened, complaints=plain.complaints + sealed.complaints)


def test_a_request_has_ten_seconds_for_its_head_and_twenty_in_all_and_so_has_silence():
    assert (HEAD_SECONDS, BODY_SECONDS, QUIET_SECONDS) == (10, 20, 20)


@pytest.mark.clock
@pytest.mark.parametrize("name", [*KINDS, "headers under TLS", "a body under TLS"])
def test_what_comes_byte_by_byte_is_let_go_in_time(slow, name):
    one = slow.opened[name]
    assert one.ended is not None
    assert one.kind.seconds / HASTE - 0.5 < one.ended < one.kind.seconds / HASTE + LATE


@pytest.mark.clock
@pytest.mark.parametrize("name", [name for name in KINDS if name != "a body that nobody wants"])
def test_whoever_is_too_slow_is_told_so_in_the_house_s_own_dress(slow, name):
    answer = slow.opened[name].answer.rpartition(b"HTTP/1.1 ")[2]
    assert answer.startswith(b"408")
    assert b"Content-Security-Policy" in answer
    assert b"Connection: close" in answer


@pytest.mark.clock
def test_nobody_who_is_too_slow_makes_the_server_complain(slow):
    assert slow.complaints == ""


def test_a_phone_on_bad_wifi_gets_in(server):
    connection = plug(server.url)
    for piece in (b"GET /heal", b"thz HTTP/1.1\r\nHo", b"st: 127.0.0.1\r\n", b"\r\n"):
        connection.sendall(piece)
        time.sleep(0.5)
    assert connection.recv(65536).startswith(b"HTTP/1.1 200")
    connection.close()


# Too many


ASK = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"


@pytest.fixture
def small(tmp_path):
    """A server that may open few files."""
    with closing(Server(tmp_path)) as server:
        server.limit = 160
        yield server.start()


def test_one_address_keeps_nobody_out_however_it_fills_the_room(small):
    """Connections that say nothing, that drip, that asked once and that follow, all of one address; then a friend."""
    table = ApiTable(small.program().call)
    follow = f"GET {table.path}/live?key={table.watch} HTTP/1.1\r\n".encode() + HOST + b"\r\n"
    with ExitStack() as opened:
        for number in range(2 * small.limit):
            connection = opened.enter_context(plug(small.url, source=STRANGER))
            with suppress(ConnectionError):
                connection.sendall((b"", b"GET /", POST + b"Content-Length: 9\r\n\r\n{", ASK, follow)[number % 5])
        for number in range(20):
            friend = opened.enter_context(plug(small.url, source=f"127.0.1.{number + 1}"))
            friend.sendall(ASK)
            assert friend.recv(65536).startswith(b"HTTP/1.1 200")
        assert table.look()["line"] == 0
    assert "Traceback" not in small.complaints


def test_half_handshakes_of_an_address_keep_no_neighbour_out(tmp_path):
    with closing(Server(tmp_path, https=True)) as server, ExitStack() as opened:
        server.limit = 512
        server.start()
        for _ in range(120):
            opened.enter_context(plug(server.url, source=STRANGER)).sendall(b"\x16\x03")
        trust = server.trust
        trust.check_hostname = False
        neighbour = opened.enter_context(plug(server.url, source=STRANGER))
        with trust.wrap_socket(neighbour, server_hostname="127.0.0.1") as sealed:
            sealed.sendall(ASK)
            assert sealed.recv(65536).startswith(b"HTTP/1.1 200")


def test_eight_programs_of_one_address_report_two_hundred_moves_each_at_once(server):
    tables = [ApiTable(server.program().call) for _ in range(2)]
    with ExitStack() as opened, ThreadPoolExecutor(8) as threads:
        connections = [opened.enter_context(closing(from_address(server, STRANGER))) for _ in range(8)]

        def report(number):
            return {_status(connections[number], tables[number // 4], number % 4, move) for move in range(200)}

        statuses = set.union(*threads.map(report, range(8)))
    assert statuses == {201}


def from_address(server, address):
    """A connection of HTTP from this address."""
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=patient(30), source_address=(address, 0))


def _status(connection, table, seat, move):
    headers, body = {"Authorization": f"Bearer {table.seats[seat]}"}, adjust(seat) | {"key": f"program-{seat}-{move}"}
    connection.request("POST", f"{table.path}/moves", json.dumps(body), headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_the_server_takes_as_many_handles_as_it_may():
    count = "print(room.connections(), *getrlimit(RLIMIT_NOFILE))"
    code = f"from resource import *; from companion.server import room; {count}"
    before = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, 300))  # noqa: E731
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=TOP, preexec_fn=before, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["236", "300", "300"]


@pytest.mark.parametrize("length", [b"zz", b"-1", b"f" * 17, b"f" * 16, b"", b"1;" + b"x" * 9000, b"5\r\nabc\r\n0"])
@pytest.mark.parametrize("path", [b"/api/tables", b"/code"])
def test_a_broken_chunk_is_400_without_a_word(standing_server, length, path):
    server = standing_server
    head = (
        b"POST "
        + path
        + b" HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n" % (server.port, server.port)
    )
    kind = b"Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    with plug(server.url) as connection:
        connection.sendall(head + kind + length + b"\r\n" + b"x" * 100 + b"\r\n")
        connection.shutdown(socket.SHUT_WR)
        answer = connection.recv(65536)
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413")), answer
    assert b"Content-Security-Policy" in answer
    assert raw(server.url, b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n").startswith(b"1.1 200")
    assert "Traceback" not in server.complaints
