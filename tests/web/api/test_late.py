"""Late taps over HTTP: what was reported by who had not `seen` the newest line."""

from tests.support.api import (
    adjust,
    correct,
    declare,
    decree,
    is_refused,
    whole_game,
    write,
)


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
