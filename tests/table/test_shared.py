"""The record of a game that was counted or broke off: without the round that was dropped, with the same result."""

import json

import pytest

from companion.games import GAMES
from companion.games.moves import Count, Refused, Stop
from companion.table.fold import append
from companion.table.model import move_of
from companion.table.moves import move_to_json
from companion.table.open_round import is_locked
from companion.table.record import dump, read
from companion.table.result import result
from companion.table.shared import NOTHING, shared
from companion.table.strict_json import parse
from tests.games.test_count import COUNT, OPEN, ROUND, WEEK, adjust, correct, on, table
from tests.reference import maker
from tests.support.effort import seeds

STOP = {"move": "stop"}
NONE = {"move": "correct", "lines": []}


def written(laid):
    return json.loads(json.dumps([move_to_json(move_of(line)) for line in laid.lines]))


def test_a_counted_game_is_written_down_without_the_round_that_was_dropped():
    laid = table("death-name", 4, *ROUND, *OPEN, adjust(0, "points", 1), COUNT)
    copy = shared(laid)
    assert written(copy) == [*written(laid)[:9], NONE, NONE, adjust(0, "points", 1), COUNT]
    assert result(copy) == result(laid)
    assert is_locked(laid) and not is_locked(copy)
    assert result(read(parse(dump(copy))).table) == result(laid)


def test_a_broken_off_game_keeps_what_its_result_needs():
    laid = table("death-name", 4, *ROUND, *OPEN, STOP)
    assert written(shared(laid)) == [*written(laid)[:9], OPEN[0], NONE, STOP]
    assert result(shared(laid)) == result(laid)


def test_corrections_of_dropped_lines_leave_these_out():
    laid = table("death-name", 4, *ROUND, *OPEN)
    wrong = correct([11, OPEN[1] | {"name": "Yan"}], [2, ROUND[1] | {"name": "Abe"}])
    copy = shared(on(laid, wrong, correct([11, adjust(0, "points", 4)]), COUNT))
    assert written(copy)[9:] == [NONE, adjust(0, "points", 4), correct([2, ROUND[1] | {"name": "Abe"}]), NONE, COUNT]


def test_a_break_of_a_dropped_day_is_left_out_and_of_a_stopped_one_is_not():
    laid = table("final-deathweek", 2, *WEEK, {"move": "break", "seat": 0})
    assert written(shared(on(laid, COUNT)))[-2:] == [NONE, COUNT]
    assert written(shared(on(laid, STOP)))[-2:] == [{"move": "break", "seat": 0}, STOP]


def test_nothing_is_left_out_while_a_game_goes_on_or_where_nothing_is_scored_later():
    going = table("death-name", 4, *ROUND, *OPEN)
    assert shared(going) is going
    wish = table("death-wish", 2, {"move": "contract", "seat": 0, "disease": "x", "color": "red", "skulls": 1}, COUNT)
    assert shared(wish) is wish


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("end", [Count(), Stop()])
def test_wherever_a_random_game_ends_its_copy_adds_up_and_hides_nothing(slug, end):
    ended = left_out = 0
    for seed in seeds(120):
        record = maker(slug).games(seed)
        for length in range(len(record["moves"]), 0, -17):
            laid = read(record | {"moves": record["moves"][:length]}).table
            try:
                laid = append(laid, end)
            except Refused:
                continue
            copy = shared(laid)
            assert result(copy) == result(laid), f"seed {seed}, {length} lines"
            assert not is_locked(copy), f"seed {seed}, {length} lines"
            assert len(copy.lines) == len(laid.lines)
            pairs = zip(copy.lines, laid.lines, strict=True)
            left_out += sum(move_of(line) == NOTHING != move_of(was) for line, was in pairs)
            ended += 1
    assert ended
    assert bool(left_out) == (GAMES[slug].rounds_scored(laid.state) is not None)
