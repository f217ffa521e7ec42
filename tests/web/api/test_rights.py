"""Rights of the API: which key may report what (403)."""

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
