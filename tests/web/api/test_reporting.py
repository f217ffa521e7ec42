"""Reporting moves over HTTP: what is taken, and what is refused, by whatever it is refused."""

import json
import sqlite3

import pytest

from companion.storage.log import all_tables, rows, table_by_code
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.api import (
    GAME,
    ApiTable,
    adjust,
    choose,
    correct,
    declare,
    decree,
    fill,
    is_refused,
    over,
    whole_game,
    write,
)
from tests.support.api_moves import WRONG_SHAPES
from tests.support.failing import fill_up, make_room
from tests.support.server import raw

MOVE = decree() | {"key": "intent-0"}


def test_a_line_has_its_number_and_is_in_the_drawer_when_it_is_answered(table, store):
    for number, move in enumerate([decree(), write(0), write(1)], 1):
        answer = table.report(table.by(move), move)
        assert (answer.status, answer.json) == (201, {"line": number})
        header = table_by_code(store.reader(), table.code)
        row = rows(store.reader(), header.id)[-1]
        assert (row.line, json.loads(row.move)) == (number, move)


def test_who_reported_is_noted(table, store):
    table.play([decree(), write(2)])
    table.report(table.host, write(3))
    header = table_by_code(store.reader(), table.code)
    assert [row.reporter for row in rows(store.reader(), header.id)] == ["Ann", "Cy", "host"]


UNREADABLE = {
    "nothing": b"",
    "half": b'{"move": "decree"',
    "list": b"[]",
    "null": b"null",
    "number": b"7",
    "text": b'"decree"',
    "two": b"{}{}",
    "form": b"move=decree&key=intent-0",
    "no utf-8": b'{"move": "\xff\xfe"}',
    "NaN": b'{"move": "adjust", "seat": 0, "track": "points", "by": NaN, "why": "x", "key": "intent-0"}',
    "infinite": b'{"move": "adjust", "seat": 0, "track": "points", "by": 1e999, "why": "x", "key": "intent-0"}',
    "too large a number": b'{"move": "decree", "icons": [9007199254740993, 0, 0, 0], "key": "intent-0"}',
    "endless digits": b'{"move": "decree", "icons": [' + b"1" * 5000 + b'], "key": "intent-0"}',
    "a key twice": b'{"move": "decree", "icons": [0, 0, 0, 0], "key": "intent-0", "move": "decree"}',
    "a seat twice": b'{"move": "write", "seat": 0, "seat": 1, "name": "Ann", "key": "intent-0"}',
    "half a sign": b'{"move": "write", "seat": 0, "name": "\\ud83d", "key": "intent-0"}',
    "deep": b'{"move": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep and open": b"[" * 60_000,
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_400_and_adds_nothing(table, body):
    for key in (table.host, table.seats[0], table.watch):
        assert is_refused(table.call("POST", f"{table.path}/moves", key, body), 400, "unreadable")
    assert is_refused(table.call("POST", "/api/tables", body=body), 400, "unreadable")
    assert table.look()["line"] == 0


@pytest.mark.parametrize("move", WRONG_SHAPES, ids=json.dumps)
def test_a_move_of_a_wrong_shape_is_400_and_adds_nothing(table, move):
    table.play([decree()])
    assert is_refused(table.report(table.host, move), 400, "unreadable")
    assert table.look()["line"] == 1


@pytest.mark.parametrize(
    "key", [None, "", "7 chars", "x" * 65, 12345678, ["intent-0"], {}, True, "intent\n0"], ids=repr
)
def test_a_move_without_a_key_of_8_to_64_characters_is_400(table, key):
    assert is_refused(table.report(table.host, decree(), key=key), 400, "unreadable")
    assert table.look()["line"] == 0


def test_a_move_without_any_key_is_400(table):
    assert is_refused(table.call("POST", f"{table.path}/moves", table.host, decree()), 400)


@pytest.mark.parametrize("key", ["8 chars.", "x" * 64, "花" * 64, "\U0001f480" * 8], ids=repr)
def test_a_key_has_8_to_64_characters_of_any_script(table, key):
    assert table.report(table.host, decree(), key=key).status == 201


@pytest.mark.parametrize("seen", [-1, 1.5, "0", True, [], {}], ids=repr)
def test_what_was_seen_is_the_number_of_a_line(table, seen):
    assert is_refused(table.report(table.host, decree(), seen=seen), 400)


# Late: what was reported by who had not `seen` the newest line (409)


def test_a_tap_after_others_corrected_and_adjusted_is_taken(table):
    table.play([decree(), adjust(1)])
    table.report(table.host, correct((2, adjust(1, 5)), (1, decree(0, 0, 0, 0))))
    table.play([write(1)])
    assert table.report(table.seats[0], write(0), seen=1).status == 201


def test_a_tap_whose_question_was_answered_is_409_and_adds_nothing(table):
    table.play([decree()])
    assert table.report(table.host, write(0), seen=1).status == 201
    assert is_refused(table.report(table.seats[0], write(0, "Other"), seen=1), 409, "stale")
    assert is_refused(table.report(table.seats[0], write(0), seen=1), 409, "stale")  # the same, but another tap
    assert is_refused(table.report(table.seats[0], write(0), seen=2), 422, "reported")
    assert table.look()["line"] == 2


# By the rules (422)


@pytest.mark.parametrize(
    ("lines", "move", "code"),
    [
        (0, write(0), "no-decree"),
        (1, decree(), "round-open"),
        (1, declare(0), "not-all-written"),
        (1, choose(0, 1), "other-day"),
        (1, {"move": "same", "seats": [0, 1]}, "not-scored"),
        (1, {"move": "decree", "icons": [0]}, "round-open"),
        (0, {"move": "decree", "icons": [0]}, "icons"),
        (2, write(0, "Again"), "reported"),
        (51, decree(), "over"),
        (51, {"move": "stop"}, "over"),
        (0, adjust(5), "no-such-seat"),
        (0, adjust(0) | {"track": "lives"}, "no-such-track"),
        (0, correct((1, None)), "no-such-line"),
        (2, {"move": "count"}, "nothing-scored"),
        (2, correct((1, None), (1, None)), "line-twice"),
        (2, correct((1, None)), "no-longer-fits"),
    ],
)
def test_what_the_rules_refuse_is_422_with_the_reason_and_adds_nothing(table, lines, move, code):
    table.play(whole_game()[:lines])
    assert is_refused(table.report(table.host, move), 422, code)
    assert table.look()["line"] == lines


def test_the_key_of_a_move_that_was_refused_is_free(table):
    assert table.report(table.host, write(0), key="again-and-again").status == 422
    assert table.report(table.host, decree(), key="again-and-again").json == {"line": 1}


def test_a_refusal_calls_people_by_the_names_of_the_table(table):
    table.play([decree()])
    answer = table.report(table.host, {"move": "reading", "seat": 1, "reading": "abc"})
    assert answer.json["error"]["message"] == "Bo has not written a name yet."


# Too large (413)


def test_a_body_of_64_kib_is_read_and_one_of_a_byte_more_is_413(table):
    fitting = json.dumps(MOVE).encode()
    for key in (table.host, table.watch):
        assert is_refused(table.call("POST", f"{table.path}/moves", key, fitting.ljust(64 * 1024 + 1)), 413)
    assert is_refused(table.call("POST", "/api/tables", body=b" " * (64 * 1024 + 1)), 413)
    assert table.look()["line"] == 0
    assert table.call("POST", f"{table.path}/moves", table.host, fitting.ljust(64 * 1024)).status == 201


def chunked(url, path, key, body, announced=None):
    """What a body in chunks is answered."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n"
    size = f"Transfer-Encoding: chunked\r\n\r\n{announced or len(body):x}\r\n"
    return raw(url, (head + size).encode() + body + b"\r\n0\r\n\r\n")


def test_a_body_in_chunks_is_read(server):
    table = ApiTable(server.program().call)
    answer = chunked(server.url, f"{table.path}/moves", table.host, json.dumps(MOVE).encode())
    assert answer.startswith(b"1.1 201")


def test_too_large_a_body_in_chunks_is_413_however_it_begins(server):
    table = ApiTable(server.program().call)
    body = json.dumps(MOVE).encode().ljust(64 * 1024) + b"and more"
    answer = chunked(server.url, f"{table.path}/moves", table.host, body)
    assert (answer[:7], table.look()["line"]) == (b"1.1 413", 0)


# The disk is full or fails (507, 503)


def test_a_full_disk_is_507_takes_nothing_and_takes_the_same_tap_when_there_is_room(table, store):
    line, move = fill(store, table)
    before = [table.get(key).body for key in table.keys]
    assert table.look()["line"] == line - 1
    for _ in range(3):
        answer = table.report(table.host, move, key=f"fill-{line:04d}")
        assert is_refused(answer, 507)
        assert int(answer.headers["Retry-After"]) >= 1
    assert [table.get(key).body for key in table.keys] == before
    make_room(store)
    assert table.report(table.host, move, key=f"fill-{line:04d}").json == {"line": line}
    table.call = over(create_app(Services(store)).test_client())
    assert table.look()["line"] == line


def test_a_table_that_was_not_acknowledged_was_not_laid(call, store):
    laid = 0
    for room in range(1, 8):
        fill_up(store, room)
        while (answer := call("POST", "/api/tables", body=GAME)).status == 201:
            laid += 1
        assert is_refused(answer, 507)
        assert len(all_tables(store.reader())) == laid
        make_room(store)


@pytest.mark.sqlite
def test_a_drawer_that_somebody_else_holds_is_503_and_worth_another_try(table, store):
    store.do(lambda db: db.execute("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = table.report(table.host, decree(), key="this-tap")
    assert is_refused(answer, 503)
    assert int(answer.headers["Retry-After"]) >= 1
    assert table.look()["line"] == 0
    other.close()
    assert table.report(table.host, decree(), key="this-tap").json == {"line": 1}
