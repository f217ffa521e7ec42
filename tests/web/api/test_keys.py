"""Keys of the API: who has none, or one of another table, is told so (401, 404, 405)."""

import itertools

import pytest

from tests.support.api import (
    ApiTable,
    decree,
    is_refused,
    log,
)


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
