"""HTTP for programs: what each call answers, to whom, and what it says instead when it does not."""

import itertools
import json
import random
import sqlite3
import time
from contextvars import copy_context

import msgspec
import pytest

from companion.games import GAMES
from companion.storage.log import headers, rows
from companion.table.questions import asks
from companion.table.record import read
from companion.table.result import result
from companion.table.strict_json import parse
from companion.web.app import create_app
from companion.web.limits import STREAMS_PER_CALLER
from companion.web.play import stream as play_stream
from tests.reference.death_name_records import games
from tests.support.api import (
    CAST,
    GAME,
    Laid,
    adjust,
    choose,
    correct,
    declare,
    decree,
    fill,
    filled,
    is_refused,
    log,
    over,
    whole_game,
    write,
)
from tests.support.effort import patient
from tests.support.games import random_play
from tests.support.json_schema import is_valid
from tests.support.server import next_event, raw
from tests.support.server import stream as open_stream

SEATED = [write, declare, lambda seat: choose(seat, 1), adjust]  # moves that are about a seat
SEATED += [
    lambda seat: {"move": "hold", "seat": seat, "card": 0},
    lambda seat: {"move": "reading", "seat": seat, "reading": "kana"},
]


def asked(look, move):
    """The asks for one kind of move."""
    return [ask for ask in look["asks"] if ask["move"] == move]


# Laying a table


def test_a_table_is_laid_with_a_code_and_a_key_for_everybody(call):
    answer = call("POST", "/api/tables", body=GAME | {"options": {"practice": True}})
    assert answer.status == 201
    laid = answer.json
    assert set(laid) == {"table", "host_key", "seat_keys", "watch_key", "url"}
    keys = [laid["host_key"], *laid["seat_keys"], laid["watch_key"]]
    assert len(laid["seat_keys"]) == 4
    assert len(set(keys)) == 6
    assert min(map(len, keys)) >= 22  # 128 bits
    assert laid["url"].startswith("http://localhost/")
    assert call("GET", f"/api/tables/{laid['table']}", laid["host_key"]).status == 200


def test_options_may_be_missing_and_names_are_trimmed(call):
    answer = call("POST", "/api/tables", body={"game": "death-name", "seats": [" Ann", "Bo\u3000", "Cy", "Di"]})
    laid = answer.json
    assert call("GET", f"/api/tables/{laid['table']}", laid["host_key"]).json["seats"] == list(CAST[:4])


def test_every_table_has_a_code_and_keys_of_its_own(call):
    tables = [Laid(call) for _ in range(20)]
    assert len({table.code for table in tables}) == 20
    assert len({key for table in tables for key in table.keys}) == 120


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"game": "death-name"}, 400),
        ({"seats": list(CAST[:4])}, 400),
        (GAME | {"game": "chess"}, 400),
        (GAME | {"game": None}, 400),
        (GAME | {"game": ["death-name"]}, 400),
        (GAME | {"seats": "Ann"}, 400),
        (GAME | {"seats": {"Ann": 1}}, 400),
        (GAME | {"seats": ["Ann", "Bo", "Cy", 4]}, 400),
        (GAME | {"seats": ["Ann", "Bo", "Cy", " "]}, 400),
        (GAME | {"seats": ["Ann", "Bo", "Cy", "D\ni"]}, 400),
        (GAME | {"seats": ["Ann", "Bo", "Cy", "D" * 41]}, 400),
        (GAME | {"options": None}, 400),
        (GAME | {"options": []}, 400),
        (GAME | {"options": {"speed": 1}}, 400),
        (GAME | {"options": {"pass_limit": 0}}, 400),
        (GAME | {"options": {"pass_limit": "3"}}, 400),
        (GAME | {"options": {"kill_rule": "none"}}, 400),
        (GAME | {"options": {"language": "../.."}}, 400),
        (GAME | {"seats": ["Ann", "Bo", "Cy"]}, 422),
        (GAME | {"seats": ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus"]}, 422),
        (GAME | {"seats": []}, 422),
    ],
)
def test_a_table_that_cannot_be_is_not_laid(call, store, body, status):
    assert is_refused(call("POST", "/api/tables", body=body), status)
    assert log(store) == []


def test_two_seats_of_one_name_are_not_laid(call, store):
    answer = call("POST", "/api/tables", body=GAME | {"seats": ["Ann", "Bo", "Ann ", "Di"]})
    assert answer.status in (400, 422)
    assert log(store) == []


# Looking at a table


def test_a_new_table_is_told_in_the_words_of_the_contract(table):
    look = table.look(table.watch)
    assert list(look) == ["line", "game", "seats", "me", "result", "asks", "waiting"]
    assert (look["line"], look["game"], look["seats"]) == (0, "death-name", list(CAST[:4]))
    assert look["result"] == {
        "game": "death-name",
        "over": False,
        "outcome": "playing",
        "round": 0,
        "tracks": {"points": [0] * 4, "kill_points": [0] * 4},
        "totals": [0] * 4,
        "places": [1] * 4,
        "winners": [],
        "ledger": [],
        "facts": {"rounds": []},
    }


def test_everybody_is_told_who_they_are(table):
    assert [table.look(key)["me"] for key in table.keys] == [0, 1, 2, 3, "host", None]


def test_a_seat_is_asked_its_own_the_host_everybodys_and_a_watcher_nothing(table):
    table.play([decree(), write(1)])
    fits = {"name": {"text": 80}}
    assert asked(table.look(table.seats[0]), "write") == [{"move": "write", "seat": 0, "choices": fits}]
    assert asked(table.look(table.seats[1]), "write") == []
    assert [ask["seat"] for ask in asked(table.look(table.host), "write")] == [0, 2, 3]
    assert table.look(table.watch)["asks"] == []


def test_what_everybody_may_report_is_asked_of_everybody_and_of_the_host_once(table):
    for key in (*table.seats, table.host):
        assert asked(table.look(key), "decree") == [{"move": "decree", "choices": {"icons": [-2, -1, 0, 1, 2]}}]


def test_what_may_be_left_undone_is_marked_and_comes_last(table):
    table.play([decree(), *(write(seat) for seat in range(4))])
    for key in (*table.seats, table.host):
        marks = [ask.get("optional", False) for ask in table.look(key)["asks"]]
        assert marks == sorted(marks)
        assert marks[0] is False
        assert marks[-1] is True
        assert all(ask.get("optional", True) is True for ask in table.look(key)["asks"])


def test_those_are_waited_for_who_are_asked_what_may_not_be_left_undone(table):
    assert table.look()["waiting"] == [0, 1, 2, 3]
    table.play([decree(), write(1), write(3)])
    assert all(table.look(key)["waiting"] == [0, 2] for key in table.keys)
    table.play([write(0), write(2), declare(2)])
    assert all(table.look(key)["waiting"] == [0, 1, 3] for key in table.keys)


def test_nobody_is_waited_for_or_asked_anything_when_the_table_has_broken_off(table):
    table.play([decree(), write(0), {"move": "stop"}])
    assert [(table.look(key)["asks"], table.look(key)["waiting"]) for key in table.keys] == [([], [])] * 6
    assert table.look()["result"]["outcome"] == "stopped"


def test_a_game_is_played_to_its_end_by_the_keys_of_its_seats(table):
    table.play(whole_game())
    look = table.look(table.watch)
    assert (look["line"], look["result"]["over"], look["result"]["outcome"]) == (51, True, "won")
    assert look["waiting"] == []
    assert not [ask for ask in table.look()["asks"] if not ask.get("optional")]


def test_everybody_is_told_the_same_result(table):
    for number, move in enumerate(whole_game(), 1):
        table.play([move])
        looks = [table.look(key) for key in table.keys]
        assert all(look["result"] == looks[0]["result"] and look["line"] == number for look in looks)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_fits_an_ask_is_taken(call, seed):
    rng = random.Random(seed)
    options = {"practice": rng.random() < 0.5, "pass_limit": rng.choice([None, 1, 3])}
    table = Laid(call, seats=rng.choice([4, 5, 6]), **options)
    for _ in range(150):
        key = rng.choice([*table.seats, table.host])
        asks = table.look(key)["asks"]
        if not asks and table.look()["result"]["over"]:
            break
        if asks:
            move = filled(rng, rng.choice(asks), len(table.seats), lambda _: rng.choice(["Ann", "Bo", "x" * 80, "花"]))
            answer = table.report(key, move)
            assert answer.status == 201, (move, answer.body)


# Reporting


def test_a_line_has_its_number_and_is_in_the_drawer_when_it_is_answered(table, store):
    for number, move in enumerate([decree(), write(0), write(1)], 1):
        answer = table.report(table.by(move), move)
        assert (answer.status, answer.json) == (201, {"line": number})
        (header,) = headers(store.reader(), "code = ?", [table.code])
        row = rows(store.reader(), header.id)[-1]
        assert (row.line, json.loads(row.move)) == (number, move)


def test_who_reported_is_noted(table, store):
    table.play([decree(), write(2)])
    table.report(table.host, write(3))
    (header,) = headers(store.reader(), "code = ?", [table.code])
    assert [row.reporter for row in rows(store.reader(), header.id)] == ["Ann", "Cy", "host"]


MOVE = decree() | {"key": "intent-0"}

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


WRONG_SHAPES = [
    {},
    {"icons": [0, 0, 0, 0]},
    {"move": "dance"},
    {"move": None},
    {"move": ["decree"]},
    {"move": "decree"},
    {"move": "decree", "icons": None},
    {"move": "decree", "icons": [0, 0, 0, 3]},
    {"move": "decree", "icons": [0, 0, 0, "1"]},
    {"move": "decree", "icons": [0, 0, 0, 0], "seat": 0},
    {"move": "decree", "icons": [0, 0, 0, 0], "extra": 1},
    {"move": "decree", "icons": {"0": 1}},
    {"move": "write", "seat": 0},
    {"move": "write", "name": "Ann"},
    {"move": "write", "seat": 0, "name": ""},
    {"move": "write", "seat": 0, "name": " \u3000 "},
    {"move": "write", "seat": 0, "name": "a\x00b"},
    {"move": "write", "seat": 0, "name": "a\u202eb"},
    {"move": "write", "seat": 0, "name": "x" * 81},
    {"move": "write", "seat": 0, "name": 7},
    {"move": "write", "seat": -1, "name": "Ann"},
    {"move": "write", "seat": 16, "name": "Ann"},
    {"move": "write", "seat": "0", "name": "Ann"},
    {"move": "write", "seat": 0.5, "name": "Ann"},
    {"move": "write", "seat": True, "name": "Ann"},
    {"move": "write", "seat": None, "name": "Ann"},
    {"move": "declare", "seat": 0, "choice": "maybe"},
    {"move": "choose", "seat": 0, "round": 5},
    {"move": "adjust", "seat": 0, "track": "points", "by": 0, "why": "x"},
    {"move": "adjust", "seat": 0, "track": "points", "by": 1.5, "why": "x"},
    {"move": "adjust", "seat": 0, "track": "points", "by": 2**53, "why": "x"},
    {"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": ""},
    {"move": "stop", "seat": 0},
    {"move": "correct"},
    {"move": "correct", "lines": {}},
    {"move": "correct", "lines": [[1]]},
    {"move": "correct", "lines": [[1, None, None]]},
    {"move": "correct", "lines": [["1", None]]},
    {"move": "correct", "lines": [[True, None]]},
    {"move": "correct", "lines": [[1, 7]]},
    {"move": "correct", "lines": [[1, {"move": "dance"}]]},
    {"move": "correct", "lines": [[1, {"move": "correct", "lines": []}]]},
    {"move": "correct", "lines": [[1, [None]]]},
    {"move": "correct", "lines": [[1, None]], "seat": 0},
]


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


# Keys: 401, 404, 405


def api_calls(table):
    """Every call about a table, as (method, path, body)."""
    return [
        ("GET", table.path, None),
        ("GET", f"{table.path}/record", None),
        ("GET", f"{table.path}/live", None),
        ("POST", f"{table.path}/moves", decree() | {"key": "intent-0"}),
    ]


def test_without_a_key_of_this_table_there_is_nothing_to_see_or_to_do(table, call, store):
    other = Laid(call)
    before = log(store)
    keys = ["", "wrong", other.host, other.seats[0], other.watch, table.host[:-1], table.host + "x", table.host.lower()]
    for key, (method, path, body) in itertools.product(keys, api_calls(table)):
        assert is_refused(call(method, path, key, body), 401), (key, method, path)
    assert log(store) == before


@pytest.mark.parametrize(
    "scheme", ["Basic {}", "Token {}", "bearer{}", "Bearer{}x", "Bearer {0} {0}", "Bearer {0},{0}"]
)
def test_a_key_shown_in_another_way_is_none(table, scheme):
    answer = table.call("GET", table.path, headers={"Authorization": scheme.format(table.host)})
    assert is_refused(answer, 401)


def test_only_the_watch_key_may_stand_in_the_address(table, call):
    for method, path, body in api_calls(table):
        for key in (table.host, *table.seats):
            assert is_refused(call(method, f"{path}?key={key}", body=body), 401)
    assert call("GET", f"{table.path}/live?key={table.watch}").status == 200
    assert table.look()["line"] == 0


def test_a_key_in_the_address_does_not_outdo_the_one_in_the_header(table, call):
    assert is_refused(call("GET", f"{table.path}/live?key={table.watch}", "wrong"), 401)
    assert call("GET", f"{table.path}?key={table.watch}", table.host).json["me"] == "host"


@pytest.mark.parametrize("code", ["ZZZZZ", "abcde", "A", "A" * 5000, "%00", "%ff", "..", "'", "%F0%9F%92%80"])
def test_a_table_that_is_not_there_is_404_for_everybody(table, call, code):
    for key in ("", table.host, table.watch):
        for method, path, body in api_calls(table):
            assert is_refused(call(method, path.replace(table.code, code), key, body), 404)


@pytest.mark.parametrize("path", ["/api/", "/api/table", "/api/tables/", "/api/games/death-name", "/healthz/"])
def test_an_address_that_is_not_there_is_404(call, path):
    assert is_refused(call("GET", path), 404)


def test_a_call_of_the_wrong_kind_is_405_and_says_which_are_right(table, call):
    wrong = {
        "/api/tables": ["GET", "PUT", "PATCH", "DELETE"],
        "/api/games": ["POST", "PUT", "PATCH", "DELETE"],
        table.path: ["POST", "PUT", "PATCH", "DELETE"],
        f"{table.path}/moves": ["GET", "PUT", "PATCH", "DELETE"],
        f"{table.path}/live": ["POST", "PUT", "PATCH", "DELETE"],
        f"{table.path}/record": ["POST", "PUT", "PATCH", "DELETE"],
    }
    for path, methods in wrong.items():
        for method in methods:
            answer = call(method, path, table.host)
            assert is_refused(answer, 405), (method, path)
            assert {"GET", "POST"} & set(answer.headers["Allow"].split(", "))


# Rights: 403


@pytest.mark.parametrize("lines", [0, 3, 5, 7, 9, 38, 51])
def test_a_seat_may_not_report_for_another_in_any_phase_and_is_told_before_the_rules_are_asked(table, store, lines):
    table.play(whole_game()[:lines])
    before = log(store)
    for move, seat, other in itertools.product(SEATED, range(4), range(6)):
        if seat != other:
            assert is_refused(table.report(table.seats[seat], move(other)), 403, "not-yours")
    assert log(store) == before


def test_a_watcher_may_report_nothing(table):
    for move in [decree(), *(move(0) for move in SEATED), {"move": "stop"}, correct((1, None)), correct((99, None))]:
        assert is_refused(table.report(table.watch, move), 403, "not-yours")


def test_no_right_comes_before_the_shape_and_before_it_no_number_of_a_line(table):
    table.play([decree()])
    assert table.report(table.seats[1], {"move": "write", "seat": 0}).status == 400
    assert table.report(table.seats[1], write(0), seen=99).status == 403
    assert table.report(table.seats[1], write(0), key="intent-000001").status == 403  # which stood for the decree


def test_every_seat_may_report_what_concerns_the_whole_table(call):
    for seat in range(4):
        table = Laid(call)
        assert table.report(table.seats[seat], decree()).status == 201
        table.play([*(write(at, "Ann") for at in range(4)), *(declare(at) for at in range(4))])
        answer = table.report(table.seats[seat], {"move": "same", "seats": [0, 1]})
        assert answer.status == 422 or answer.json == {"line": 10}  # they are the same already
        assert table.report(table.seats[seat], correct((1, decree(0, 0, 0, 0)))).status == 201
        assert table.report(table.seats[seat], {"move": "stop"}).status == 201


def test_the_host_may_report_for_everybody(table):
    for move in whole_game():
        assert table.report(table.host, move).status == 201


@pytest.mark.parametrize(
    ("reads", "status"),
    [
        (write(0, "Other"), 201),
        (None, 201),
        ([], 201),
        ([write(0, "Other"), adjust(0)], 201),
        ([adjust(0), write(0, "Other")], 201),
        (write(1, "Other"), 403),
        (adjust(1), 403),
        ([write(0, "Other"), adjust(1)], 403),
        ([adjust(3), write(0, "Other")], 403),
    ],
)
def test_a_seat_corrects_its_own_lines_to_what_it_may_report(table, reads, status):
    table.play([decree(), write(0)])
    assert table.report(table.seats[0], correct((2, reads))).status == status
    assert table.look()["line"] == 2 + (status == 201)


def test_a_seat_may_not_correct_what_another_reported(table):
    table.play([decree(), write(0), write(1), adjust(1)])
    for reads in (None, [], adjust(0), write(0, "Other"), write(1), adjust(1, 2)):
        for line in (3, 4):
            assert is_refused(table.report(table.seats[0], correct((line, reads))), 403, "not-yours")
    assert is_refused(table.report(table.seats[0], correct((2, None), (3, None))), 403)
    assert table.look()["line"] == 4


def test_a_seat_may_not_correct_a_line_that_was_its_own_and_reads_of_another_since(table):
    table.play([adjust(0)])
    assert table.report(table.host, correct((1, adjust(1)))).status == 201
    assert is_refused(table.report(table.seats[0], correct((1, adjust(0, 5)))), 403)
    assert is_refused(table.report(table.seats[1], correct((1, adjust(1, 5)))), 403)
    assert table.report(table.host, correct((1, [adjust(0), adjust(1)]))).status == 201
    assert is_refused(table.report(table.seats[0], correct((1, None))), 403)
    assert table.report(table.host, correct((1, [adjust(0), adjust(0, 2)]))).status == 201
    assert table.report(table.seats[0], correct((1, None))).status == 201


def test_a_seat_may_strike_a_correction_only_if_it_may_make_it(table):
    table.play([adjust(0), adjust(1)])
    own, others, both = correct((1, None)), correct((2, None)), correct((1, adjust(0, 4)), (2, adjust(1, 4)))
    for line, (move, key) in enumerate([(own, 0), (others, 1), (both, 0)], 3):
        assert table.report(table.host, move).json == {"line": line}
        assert table.report(table.seats[key], correct((line, adjust(key)))).status in (403, 422)
    assert table.report(table.seats[0], correct((3, None))).status == 201
    assert is_refused(table.report(table.seats[0], correct((4, None))), 403)
    assert is_refused(table.report(table.seats[0], correct((5, None))), 403)
    assert is_refused(table.report(table.seats[1], correct((5, None))), 403)


def test_a_line_that_is_not_there_is_no_question_of_rights(table):
    table.play([adjust(0)])
    for line in (0, 2, 3, 10**9, -1):
        assert is_refused(table.report(table.seats[0], correct((line, None))), 422)


def test_taking_back_what_was_taken_back_costs_no_more_the_longer_it_goes_on(table):
    table.play([adjust(0), correct((1, None)), correct((2, None))])
    for line in range(4, 60):
        began = time.monotonic()
        assert table.report(table.seats[0], correct((line - 1, None), (line - 2, None))).status == 201
        assert time.monotonic() - began < patient(1)


def test_a_line_may_be_taken_back_and_put_back_any_number_of_times(app, table):
    table.play([adjust(0)])
    app.extensions["limit"].rate = 100_000
    for line in range(2, 500):
        assert table.report(table.seats[0], correct((line - 1, None))).status == 201


# The rules: 422


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
        (2, correct(), "corrects-nothing"),
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


# Idempotency


def test_the_same_key_again_gives_the_first_answer_and_adds_nothing(table, store):
    first = table.report(table.host, decree(), key="this-tap")
    table.play([write(0), write(1)])
    before = log(store)
    for _ in range(3):
        again = table.report(table.host, decree(), key="this-tap")
        assert (again.status, again.body) == (first.status, first.body)
    assert log(store) == before


def test_the_first_answer_comes_whatever_has_happened_since(table):
    answers = [table.report(table.by(move), move, key=f"tap-{line:04d}") for line, move in enumerate(whole_game(), 1)]
    assert table.report(table.host, correct((51, None))).status == 201
    table.play([{"move": "stop"}])
    for line, move in enumerate(whole_game(), 1):
        again = table.report(table.by(move), move, key=f"tap-{line:04d}", seen=line - 1)
        assert (again.status, again.json) == (201, {"line": line}) == (answers[line - 1].status, answers[line - 1].json)


def test_the_same_key_with_another_body_is_422_and_adds_nothing(table, store):
    table.report(table.host, decree(), key="this-tap")
    before = log(store)
    for move in (decree(0, 0, 0, 0), write(0), adjust(0), correct((1, None)), {"move": "stop"}):
        assert is_refused(table.report(table.host, move, key="this-tap"), 422, "key-reused")
    assert log(store) == before


def test_what_was_seen_and_how_it_is_spelt_do_not_make_another_body(table):
    table.play([decree()])
    first = table.report(table.seats[0], write(0, "Zoë"), key="this-tap", seen=1)
    spelt = b'{"seen": 0, "key": "this-tap", "name": " Zo\\u00eb ", "seat": 0, "move": "write"}'
    again = table.call("POST", f"{table.path}/moves", table.seats[0], spelt)
    assert (again.status, again.json) == (201, first.json)


def test_a_key_counts_within_its_table_and_answers_only_whoever_used_it(table):
    table.play([adjust(0)])
    first = table.report(table.seats[0], adjust(0, 2), key="this-tap")
    assert table.report(table.seats[0], adjust(0, 2), key="this-tap").json == first.json == {"line": 2}
    assert is_refused(table.report(table.host, adjust(0, 2), key="this-tap"), 422, "key-reused")
    assert is_refused(table.report(table.seats[1], adjust(1, 2), key="this-tap"), 422, "key-reused")
    assert is_refused(table.report(table.seats[1], adjust(0, 2), key="this-tap"), 403)
    assert table.look()["line"] == 2


def test_a_key_is_free_at_another_table(table, call):
    other = Laid(call)
    assert table.report(table.host, decree(), key="this-tap").json == {"line": 1}
    assert other.report(other.host, adjust(0), key="this-tap").json == {"line": 1}


def test_a_key_is_remembered_over_a_restart(table, store):
    table.play([decree()])
    first = table.report(table.seats[0], correct((1, [decree(0, 0, 0, 0)])), key="this-tap")
    table.call = over(create_app(store).test_client())
    again = table.report(table.seats[0], correct((1, [decree(0, 0, 0, 0)])), key="this-tap")
    assert (again.status, again.json) == (201, first.json)
    assert is_refused(table.report(table.seats[0], decree(), key="this-tap"), 422, "key-reused")
    assert table.look()["line"] == 2


def test_keys_seats_and_lines_are_as_they_were_after_a_restart(table, store):
    table.play(whole_game()[:30])
    before = [table.get(key).body for key in table.keys]
    table.call = over(create_app(store).test_client())
    assert [table.get(key).body for key in table.keys] == before
    table.play(whole_game()[30:])


# Late taps: `seen`


def test_an_honest_tap_whose_question_has_not_changed_is_taken(table):
    table.play([decree()])
    for seat in range(4):
        assert table.report(table.seats[seat], write(seat), seen=1).status == 201
    for seat in (3, 1, 0, 2):
        assert table.report(table.seats[seat], declare(seat), seen=5).status == 201


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


def test_of_two_who_open_the_round_at_once_one_is_taken_and_the_other_told_that_it_is_late(table):
    answers = [table.report(table.seats[seat], decree(seat - 1, 0, 0, 0), seen=0) for seat in range(4)]
    assert [answer.status for answer in answers] == [201, 409, 409, 409]
    assert table.look()["line"] == 1


def test_of_two_who_correct_the_same_line_at_once_one_is_taken(table):
    table.play([decree(), adjust(0)])
    assert table.report(table.host, correct((1, decree(0, 0, 0, 0))), seen=2).status == 201
    assert is_refused(table.report(table.seats[0], correct((1, decree(1, 1, 1, 1))), seen=2), 409, "stale")
    assert table.report(table.seats[0], correct((2, None)), seen=2).status == 201


def test_a_tap_of_a_round_that_is_over_is_409(table):
    table.play(whole_game()[:9])
    assert is_refused(table.report(table.seats[0], declare(0), seen=5), 409, "stale")
    table.play([decree()])
    assert is_refused(table.report(table.seats[0], decree(), seen=9), 409, "stale")


def test_a_tap_that_saw_more_than_there_is_is_409(table):
    assert is_refused(table.report(table.host, decree(), seen=1), 409, "stale")


# The record


def test_the_host_has_the_record_and_it_replays_to_the_same_result(table):
    moves = whole_game()
    table.play(moves)
    answer = table.get(table.host, "/record")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    record = parse(answer.body)
    assert (record["format"], record["game"], record["seats"]) == (1, "death-name", list(CAST[:4]))
    assert [{name: line[name] for name in move} for line, move in zip(record["moves"], moves, strict=True)] == moves
    assert result(read(record).table) == table.look()["result"]


def test_whoever_is_seated_has_the_record_once_the_game_is_over(table):
    moves = whole_game()
    for part in (moves[:9], moves[9:36], moves[36:50]):
        table.play(part)
        for key in table.seats:
            assert is_refused(table.get(key, "/record"), 403)
    table.play(moves[50:])
    assert {table.get(key, "/record").body for key in (*table.seats, table.host)} == {
        table.get(table.host, "/record").body
    }
    assert table.report(table.host, correct((51, None))).status == 201
    assert is_refused(table.get(table.seats[3], "/record"), 403)


def test_a_watcher_never_has_the_record(table):
    assert is_refused(table.get(table.watch, "/record"), 403)
    table.play(whole_game())
    assert is_refused(table.get(table.watch, "/record"), 403)


def test_the_record_is_closed_to_the_host_too_while_it_holds_a_secret(table):
    for line, move in enumerate(whole_game(), 1):
        table.play([move])
        in_round = (line - 1) % 9 if line <= 36 else (line - 37) % 5
        scored = in_round == (8 if line <= 36 else 4)
        if scored or in_round == 0:
            assert table.get(table.host, "/record").status == 200, line
        else:
            assert is_refused(table.get(table.host, "/record"), 409, "secrets-open"), line


def test_the_secrets_of_a_table_that_broke_off_stay_closed(table):
    table.play([decree(), write(0), {"move": "stop"}])
    assert is_refused(table.get(table.host, "/record"), 409, "secrets-open")
    assert is_refused(table.get(table.seats[0], "/record"), 403)


def test_a_name_that_was_corrected_closes_the_record_until_its_round_is_scored(table):
    table.play([decree(), write(0, "Early")])
    table.play([correct((2, None))])
    assert is_refused(table.get(table.host, "/record"), 409, "secrets-open")
    table.play([*(write(seat) for seat in range(4)), *(declare(seat) for seat in range(4))])
    assert table.get(table.host, "/record").status == 200


# Streams


class Stream:
    """A stream that a test client has open: `next()` is the next event, None at its end.

    Like every connection of the server it lives in a context of its own: Flask notes there whose turn it is.
    """

    def __init__(self, client, path, key="", **more):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._context = copy_context()
        self.answer = self._context.run(client.get, path, headers=headers, buffered=False, **more)
        self._chunks = iter(self.answer.response)
        self._lines = []

    def next(self):
        return next_event(self._line)

    def chunk(self):
        return self._context.run(next, self._chunks, b"")

    def _line(self):
        if not self._lines:
            self._lines = self.chunk().splitlines(keepends=True)
        return self._lines.pop(0) if self._lines else b""

    def close(self):
        self._context.run(self.answer.close)


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


def test_a_stream_says_a_line_once_and_a_repeated_key_rings_nobody(client, table):
    table.play([adjust(0)])
    notifier = client.application.extensions["services"].notifier
    stream = Stream(client, f"{table.path}/live", table.seats[2])
    assert stream.next() == ("line", "1")
    assert table.report(table.host, adjust(1), key="this-tap").status == 201
    rung = notifier.count(table.code)
    assert table.report(table.host, adjust(1), key="this-tap").status == 201
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


def test_a_stream_says_nothing_of_what_was_refused_or_came_twice(client, table):
    table.report(table.host, decree(), key="this-tap")
    stream = Stream(client, f"{table.path}/live", table.watch)
    assert stream.next() == ("line", "1")
    table.report(table.host, decree(), key="this-tap")
    table.report(table.host, decree(), key="other-tap")
    table.play([write(0)])
    heard = [stream.next()]
    while heard[-1] == ("line", "1"):  # the first answer again may ring again
        heard.append(stream.next())
    assert heard[-1] == ("line", "2")
    stream.close()


def test_nobody_hears_of_another_table(client, call, table, monkeypatch):
    monkeypatch.setattr(play_stream, "HEARTBEAT_SECONDS", 0.02)
    other = Laid(call)
    stream = Stream(client, f"{table.path}/live", table.watch)
    assert stream.next() == ("line", "0")
    other.play([decree(), write(0)])
    assert stream.next() == ("", "")
    stream.close()


def test_a_quiet_stream_has_a_heartbeat_that_is_a_comment(client, table, monkeypatch):
    monkeypatch.setattr(play_stream, "HEARTBEAT_SECONDS", 0.02)
    stream = Stream(client, f"{table.path}/live", table.host)
    assert stream.next() == ("line", "0")
    chunks = [stream.chunk() for _ in range(3)]
    assert all(chunk.startswith(b":") and chunk.endswith(b"\n\n") for chunk in chunks)
    table.play([decree()])
    assert stream.next() == ("line", "1")
    stream.close()


def test_a_key_has_three_streams_and_the_oldest_of_four_ends(client, table):
    streams = [Stream(client, f"{table.path}/live", table.host) for _ in range(STREAMS_PER_CALLER)]
    others = [Stream(client, f"{table.path}/live", key) for key in (table.watch, table.seats[0])]
    assert {stream.next() for stream in (*streams, *others)} == {("line", "0")}
    fourth = Stream(client, f"{table.path}/live", table.host)
    assert fourth.next() == ("line", "0")
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
    table = Laid(server.program().call)
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


# The games


CONTRACT = {  # by game: seats, moves and options of its own
    "death-name": ((4, 6), "decree write declare hold choose reading same", "language kill_rule pass_limit practice"),
    "final-deathweek": (
        (2, 4),
        "solid redeal schedule expose take break killers",
        "counter_limit break_removes last_day scoring chain_scored leader",
    ),
    "gamushara-gang": (
        (3, 5),
        "no-partner nominate exchange add execute succeed out flip confess turn personality",
        "points first characters",
    ),
    "death-wish": (
        (2, 8),
        "contract act give cure farewell outbreak play-keeper",
        "target last_survivor first",
    ),
    "death-over-the-kingdom": ((3, 16), "card value winners losers", "mode dealer lives values flips"),
}


def schemas(call, game="death-name"):
    (told,) = [told for told in call("GET", "/api/games").json["games"] if told["game"] == game]
    return told


@pytest.mark.parametrize("game", CONTRACT)
def test_the_games_are_told_with_the_seats_moves_and_options_of_the_contract(call, game):
    told, ((least, most), moves, options) = schemas(call, game), CONTRACT[game]
    kinds = told["moves"]["$defs"].values()
    names = {name for of in kinds for name in of.get("properties", {}).get("move", {}).get("enum", ())}
    assert names == {*moves.split(), "correct", "adjust", "stop"}
    assert told["seats"] == {"min": least, "max": most}
    (shape,) = [of for of in told["options"]["$defs"].values() if of["title"] == "Options"]
    assert set(shape["properties"]) == set(options.split())


def as_json(value):
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("game", CONTRACT)
def test_the_schema_describes_whatever_a_random_game_holds(call, game):
    told, rng = schemas(call, game), random.Random(game)
    for _ in range(6):
        table = random_play.laid(rng, GAMES[game])
        assert is_valid(as_json(table.options), told["options"]), table.options
        *_, end = table, *random_play.played(rng, table, longest=120, optional=0.4)
        for line in end.lines:
            move = as_json(line.recorded.move)
            assert is_valid(move, told["moves"]), move
            assert not is_valid(move | {"extra": 1}, told["moves"])
            assert not is_valid(move | {"move": "dance"}, told["moves"])


@pytest.mark.parametrize("game", CONTRACT)
def test_a_seat_may_report_whatever_it_is_asked_in_every_game(app, call, game):
    """Also what is asked of the leader about others, and what concerns the whole table."""
    rng = random.Random(game)
    app.extensions["limit"].burst = 10_000
    table = Laid(call, max(4, CONTRACT[game][0][0]) if game != "final-deathweek" else 3, game)
    for _ in range(80):
        state = app.extensions["services"].tables.find(table.code).table
        asked = [(seat, ask) for seat in range(len(table.seats)) for ask in asks(state, seat)]
        if not asked:
            break
        wanted = [(seat, ask) for seat, ask in asked if not ask.optional or rng.random() < 0.2]
        seat, ask = rng.choice(wanted or asked)
        assert ask.plain() in table.look(table.seats[seat])["asks"]
        move = random_play.answer(rng, ask)
        answer = table.report(table.seats[seat], move)
        assert answer.status == 201, (seat, move, answer)


def test_who_leads_may_report_what_others_expose_and_nobody_else_may(call):
    table = Laid(call, 3, "final-deathweek", leader=1)
    colors = ("red", "blue", "yellow")
    table.play([{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(colors)])
    expose = [{"move": "expose", "seat": seat, "color": color} for seat, color in enumerate(colors)]
    for seat, key in enumerate(table.seats):
        for other in range(3):
            if seat not in (other, 1):
                assert is_refused(table.report(key, expose[other]), 403, "not-yours")
    assert table.report(table.seats[1], expose[0]).status == 201
    assert table.report(table.seats[2], expose[2]).status == 201  # its own
    assert is_refused(table.report(table.seats[1], {"move": "take", "seat": 0, "colors": [], "number": 1}), 403)
    assert is_refused(table.report(table.seats[2], correct((4, None))), 403)
    assert table.report(table.seats[1], correct((4, None))).status == 201


def test_every_line_of_random_games_fits_the_schema(call):
    told = schemas(call)
    for seed in range(40):
        record = games(seed)
        assert is_valid(record["options"], told["options"]), record["options"]
        for move in record["moves"]:
            assert is_valid(move, told["moves"]), move


def unseen_by_a_schema(move):
    """What JSON Schema has no words for: what is left of a text when it is trimmed, and which signs are in it."""
    texts = [value for value in move.values() if isinstance(value, str)]
    return any(not text.strip() or not text.isprintable() for text in texts) or move.get("by") == 0


@pytest.mark.parametrize("move", [move for move in WRONG_SHAPES if not unseen_by_a_schema(move)], ids=json.dumps)
def test_a_move_of_a_wrong_shape_does_not_fit_the_schema(call, move):
    assert not is_valid(move, schemas(call)["moves"])


def test_whatever_does_not_fit_the_schema_is_not_taken(call):
    """Moves with one thing about them changed: the schema and the reader are of one mind."""
    told, rng, counts = schemas(call)["moves"], random.Random(5), [0, 0]
    values = [None, True, 0, 1, 4, 5, -1, 16, 1.0, 2.5, "0", "", "keep", "x" * 81, [], [0], [0, 1], {}, ["points"]]
    for _ in range(8):
        table = Laid(call)
        for move in whole_game()[: rng.randint(0, 51)]:
            table.play([move])
        for _ in range(40):
            move = rng.choice([decree(), write(0), declare(0), choose(0, 1), adjust(0), correct((1, None)), adjust(0)])
            name = rng.choice([*move, "extra", "seat"])
            changed = move | {name: rng.choice(values)}
            if rng.random() < 0.2:
                changed = move
            answer = table.report(table.host, changed)
            fits = is_valid(changed, told)
            assert answer.status in (201, 400, 422), (changed, answer)
            assert fits or answer.status != 201, changed
            assert not fits or unseen_by_a_schema(changed) or answer.status != 400, (changed, answer)
            counts[fits] += 1
    assert min(counts) > 40, counts


@pytest.mark.parametrize(
    "options",
    [
        {"speed": 1},
        {"pass_limit": 0},
        {"pass_limit": 10},
        {"pass_limit": True},
        {"practice": 1},
        {"practice": None},
        {"kill_rule": "all"},
        {"language": "e"},
        {"language": "en_GB"},
        {"language": 7},
        [],
        None,
    ],
    ids=json.dumps,
)
def test_options_that_do_not_fit_the_schema_are_not_taken(call, options):
    assert not is_valid(options, schemas(call)["options"])
    assert is_refused(call("POST", "/api/tables", body=GAME | {"options": options}), 400)


def texts(plain):
    """Every pattern of a schema."""
    if isinstance(plain, dict):
        own = [plain["pattern"]] if isinstance(plain.get("pattern"), str) else []
        return own + texts(list(plain.values()))
    return [found for of in plain for found in texts(of)] if isinstance(plain, list) else []


def test_patterns_are_such_as_every_program_can_read(call):
    assert not [pattern for pattern in texts(schemas(call)) if "\\A" in pattern or "\\Z" in pattern]


def test_the_house_is_well(call):
    answer = call("GET", "/healthz")
    assert (answer.status, answer.json) == (200, {"ok": True})


# Too large: 413


def test_a_body_of_64_kib_is_read_and_one_of_a_byte_more_is_413(table):
    fitting = json.dumps(decree() | {"key": "intent-0"}).encode()
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
    table = Laid(server.program().call)
    answer = chunked(server.url, f"{table.path}/moves", table.host, json.dumps(MOVE).encode())
    assert answer.startswith(b"1.1 201")


def test_too_large_a_body_in_chunks_is_413_however_it_begins(server):
    table = Laid(server.program().call)
    body = json.dumps(MOVE).encode().ljust(64 * 1024) + b"and more"
    answer = chunked(server.url, f"{table.path}/moves", table.host, body)
    assert (answer[:7], table.look()["line"]) == (b"1.1 413", 0)


# The disk: 507, 503


def test_a_full_disk_is_507_takes_nothing_and_takes_the_same_tap_when_there_is_room(table, store):
    line, move = fill(store, table)
    before = [table.get(key).body for key in table.keys]
    assert table.look()["line"] == line - 1
    for _ in range(3):
        answer = table.report(table.host, move, key=f"fill-{line:04d}")
        assert is_refused(answer, 507)
        assert int(answer.headers["Retry-After"]) >= 1
    assert [table.get(key).body for key in table.keys] == before
    store.do(lambda db: db.execute("PRAGMA max_page_count = 100000"))
    assert table.report(table.host, move, key=f"fill-{line:04d}").json == {"line": line}
    table.call = over(create_app(store).test_client())
    assert table.look()["line"] == line


def test_a_table_that_was_not_acknowledged_was_not_laid(call, store):
    laid = 0
    for room in range(1, 8):
        pages = store.reader().execute("PRAGMA page_count").fetchone()[0]
        store.do(lambda db, most=pages + room: db.execute(f"PRAGMA max_page_count = {most}"))
        while (answer := call("POST", "/api/tables", body=GAME)).status == 201:
            laid += 1
        assert is_refused(answer, 507)
        assert len(headers(store.reader())) == laid
        store.do(lambda db: db.execute("PRAGMA max_page_count = 100000"))


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
