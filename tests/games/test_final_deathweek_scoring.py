"""Final Deathweek: the options of the book, and the points."""

import pytest

from companion.games.final_deathweek.moves import Break
from companion.games.final_deathweek.scoring import highlights
from companion.games.moves import Adjust
from companion.table.visibility import view
from tests.support.games.final_deathweek import (
    counters,
    killers,
    ledger,
    on,
    points,
    quiet,
    seat,
    take,
    week,
)


class TestCustomizing:
    @pytest.mark.parametrize(("removes", "had", "has"), [(1, 4, 3), (2, 4, 2), (2, 1, 0), (3, 2, 0), (3, 4, 1)])
    def test_break_may_put_more_counters_away_as_far_as_there_are_any(self, removes, had, has):
        at = on(week(break_removes=removes), Adjust(1, "death_counters", had, "a bad start"))
        assert [view(at, None).broken_away(who) for who in range(3)] == [0, had - has, 0]
        at = on(at, Break(1))
        assert counters(at)[1] == has
        assert ledger(at, "break") == [(1, 1, has - had)]

    def test_the_screens_say_so_on_that_day_alone(self):
        for days, is_told in ((5, False), (6, True)):
            assert view(on(week(last_day="any"), quiet(days)), None).is_one_enough == is_told
        assert not view(on(week(), quiet(6)), None).is_one_enough


class TestScoring:
    def test_who_died_on_the_last_day_scores_like_the_others(self):
        at = on(week(scoring="each", last_day="any"), quiet(6))
        at = on(at, take(0, "red", 7), take(1, "", 7), take(2, "", 1), [killers(who) for who in range(3)])
        assert [seat(at, who)["alive"] for who in range(3)] == [False, True, True]
        assert points(at) == [16, 16, 11]
        survived = [(told.seat, told.amount) for told in highlights(at.state) if told.what == "survived"]
        assert survived == [(0, 0), (1, 1), (2, 1)]
