"""What the rules refuse over HTTP (422)."""

import pytest

from tests.support.api import (
    adjust,
    choose,
    correct,
    declare,
    decree,
    is_refused,
    whole_game,
    write,
)


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
