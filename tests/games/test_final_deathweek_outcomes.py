"""Final Deathweek at a table that compares by itself, and tells of each event only what came of it."""

import pytest

from companion.games.final_deathweek.moves import Break, Expose, Outcome, Schedule
from companion.games.moves import Refused
from companion.table.model import Correct
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.visibility import view
from tests.support.games.final_deathweek import (
    bare,
    counters,
    dealt,
    event,
    killers,
    on,
    seat,
    take,
    week,
)

NUMBER = {"min": 1, "max": 16}


def told(*numbers, matched=0):
    """A day on which everybody tells the outcome of an event of this number; None uses Break."""
    return [
        Break(who) if number is None else Outcome(who, number, matched=matched) for who, number in enumerate(numbers)
    ]


class TestADay:
    def test_killers_of_the_others_are_still_waited_for(self):
        played = on(week(), take(0), Outcome(1, 3, matched=0), Outcome(2, 3, matched=0))
        assert (result(played)["round"], waiting(played)) == (1, (0,))
        assert (view(played, None).stage, view(played, None).due) == ("killers", (0,))

    def test_it_counts_no_colours_of_a_card(self):
        """Two matched of an event of one colour are taken: its colours are not looked at."""
        played = on(week(), Schedule(1, (event("red", 3), event("", 4), event("blue", 5))), Outcome(0, 3, matched=2))
        assert view(played, None).players[0].outcome == Outcome(0, 3, matched=2)


class TestWithoutSolidKillers:
    def test_an_outcome_before_all_are_told_begins_the_week(self):
        played = on(bare(leader=1), dealt("red"), Outcome(2, 4, matched=1))
        assert (result(played)["round"], result(played)["facts"]["leader"]) == (1, 1)
        assert [seat(played, who)["solid"] for who in range(3)] == ["red", None, None]
        assert view(played, None).only_outcomes

    def test_break_and_expose_are_taken_once_it_has_begun(self):
        played = on(bare(2), told(3, 3), Expose(0, "red"), Break(0))
        assert seat(played, 0)["break_used"]
        with pytest.raises(Refused, match="in-setup"):
            on(bare(2), Expose(1, "red"))

    def test_a_break_may_be_the_first_of_all(self):
        played = on(bare(2), Break(1), Outcome(0, 4, matched=1))
        assert (result(played)["round"], seat(played, 1)["break_used"]) == (2, True)
        assert view(played, None).only_outcomes
        with pytest.raises(Refused, match="only-outcomes"):
            on(bare(2), Break(1), take(0))

    def test_once_all_are_told_a_week_is_never_without(self):
        played = on(week(), Outcome(0, 4, matched=0))
        assert not view(played, None).only_outcomes
        assert on(played, take(1)).state.today.taken[1] is not None


class TestAKnownSchedule:
    ROW = (event("red", 5), event("blue", 5), event("black", 9))

    def test_which_event_of_its_number_it_was_stays_open(self):
        played = on(week(), Schedule(1, self.ROW), Outcome(0, 5, matched=0))
        assert on(played, take(1, "red", 5)).state.today.taken[1] == self.ROW[0]
        assert on(played, take(1, "blue", 5)).state.today.taken[1] == self.ROW[1]
        assert on(played, Break(1, self.ROW[1])).state.today.turned[1] == self.ROW[1]

    @pytest.mark.parametrize("then", [Outcome(1, 5, matched=0), take(1, "red", 5), Break(1, ROW[0])])
    def test_as_long_as_enough_of_that_number_are_left(self, then):
        played = on(week(), Schedule(1, self.ROW), Outcome(0, 5, matched=0), then)
        for refused in (take(2, "blue", 5), Break(2, self.ROW[1]), Outcome(2, 5, matched=0)):
            with pytest.raises(Refused, match="no-such-event"):
                on(played, refused)
        assert view(played, None).left == (self.ROW[2],)

    def test_it_counts_before_the_week_too(self):
        played = on(bare(), Schedule(1, self.ROW))
        assert [ask.choices["number"] for ask in asks(played, 2) if ask.move == "outcome"] == [[5, 9], [5, 9]]
        assert [ask.choices["number"] for ask in asks(bare(), 2) if ask.move == "outcome"] == [NUMBER, NUMBER]


class TestAsks:
    def outcomes(self, played, who=1):
        return [ask.plain() for ask in asks(played, who) if ask.move == "outcome"]

    def test_beside_an_event_and_in_setup_it_is_optional(self):
        matched = {"move": "outcome", "seat": 1, "choices": {"number": NUMBER, "matched": [0, 1, 2]}, "optional": True}
        died = {"move": "outcome", "seat": 1, "died": True, "choices": {"number": NUMBER}, "optional": True}
        assert self.outcomes(bare()) == self.outcomes(week()) == [matched, died]
        assert self.outcomes(on(week(), take(1))) == []

    def test_in_a_week_begun_without_solid_killers_the_first_is_not(self):
        played = on(bare(), Outcome(0, 3, matched=0))
        assert [ask.get("optional", False) for ask in self.outcomes(played)] == [False, True]
        assert [ask.move for ask in asks(played, 1)] == ["outcome", "outcome", "break"]
        assert (waiting(played), asks(played, 2)[0].move) == ((1, 2), "outcome")


class TestMending:
    MIXED = (take(0, "red", 3), killers(0), Outcome(1, 4, matched=0))

    def test_a_take_whose_killers_are_in_becomes_an_outcome_by_striking_both(self):
        played = on(week(), *self.MIXED)
        with pytest.raises(Refused, match="no-longer-fits"):
            on(played, Correct(((4, Outcome(0, 3, matched=1)),)))
        played = on(played, Correct(((4, None), (5, None))), Outcome(0, 3, matched=1), Outcome(2, 5, matched=0))
        assert (result(played)["round"], counters(played)) == (2, [1, 0, 0])
