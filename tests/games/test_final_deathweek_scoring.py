"""Final Deathweek: the options of the book, and the points."""

import pytest

from companion.games.final_deathweek.moves import Break
from companion.games.final_deathweek.scoring import highlights
from companion.games.moves import Adjust
from companion.table.result import result
from companion.table.visibility import view
from tests.support.games.final_deathweek import (
    counters,
    day,
    hurt,
    judged,
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
    @pytest.mark.parametrize("limit", [1, 2, 5, 6, 9])
    def test_the_limit_may_be_another(self, limit):
        at = week(counter_limit=limit)
        for _ in range(limit):
            assert result(at)["outcome"] == "playing"
            at = on(at, Adjust(1, "death_counters", 1, "a close shave"))
        assert result(on(at, quiet(1)))["outcome"] == "lost"

    @pytest.mark.parametrize(("removes", "had", "has"), [(1, 4, 3), (2, 4, 2), (2, 1, 0), (3, 2, 0), (3, 4, 1)])
    def test_break_may_put_more_counters_away_as_far_as_there_are_any(self, removes, had, has):
        at = on(week(break_removes=removes), Adjust(1, "death_counters", had, "a bad start"))
        assert [view(at, None).broken_away(who) for who in range(3)] == [0, had - has, 0]
        at = on(at, Break(1))
        assert counters(at)[1] == has
        assert ledger(at, "break") == [(1, 1, has - had)]

    def last_day(self, *taken, **options):
        """The last day, with these colours taken by seat and green in every hand."""
        at = on(week(**options), quiet(6))
        return on(at, [take(who, colors, 7) for who, colors in enumerate(taken)], [killers(who) for who in range(3)])

    def test_on_the_last_day_one_survivor_may_be_enough(self):
        at = self.last_day("red", "green", "", last_day="any")
        assert (result(at)["outcome"], result(at)["winners"]) == ("won", [0, 1, 2])
        assert [seat(at, who)["alive"] for who in range(3)] == [False, False, True]
        assert judged(at, "chain") == [None] * 3
        assert result(self.last_day("red", "green", "", last_day="all"))["outcome"] == "lost"

    def test_the_screens_say_so_on_that_day_alone(self):
        for days, is_told in ((5, False), (6, True)):
            assert view(on(week(last_day="any"), quiet(days)), None).is_one_enough == is_told
        assert not view(on(week(), quiet(6)), None).is_one_enough

    def test_but_not_none(self):
        assert result(self.last_day("red", "green", "blue", last_day="any"))["outcome"] == "lost"

    def test_and_not_before_the_last_day(self):
        at = on(week(last_day="any"), quiet(5), [take(0, "red"), take(1), take(2)], [killers(w) for w in range(3)])
        assert result(at)["outcome"] == "lost"

    @pytest.mark.parametrize(("last_day", "dead"), [("any", [0, 1]), ("all", [0])])
    def test_beside_a_death_at_the_last_reveal_the_limit_is_looked_at_if_one_survivor_is_enough(self, last_day, dead):
        played = on(week(last_day=last_day), Adjust(1, "death_counters", 4, "a bad start"), quiet(6))
        played = on(played, take(0, "red"), take(1, "red yellow"), take(2), [killers(who) for who in range(3)])
        assert (counters(played), judged(played, "chain")) == ([0, 5, 0], [None] * 3)
        assert [who for who in range(3) if not seat(played, who)["alive"]] == dead
        assert result(played)["outcome"] == ("won" if last_day == "any" else "lost")

    def test_if_so_nobody_is_left_the_week_is_lost(self):
        played = on(week(2, last_day="any"), Adjust(1, "death_counters", 4, "a bad start"), quiet(6, 2))
        played = on(played, take(0, "red"), take(1, "blue yellow"), killers(0), killers(1))
        assert (judged(played, "died"), result(played)["outcome"]) == ([True, True], "lost")

    def test_deaths_at_the_limit_on_the_last_day_are_survived_by_the_others_too(self):
        for last_day, outcome in (("any", "won"), ("all", "lost")):
            at = on(week(last_day=last_day), quiet(6), Adjust(1, "death_counters", 5, "a bad end"), day(7, 7, 7))
            assert (result(at)["outcome"], judged(at, "died")) == (outcome, [False, True, False])
            assert judged(at, "chain") == ["held"] * 3


ROWS = [
    ((3, 7, 3, 7, 3, 7, 3), 2, 2, 1),
    ((1, 2, 4, 3, 5, 4, 6), 3, 2, 2),
    ((1, 2, 3, 4, 3, 5, 4), 4, 2, 4),
    ((1, 2, 3, 4, 5, 4, 6), 5, 2, 7),
    ((1, 2, 3, 4, 5, 6, 5), 6, 2, 11),
    ((1, 2, 3, 4, 5, 6, 7), 7, 7, 16),
    ((16, 16, 9, 9, 9, 2, 2), 7, 7, 16),
]


class TestScoring:
    def ended(self, row, **options):
        """A week survived in which Bo laid this row."""
        at = week(**options)
        for at_day, number in enumerate(row, 1):
            at = on(at, day(at_day, number, at_day))
        return at

    @pytest.mark.parametrize(("row", "longest", "running", "worth"), ROWS)
    def test_a_chain_is_worth_the_more_the_longer_it_is(self, row, longest, running, worth):
        at = self.ended(row, scoring="each")
        assert (seat(at, 1)["longest"], seat(at, 1)["running"]) == (longest, running)
        assert points(at) == [16, worth, 16]
        assert result(at)["totals"] == points(at)

    def test_by_the_house_the_chain_still_running_counts(self):
        at = self.ended((1, 2, 3, 4, 5, 6, 5), scoring="each", chain_scored="running")
        assert points(at) == [16, 1, 16]

    def test_each_counter_costs_a_point(self):
        at = on(week(scoring="each"), hurt(1, 2), *(day(8, 8, 8) for _ in range(6)))
        assert (ledger(at, "chain"), ledger(at, "counters")) == ([(7, who, 16) for who in range(3)], [(7, 1, -2)])
        assert points(at) == [16, 14, 16]

    def test_everybody_alone_or_all_together(self):
        row = (1, 2, 3, 4, 5, 6, 5)
        each, team = (self.ended(row, scoring=scoring) for scoring in ("each", "team"))
        assert (result(each)["totals"], result(each)["places"]) == ([16, 11, 16], [1, 3, 1])
        assert (result(team)["totals"], result(team)["places"]) == ([43, 43, 43], [1, 1, 1])
        assert points(each) == points(team)
        assert result(each)["winners"] == result(team)["winners"] == [0, 1, 2]

    def test_who_has_most_points_is_first_in_a_week_that_all_have_won(self):
        row = (1, 2, 3, 4, 5, 6, 5)
        weeks = {scoring: self.ended(row, scoring=scoring) for scoring in ("each", "team", "none")}
        assert result(weeks["each"])["facts"]["first"] == [0, 2]
        assert all("first" not in result(weeks[scoring])["facts"] for scoring in ("team", "none"))
        ahead = on(weeks["each"], Adjust(2, "points", 1, "for the snacks"))
        assert (result(ahead)["facts"]["first"], result(ahead)["winners"]) == ([2], [0, 1, 2])

    def test_nobody_is_first_before_the_end_nor_in_a_week_that_was_lost(self):
        playing = on(week(scoring="each"), quiet(6), Adjust(2, "points", 1, "for the snacks"))
        assert result(playing)["facts"]["first"] == []
        lost = on(playing, Adjust(0, "death_counters", 5, "a bad end"), day(7, 7, 7))
        assert (result(lost)["outcome"], result(lost)["facts"]["first"]) == ("lost", [])

    def test_a_chain_of_fewer_than_two_is_worth_nothing(self):
        """With Break and a death on day 2 only one card lies there: no points, for the week was lost."""
        at = on(week(scoring="each"), day(1, None, 1), [take(0, "red"), take(1), take(2)])
        at = on(at, [killers(who) for who in range(3)])
        assert (result(at)["outcome"], points(at)) == ("lost", [0, 0, 0])

    def test_points_are_given_only_for_a_week_survived(self):
        assert points(on(week(scoring="each"), quiet(6))) == [0, 0, 0]
        lost = on(week(scoring="each"), quiet(6), Adjust(0, "death_counters", 5, "a bad end"), day(7, 7, 7))
        assert (result(lost)["outcome"], points(lost)) == ("lost", [0, 0, 0])

    def test_who_died_on_the_last_day_scores_like_the_others(self):
        at = on(week(scoring="each", last_day="any"), quiet(6))
        at = on(at, take(0, "red", 7), take(1, "", 7), take(2, "", 1), [killers(who) for who in range(3)])
        assert [seat(at, who)["alive"] for who in range(3)] == [False, True, True]
        assert points(at) == [16, 16, 11]
        survived = [(told.seat, told.amount) for told in highlights(at.state) if told.what == "survived"]
        assert survived == [(0, 0), (1, 1), (2, 1)]

    def test_points_stand_in_the_ledger_by_seat(self):
        at = on(week(scoring="each"), hurt(0, 1), hurt(1, 1), *(day(8, 8, 8) for _ in range(5)))
        told = [(entry["seat"], entry["because"]) for entry in result(at)["ledger"] if entry["track"] == "points"]
        assert told == [(0, "chain"), (0, "counters"), (1, "chain"), (1, "counters"), (2, "chain")]
