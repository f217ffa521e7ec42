"""Laying a table over HTTP: a code, a key for everybody, and what is refused."""

import pytest

from tests.support.api import (
    CAST,
    GAME,
    ApiTable,
    is_refused,
    log,
)


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
    tables = [ApiTable(call) for _ in range(20)]
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
