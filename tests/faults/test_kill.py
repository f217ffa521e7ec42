"""The server is killed, or told to stop, in the middle of everything: what it has acknowledged is there."""

import random
import time
from contextlib import suppress

import gevent
import pytest

from companion.storage.writer import Closed, Writer
from companion.web.access.limits import screen_caller
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.faults.history import TROUBLE, History, crowd, insisting, player, stored
from tests.support.api import ApiTable, adjust, is_refused, over
from tests.support.effort import tries
from tests.support.empty_store import opened
from tests.support.server import plug, stream

KILLS = tries(8)


def adjuster(server, history, table, seat, pause=0.002):
    """Writes one entry after the other into the ledger, by one key."""

    def report(stop):
        call, number = insisting(server.program()), 0
        while not stop.is_set():
            number += 1
            history.report(call, table, table.seats[seat], adjust(seat, number, f"entry {number} of {seat}"))
            time.sleep(pause)

    return report


def watcher(server, table, heard):
    """Follows a table, and comes back whenever the stream breaks."""

    def watch(stop):
        while not stop.is_set():
            try:
                with stream(server.url, f"{table.path}/live", table.watch, seconds=1) as events:
                    while not stop.is_set() and (event := events()):
                        heard.append(event)
            except TROUBLE:
                time.sleep(0.02)

    return watch


def test_whatever_was_acknowledged_is_there_once_and_in_order_after_every_kill(server):
    rng, history, heard, tables = random.Random(1), History(), [], []
    shared = ApiTable(server.program().call, 6)
    clients = [adjuster(server, history, shared, seat) for seat in range(3)]
    clients += [player(insisting(server.program()), history, seed, tables) for seed in range(2)]
    with crowd(*clients, watcher(server, shared, heard)):
        done = 0
        for _ in range(KILLS):
            time.sleep(rng.uniform(0.05, 0.2))
            while len(history.acknowledged) < done + 10:
                time.sleep(0.01)
            done = len(history.acknowledged)
            server.kill()
            server.start()
    assert len(history.acknowledged) > KILLS * 10
    assert not [intent for intent in history.intents if intent.line is None and not intent.refused]
    history.check(server)

    # Everybody may go on as before, and is told the same as ever.
    for table in [shared, *tables]:
        table.call = server.program().call
        line = len(stored(server)[table.code])
        assert [table.look(key)["me"] for key in table.keys] == [*range(len(table.seats)), "host", None]
        assert {table.look(key)["line"] for key in table.keys} == {line}
    with stream(server.url, f"{shared.path}/live", shared.host) as events:
        assert events() == ("line", str(shared.look()["line"]))
    numbers = [int(data) for name, data in heard if name == "line"]
    assert numbers == sorted(numbers)
    assert {name for name, _ in heard} <= {"line", ""}

    checked = server.run("check")
    assert (checked.returncode, checked.stderr) == (0, ""), checked
    assert server.stop() == 0
    assert server.run("check").returncode == 0
    assert "Traceback" not in server.complaints


def test_a_tap_that_was_cut_off_is_taken_once_however_often_it_is_sent_again(server):
    """The answer is lost, not the line: the same key finds it, and finds it after every restart."""
    table = ApiTable(server.program().call)
    body = adjust(0) | {"key": "the-same-tap"}
    for _ in range(3):
        server.kill()
        server.start()
        for _ in range(2):
            answer = server.program().insist("POST", f"{table.path}/moves", table.seats[0], body)
            assert (answer.status, answer.json) == (201, {"line": 1})
    assert [key for _, key, _ in stored(server)[table.code]] == ["the-same-tap"]


@pytest.mark.clock
def test_a_server_that_is_told_to_stop_answers_what_is_under_way_and_ends_within_five_seconds(server):
    history, table = History(), ApiTable(server.program().call, 6)

    def tapper(seat):
        def report(stop):
            program, number = server.program(), 0
            while not stop.is_set():
                number += 1
                try:
                    history.report(program.call, table, table.seats[seat], adjust(seat, number))
                except TROUBLE:
                    return

        return report

    opened = [stream(server.url, f"{table.path}/live", key) for key in table.keys]
    events = [one.__enter__() for one in opened]
    assert {event() for event in events} == {("line", "0")}
    with crowd(*(tapper(seat) for seat in range(6))):
        while len(history.acknowledged) < 60:
            time.sleep(0.01)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 5
    for event in events:
        while event() is not None:
            pass
    for one in opened:
        one.__exit__(None, None, None)
    history.check(server)
    assert "Traceback" not in server.complaints
    assert not (server.data / "serving").exists()
    server.start()
    table.call = server.program().call
    assert table.look()["line"] == len(stored(server)[table.code])
    assert server.run("check").returncode == 0


def restless(server, history, table, seat):
    """Reports and looks without pause, and whatever happens, goes on."""

    def report(stop):
        program, number = server.program(), 0
        while not stop.is_set():
            number += 1
            try:
                history.report(program.call, table, table.seats[seat], adjust(seat, number))
                program.call("GET", table.path, table.watch)
            except TROUBLE:
                time.sleep(0.001)

    return report


@pytest.mark.clock
def test_a_server_that_is_told_to_stop_ends_though_clients_keep_sending(server):
    history, tables = History(), [ApiTable(server.program().call, 6) for _ in range(2)]
    silent = [plug(server.url) for _ in range(10)]
    for number, connection in enumerate(silent):
        connection.sendall((b"", b"GET /", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")[number % 3])
    with crowd(*(restless(server, history, table, seat) for table in tables for seat in range(6))):
        while len(history.acknowledged) < 100:
            time.sleep(0.01)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 3
    for connection in silent:
        connection.close()
    history.check(server)
    assert server.complaints == ""
    assert server.run("check").returncode == 0


def test_in_a_house_that_closes_nothing_is_begun(store):
    app = create_app(Services(store))
    call = over(app.test_client())
    table = ApiTable(call)
    app.extensions["services"].closing = True
    answer = table.report(table.host, adjust(0))
    assert is_refused(answer, 503, "closing")
    assert (answer.headers["Connection"], answer.headers["Retry-After"]) == ("close", "1")
    page = call("POST", "/code", body=b"code=ABCD", headers={"Origin": "http://localhost"})
    assert page.status == 503
    assert b"This house is closing" in page.body
    assert table.look()["line"] == 0


def test_who_is_told_late_of_a_stream_leaves_a_closed_store_alone(tmp_path, capfd):
    with opened(tmp_path / "data") as store:
        services = Services(store)
        services.writer.close()
        services.streams.open(screen_caller(1))
        services.closing = True
        gevent.sleep(0)  # who is told begins, and would let others go on while it reads
    gevent.idle()
    assert capfd.readouterr().err == ""


def test_a_pen_that_is_put_down_finishes_and_takes_nothing_more(store):
    writer, written, refused = Writer(store), [], []

    def write(number):
        with suppress(Closed):
            while True:
                written.append(writer.write(lambda db: number))
        refused.append(number)

    writers = [gevent.spawn(write, number) for number in range(3)]
    while len(written) < 20:
        gevent.sleep(0.001)
    writer.close()
    gevent.joinall(writers, timeout=5, raise_error=True)
    assert sorted(refused) == [0, 1, 2]


@pytest.mark.parametrize("many", [1, 3])
def test_streams_that_nobody_reads_do_not_hold_up_the_end(server, many):
    table = ApiTable(server.program().call)
    opened = [stream(server.url, f"{table.path}/live", table.watch) for _ in range(many)]
    for one in opened:
        one.__enter__()
    assert server.stop(5) == 0
    for one in opened:
        one.__exit__(None, None, None)
