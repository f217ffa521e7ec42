"""Reporting moves over HTTP: what is taken, and what cannot be read."""

import json

import pytest

from companion.storage.log import rows, table_by_code
from tests.support.api import (
    decree,
    is_refused,
    write,
)
from tests.support.api_moves import WRONG_SHAPES


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
