"""A move that is sent twice is taken once."""

from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.api import (
    ApiTable,
    adjust,
    correct,
    decree,
    is_refused,
    log,
    over,
    whole_game,
    write,
)


def test_the_first_answer_comes_whatever_has_happened_since(table):
    answers = [table.report(table.by(move), move, key=f"tap-{line:04d}") for line, move in enumerate(whole_game(), 1)]
    assert table.report(table.host, correct((51, None))).status == 201
    table.play([{"move": "stop"}])
    for line, move in enumerate(whole_game(), 1):
        again = table.report(table.by(move), move, key=f"tap-{line:04d}", seen=line - 1)
        assert (again.status, again.json) == (201, {"line": line}) == (answers[line - 1].status, answers[line - 1].json)
    assert table.look()["line"] == 53


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
    other = ApiTable(call)
    assert table.report(table.host, decree(), key="this-tap").json == {"line": 1}
    assert other.report(other.host, adjust(0), key="this-tap").json == {"line": 1}


def test_a_key_is_remembered_over_a_restart(table, store):
    table.play([decree()])
    first = table.report(table.seats[0], correct((1, [decree(0, 0, 0, 0)])), key="this-tap")
    table.call = over(create_app(Services(store)).test_client())
    again = table.report(table.seats[0], correct((1, [decree(0, 0, 0, 0)])), key="this-tap")
    assert (again.status, again.json) == (201, first.json)
    assert is_refused(table.report(table.seats[0], decree(), key="this-tap"), 422, "key-reused")
    assert table.look()["line"] == 2


def test_keys_seats_and_lines_are_as_they_were_after_a_restart(table, store):
    table.play(whole_game()[:30])
    before = [table.get(key).body for key in table.keys]
    table.call = over(create_app(Services(store)).test_client())
    assert [table.get(key).body for key in table.keys] == before
    table.play(whole_game()[30:])
