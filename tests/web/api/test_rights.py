"""Rights of the API: which key may report what (403), and who has none, or one of another table (401, 404, 405)."""

import itertools
import time

import pytest

from tests.support.api import (
    ApiTable,
    adjust,
    correct,
    declare,
    decree,
    is_refused,
    log,
    whole_game,
    write,
)
from tests.support.api_moves import SEATED
from tests.support.effort import patient


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
        table = ApiTable(call)
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


def test_taking_back_what_was_taken_back_costs_no_more_the_longer_it_goes_on(table):
    table.play([adjust(0), correct((1, None)), correct((2, None))])
    for line in range(4, 60):
        began = time.monotonic()
        assert table.report(table.seats[0], correct((line - 1, None), (line - 2, None))).status == 201
        assert time.monotonic() - began < patient(1)


def test_a_line_may_be_taken_back_and_put_back_any_number_of_times(app, table):
    table.play([adjust(0)])
    for line in range(2, 500):
        assert table.report(table.seats[0], correct((line - 1, None))).status == 201


# Keys


def api_calls(table):
    """Every call about a table, as (method, path, body)."""
    return [
        ("GET", table.path, None),
        ("GET", f"{table.path}/record", None),
        ("GET", f"{table.path}/live", None),
        ("POST", f"{table.path}/moves", decree() | {"key": "intent-0"}),
    ]


def test_without_a_key_of_this_table_there_is_nothing_to_see_or_to_do(table, call, store):
    other = ApiTable(call)
    before = log(store)
    keys = ["", "wrong", other.host, other.seats[0], other.watch, table.host[:-1], table.host + "x", table.host.lower()]
    for key, (method, path, body) in itertools.product(keys, api_calls(table)):
        assert is_refused(call(method, path, key, body), 401), (key, method, path)
    assert log(store) == before


@pytest.mark.parametrize(
    "scheme", ["{}", "Basic {}", "Token {}", "bearer{}", "Bearer{}x", "Bearer {0} {0}", "Bearer {0},{0}"]
)
def test_a_key_shown_in_another_way_is_none(table, scheme):
    answer = table.call("GET", table.path, headers={"Authorization": scheme.format(table.host)})
    assert is_refused(answer, 401)


def test_the_scheme_may_be_written_in_any_letters(table):
    assert table.call("GET", table.path, headers={"Authorization": f"bearer {table.host}"}).status == 200


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
