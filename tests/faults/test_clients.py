"""Many clients at once, some of them slow, greedy or silent: the others do not notice, and nothing is lost."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import cycle
from types import SimpleNamespace

import pytest

from companion.server.deadlines import QUIET_SECONDS
from companion.web.access.static_files import static_url
from tests.faults.history import History, insisting, stored
from tests.support.api import GAME, ApiTable, adjust
from tests.support.server import Server, plug, raw, stream

CLIENTS, ROUNDS = 16, 50
MIB = 1024 * 1024
HOST = b"Host: 127.0.0.1\r\n"
HALF = b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 50\r\n\r\n{"
NETWORKS = cycle(range(1, 255))
HASTE = 4  # the server of the silent lets go so many times as soon
QUIET = QUIET_SECONDS / HASTE


def post(path, key="", *headers):
    """The head of a POST, without the empty line that ends it."""
    return b"\r\n".join(
        [f"POST {path} HTTP/1.1".encode(), HOST[:-2], f"Authorization: Bearer {key}".encode(), *headers]
    )


def is_calm(server):
    """Whether the server has nothing to complain of."""
    assert "Traceback" not in server.complaints, server.complaints
    return True


def all_at_once(history, callers):
    """All callers (call, table, key, seat) report at the same moment, round after round."""
    start = threading.Barrier(len(callers))

    def report(number):
        call, table, key, seat = callers[number]
        for turn in range(1, ROUNDS + 1):
            start.wait(30)
            history.report(call, table, key, adjust(seat, turn, f"round {turn} of client {number}"))

    with ThreadPoolExecutor(len(callers)) as crowd:
        list(crowd.map(report, range(len(callers))))


def waits(history):
    """How long each answer took, the longest last."""
    return sorted(intent.ended - intent.began for intent in history.acknowledged)


# At once


def test_sixteen_at_one_table_lose_nothing_and_double_nothing(server):
    history, table = History(), ApiTable(server.program().call, 6)
    by = [*enumerate(table.seats), *enumerate(table.seats), *((seat, table.host) for seat in range(4))]
    callers = [(insisting(server.program()), table, key, seat) for seat, key in by]
    all_at_once(history, callers)
    assert len(history.acknowledged) == CLIENTS * ROUNDS
    assert len(stored(server)[table.code]) == CLIENTS * ROUNDS
    history.check(server)
    result = table.look()["result"]
    assert len(result["ledger"]) == CLIENTS * ROUNDS
    total = sum(range(1, ROUNDS + 1))
    assert result["totals"] == [3 * total] * 4 + [2 * total] * 2
    assert is_calm(server)


def test_sixteen_at_many_tables_lose_nothing_and_double_nothing(server):
    history, program = History(), server.program()
    tables = [ApiTable(program.call) for _ in range(CLIENTS)]
    callers = [(insisting(server.program()), table, table.seats[1], 1) for table in tables]
    all_at_once(history, callers)
    assert len(history.acknowledged) == CLIENTS * ROUNDS
    history.check(server)
    assert {len(rows) for rows in stored(server).values()} == {ROUNDS}
    assert is_calm(server)


def test_everybody_hears_of_every_line_or_of_a_later_one(server):
    table, number = ApiTable(server.program().call), 30
    opened = [stream(server.url, f"{table.path}/live", key) for key in table.keys * 2]
    events = [one.__enter__() for one in opened]
    table.play([adjust(seat % 4) for seat in range(number)])
    for event in events:
        heard = []
        while not heard or heard[-1] < number:
            name, data = event()
            assert name == "line"
            heard.append(int(data))
        assert heard == sorted(set(heard))
    for one in opened:
        one.__exit__(None, None, None)


# The slow, the greedy and the silent


@contextmanager
def plugs(server, number, sent, times=1, receive=0):
    """So many connections that have sent this, so many times, and nothing more: fifty from each address, not ours."""
    network = next(NETWORKS)
    opened = [plug(server.url, receive, f"127.{network}.0.{1 + of // 50}") for of in range(number)]
    try:
        for one in opened:
            one.sendall(sent * times)
        yield opened
    finally:
        for one in opened:
            one.close()


def pace(server, moves=30):
    """How long a tap and a look take now, in seconds: the median of each, and the longest of all."""
    history, program, looks = History(), server.program(), []
    table = ApiTable(program.call)
    for number in range(1, moves + 1):
        history.report(program.call, table, table.seats[number % 4], adjust(number % 4, number))
        began = time.monotonic()
        assert program.call("GET", table.path, table.watch).status == 200
        looks.append(time.monotonic() - began)
    program.close()
    history.check(server)
    taps = waits(history)
    return taps[moves // 2], sorted(looks)[moves // 2], max(taps[-1], *looks)


def is_no_slower(now, before):
    """Whether taps and looks go about as they went before."""
    assert now[0] < 5 * before[0] + 0.05, (before, now)
    assert now[1] < 5 * before[1] + 0.05, (before, now)
    assert now[2] < 2, (before, now)
    return True


def nobody_notices(server, before):
    """Whether the others are served as they were before."""
    return is_no_slower(pace(server), before)


def drips(server, stop, bodies):
    """One byte after the other, on every connection."""
    with plugs(server, bodies, post("/api/tables", "", b"Content-Length: 60000") + b"\r\n\r\n") as opened:
        while not stop.wait(0.3):
            for one in opened:
                one.send(b" ")


@pytest.mark.clock
def test_whoever_is_slow_keeps_nobody_waiting(server):
    before, stop = pace(server), threading.Event()
    with ThreadPoolExecutor(1) as dripping:
        slow = dripping.submit(drips, server, stop, 200)
        try:
            time.sleep(0.5)
            assert nobody_notices(server, before)
        finally:
            stop.set()
        slow.result()
    assert is_calm(server)


@pytest.mark.clock
def test_whoever_hangs_up_in_the_middle_of_a_request_keeps_nobody_waiting(standing_server):
    before = pace(standing_server)
    with plugs(standing_server, 200, HALF), plugs(standing_server, 200, b"POST /api"), plugs(standing_server, 200, b""):
        assert nobody_notices(standing_server, before)
    assert nobody_notices(standing_server, before)
    assert is_calm(standing_server)


GREEDY = {
    "announced": (b"Content-Length: 5368709120", b"", b"{" * MIB),
    "in one chunk": (b"Transfer-Encoding: chunked", b"140000000\r\n", b"{" * MIB),
    "in many chunks": (b"Transfer-Encoding: chunked", b"", b"400\r\n" + b" " * 1024 + b"\r\n"),
}


@pytest.mark.clock
@pytest.mark.parametrize(("header", "begins", "goes_on"), GREEDY.values(), ids=GREEDY)
def test_five_gigabytes_are_not_read_into_memory(standing_server, header, begins, goes_on):
    before, table = pace(standing_server), ApiTable(standing_server.program().call)
    memory = standing_server.memory()
    bodies = [plug(standing_server.url) for _ in range(8)]
    for body in bodies:
        body.sendall(post(f"{table.path}/moves", table.host, header) + b"\r\n\r\n" + begins)
    sent = 0
    while sent < 64 * MIB:
        for body in bodies:
            sent += push(body, goes_on)
        if all(body.fileno() < 0 for body in bodies):
            break
    assert standing_server.memory() - memory < 20 * MIB
    assert nobody_notices(standing_server, before)
    for body in bodies:
        body.close()
    assert table.look()["line"] == 0
    assert is_calm(standing_server)


def push(body, what):
    """Send this if the other side still listens; how much was sent, or would have been."""
    try:
        body.sendall(what)
    except OSError:
        body.close()
    return len(what)


def test_a_body_that_is_announced_too_large_is_413_before_it_comes(server):
    answer = raw(server.url, post("/api/tables", "", b"Content-Length: 5368709120") + b"\r\n\r\n{")
    assert answer.startswith(b"1.1 413")


def a_form(parts):
    return (
        b"".join(b'--x\r\nContent-Disposition: form-data; name="a%d"\r\n\r\n\r\n' % part for part in range(parts))
        + b"--x--\r\n"
    )


@pytest.mark.clock
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=x", a_form(1000)),
        ("multipart/form-data; boundary=x", a_form(10_000)),
        ("application/x-www-form-urlencoded", b"a=&" * 10_000),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(6000))),
        ("application/json", b'{"a":' * 10_000),
        ("application/json", b"[" + b"0," * 30_000 + b"0]"),
    ],
    ids=["1,000 parts", "10,000 parts", "10,000 fields", "6,000 names", "deep", "long"],
)
def test_a_form_of_ten_thousand_parts_is_refused_and_nobody_notices(standing_server, kind, body):
    before, memory = pace(standing_server), standing_server.memory()
    table = ApiTable(standing_server.program().call)
    length, sort = f"Content-Length: {len(body)}".encode(), f"Content-Type: {kind}".encode()
    origin = f"Origin: {standing_server.url}".encode()
    for path in ("/api/tables", f"{table.path}/moves", "/code", "/sit", "/nowhere"):
        host = f"Host: 127.0.0.1:{standing_server.port}".encode()
        head = b"\r\n".join([f"POST {path} HTTP/1.1".encode(), host, length, sort, origin])
        head += b"" if "moves" not in path else f"\r\nAuthorization: Bearer {table.host}".encode()
        answer = raw(standing_server.url, head + b"\r\n\r\n" + body)
        assert answer[4:5] == b"4", (path, answer)
    assert nobody_notices(standing_server, before)
    assert standing_server.memory() - memory < 20 * MIB
    assert is_calm(standing_server)


@pytest.fixture(scope="module")
def silence(tmp_path_factory):
    """Longer than a connection may be silent: twenty never read an answer, fifty never a stream, and half requests.

    Ten streams of a table where nobody moves are gone from the start.
    """
    with closing(Server(tmp_path_factory.mktemp("silence"), haste=HASTE)) as server:
        server.start()
        before, quiet = pace(server), ApiTable(server.program().call)
        tables = [ApiTable(insisting(server.program())) for _ in range(10)]  # they too are let go, between two moves
        memory, handles, paces = server.memory(), server.handles(), []
        large = server.program().call("GET", static_url("js/htmx.js"))
        many = 4 * MIB // len(large.body)  # more than any buffer on the way takes
        live = [
            f"GET {table.path}/live HTTP/1.1\r\nAuthorization: Bearer {key}\r\n".encode() + HOST + b"\r\n"
            for table in tables
            for key in table.keys[:5]
        ]
        for key in quiet.keys[:5] * 2:
            with stream(server.url, f"{quiet.path}/live", key) as event:
                assert event() == ("line", "0")
        with ExitStack() as opened:
            opened.enter_context(
                plugs(server, 20, f"GET {static_url('js/htmx.js')} HTTP/1.1\r\n".encode() + HOST + b"\r\n", many, 4096)
            )
            opened.enter_context(plugs(server, 5, HALF))
            opened.enter_context(plugs(server, 5, b"POST /api"))
            opened.enter_context(plugs(server, 5, b""))
            followers = [opened.enter_context(plugs(server, 1, follow, 1, 4096))[0] for follow in live]
            for _ in range(5):
                paces.append(pace(server))
                for table in tables:
                    table.play([adjust(seat) for seat in range(3)])
            more = server.memory() - memory
            time.sleep(QUIET + 1)
            kept = server.handles() - handles - len(followers)
            followed = [not is_over(one, 0.01) for one in followers]
        paces.append(pace(server))
        yield SimpleNamespace(
            before=before, paces=paces, more=more, kept=kept, followed=followed, complaints=server.complaints
        )


@pytest.mark.clock
def test_whoever_asks_and_never_reads_keeps_nobody_waiting(silence):
    assert all(is_no_slower(now, silence.before) for now in silence.paces)


@pytest.mark.clock
def test_whoever_asks_and_never_reads_costs_little_room(silence):
    assert silence.more < 20 * MIB


@pytest.mark.clock
def test_whoever_moves_nothing_is_let_go_unless_it_follows_a_table(silence):
    assert silence.kept <= 3  # those who ask how the server is
    assert all(silence.followed)


@pytest.mark.clock
def test_nobody_who_is_let_go_makes_the_server_print_a_traceback(silence):
    assert "Traceback" not in silence.complaints


ENDLESS = {
    "requests": (b"", b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"),
    "tiny chunks": (post("/api/tables", "", b"Transfer-Encoding: chunked") + b"\r\n\r\n", b"1\r\n \r\n"),
}


@pytest.mark.clock
@pytest.mark.parametrize(("begins", "goes_on"), ENDLESS.values(), ids=ENDLESS)
def test_whoever_sends_without_end_and_without_waiting_keeps_nobody_waiting(server, begins, goes_on):
    with plugs(server, 1, begins) as (greedy,), ThreadPoolExecutor(2) as threads:
        sending = threads.submit(pour, greedy, goes_on * 2000)
        reading = threads.submit(is_over, greedy)
        try:
            time.sleep(0.3)
            waited = [wait_for(server) for _ in range(3)]
        finally:
            server.kill()
            sending.result()
            reading.result()
    assert max(waited) < 2


def pour(connection, what):
    """Send this again and again, as fast as it goes, until the other side hangs up."""
    with suppress(OSError):
        while True:
            connection.sendall(what)


def wait_for(server):
    """How long it takes until somebody new is answered, at most two seconds."""
    began, program = time.monotonic(), server.program(seconds=2)
    with suppress(OSError):
        program.call("GET", "/healthz")
    return time.monotonic() - began


def is_over(connection, seconds=5.0):
    """Whether the other side has closed, once all that it sent is read."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


def test_a_flood_of_headers_does_not_make_the_server_print_a_traceback(server):
    answer = raw(server.url, b"GET / HTTP/1.1\r\n" + HOST + b"".join(b"X-%d: y\r\n" % n for n in range(5000)) + b"\r\n")
    assert answer[4:5] == b"4"
    assert is_calm(server)


def test_who_comes_and_goes_leaves_nothing_behind(server):
    table = ApiTable(server.program().call)
    pace(server)
    before, memory = server.handles(), server.memory()
    for number in range(100):
        with stream(server.url, f"{table.path}/live", table.keys[number % 6]) as event:
            assert event()[0] == "line"
        program = server.program()
        assert program.call("POST", "/api/tables", body=GAME).status == 201
        program.close()
    end = time.monotonic() + 10
    while server.handles() > before + 3 and time.monotonic() < end:
        table.play([adjust(0)])  # the next line finds who is gone
        time.sleep(0.1)
    assert server.handles() <= before + 3
    assert server.memory() - memory < 20 * MIB
    assert is_calm(server)
