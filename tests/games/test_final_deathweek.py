"""Final Deathweek by the book: a class for each chapter, then what a house may change."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.final_deathweek import GAME as final_deathweek
from companion.games.final_deathweek.moves import COLORS, Break, Expose, Options, Redeal, Schedule, Solid, Take
from companion.games.final_deathweek.scoring import highlights
from companion.games.final_deathweek.state import chains
from companion.games.moves import Adjust, Refused
from companion.table.fold import open_table
from companion.table.model import Correct
from companion.table.questions import waiting
from companion.table.result import result
from companion.table.visibility import view
from tests.support.games.final_deathweek import (
    bare,
    counters,
    day,
    dealt,
    event,
    hurt,
    judged,
    killers,
    ledger,
    on,
    quiet,
    seat,
    take,
    week,
)


class TestComponents:
    @pytest.mark.parametrize("colors", [(), ("red",), ("red", "blue"), ("red", "blue", "yellow")])
    def test_an_event_has_up_to_three_of_the_five_colours(self, colors):
        assert on(week(), Take(1, colors, 1))

    @pytest.mark.parametrize("number", [1, 16])
    def test_and_a_number_from_1_to_16(self, number):
        assert view(on(week(), take(1, "red", number)), None).players[1].event.number == number

    def test_there_are_four_break_cards_and_so_two_to_four_seats(self):
        assert list(final_deathweek.SEATS) == [2, 3, 4]

    def test_the_colours_are_red_blue_yellow_black_and_green(self):
        assert COLORS == ("red", "blue", "yellow", "black", "green")


class TestSetup:
    def test_everybody_gets_a_solid_killer_face_up_and_then_day_1_begins(self):
        at = on(bare(), dealt("red", "blue"))
        assert (result(at)["round"], seat(at, 0)["solid"], seat(at, 2)["solid"]) == (0, "red", None)
        assert waiting(at) == (2,)
        assert result(on(at, Solid(2, "blue")))["round"] == 1

    @pytest.mark.parametrize("seats", final_deathweek.SEATS)
    def test_if_all_are_of_one_colour_they_are_dealt_again(self, seats):
        at = on(bare(seats), dealt(*["red"] * (seats - 1)))
        with pytest.raises(Refused, match="all-alike"):
            on(at, Solid(seats - 1, "red"))
        again = on(at, Redeal())
        assert [seat(again, who)["solid"] for who in range(seats)] == [None] * seats
        assert result(on(again, dealt(*["red", "blue", "red", "red"][:seats])))["round"] == 1

    def test_or_a_line_is_corrected(self):
        at = on(bare(2), Solid(0, "red"), Correct(((1, Solid(0, "black")),)), Solid(1, "red"))
        assert result(at)["round"] == 1

    def test_the_schedule_has_a_row_of_as_many_events_as_players_for_each_of_seven_days(self):
        row = (event("red", 3), event("", 9), event("blue green", 16))
        at = on(bare(), *(Schedule(number, row) for number in range(1, 8)))
        assert view(at, None).schedule == (row,) * 7

    def test_a_later_schedule_of_a_day_replaces_the_earlier(self):
        one, other = (event("red", 1),) * 3, (event("blue", 2),) * 3
        assert view(on(week(), Schedule(1, one), Schedule(1, other)), None).left == other

    def test_of_a_known_schedule_only_what_is_left_can_be_taken_and_colours_are_a_set(self):
        row = (event("red blue", 3), event("red blue", 3), event("", 9))
        at = on(week(), Schedule(1, row), take(1, "blue red", 3))
        assert view(at, None).left == (event("red blue", 3), event("", 9))
        at = on(at, take(2, "red blue", 3))
        with pytest.raises(Refused, match="no-such-event"):
            on(at, take(0, "red blue", 3))
        assert view(on(at, take(0, "", 9)), None).left == ()

    def test_an_event_turned_face_down_can_be_taken_by_nobody(self):
        at = on(week(), Schedule(1, (event("red"), event("blue"), event("black"))), Break(1, event("red")))
        with pytest.raises(Refused, match="no-such-event"):
            on(at, take(2, "red"))
        with pytest.raises(Refused, match="no-such-event"):
            on(at, Break(2, event("red")))

    def test_who_leads_day_1_is_the_tables_to_decide(self):
        assert [result(on(week(leader=leader)))["facts"]["leader"] for leader in range(3)] == [0, 1, 2]
        with pytest.raises(Refused, match="no-such-seat"):
            open_table(final_deathweek, ("Ann", "Bo"), Options(leader=2))


class TestExposing:  # 1: the round begins
    def test_the_leader_may_expose_one_killer_of_each_other_player(self):
        at = on(week(), Expose(1, "red"), Expose(2, "green"))
        assert [player.exposed for player in view(at, None).players] == [None, "red", "green"]

    def test_but_not_the_own(self):
        with pytest.raises(Refused, match="leads"):
            on(week(), Expose(0, "red"))

    def test_what_is_exposed_is_one_of_the_two(self):
        at = on(week(), Expose(1, "black"), take(1))
        with pytest.raises(Refused, match="not-exposed"):
            on(at, killers(1, "red green"))
        assert on(at, killers(1, "green black"))

    def test_it_may_be_reported_late(self):
        assert on(week(), take(1), Expose(1, "red"), killers(1, "red blue"))
        assert on(week(), take(1), killers(1, "red blue"), Expose(1, "red"))
        assert on(week(), Break(1), Expose(1, "red"))

    def test_nobody_is_exposed_any_more_on_the_next_day(self):
        at = on(week(), Expose(1, "green"), quiet(1))
        assert [player.exposed for player in view(at, None).players] == [None] * 3

    def test_nothing_is_exposed_of_who_failed_the_chain_check_the_day_before(self):
        at = on(week(), day(1, 1, 1), day(2, 5, 2), day(3, 4, 3))
        assert [seat(at, who)["unexposable"] for who in range(3)] == [False, True, False]
        with pytest.raises(Refused, match="unexposable"):
            on(at, Expose(1, "red"))
        assert on(at, Expose(2, "red"))
        assert not seat(on(at, day(4, 3, 4)), 1)["unexposable"]

    def test_a_leader_who_failed_loses_nothing_by_it(self):
        at = on(week(), day(1, 1, 1), day(5, 2, 2), day(4, 3, 3))
        assert result(at)["facts"]["leader"] == 0
        assert seat(at, 0)["unexposable"]
        assert on(at, Expose(1, "red"), Expose(2, "red"))

    def test_a_failure_on_day_7_has_no_effect(self):
        at = on(week(), quiet(6), day(7, 3, 7))
        assert judged(at, "chain") == ["held", "broken", "held"]
        assert [seat(at, who)["unexposable"] for who in range(3)] == [False] * 3


class TestTurns:  # 2: the main phase
    def test_turns_go_from_the_leaders_left_the_leader_last(self):
        at = week(4, leader=1)
        assert view(at, None).order == (2, 3, 0, 1)
        assert view(on(at, take(2)), None).turn == 3

    def test_reports_are_taken_in_any_order(self):
        at = on(week(), take(0), take(2))
        assert view(at, None).turn == 1
        assert waiting(at) == (1,)

    def test_instead_of_an_event_everybody_may_use_break_once_a_game(self):
        at = on(week(), Break(1))
        assert [seat(at, who)["break_used"] for who in range(3)] == [False, True, False]
        at = on(at, take(0), take(2), killers(0), killers(2))
        with pytest.raises(Refused, match="break-used"):
            on(at, Break(1))
        assert on(at, Break(0), Break(2))

    def test_break_puts_one_counter_away(self):
        at = on(week(), hurt(1, 2), Break(1))
        assert counters(at) == [0, 1, 0]
        assert ledger(at, "break") == [(2, 1, -1)]

    def test_without_a_counter_it_is_spent_all_the_same(self):
        at = on(week(), Break(1))
        assert (counters(at), ledger(at, "break"), seat(at, 1)["break_used"]) == ([0, 0, 0], [], True)

    def test_who_used_break_takes_no_event_and_is_compared_with_nothing(self):
        at = on(week(), day(4, None, 6))
        assert [seat(at, who)["numbers"] for who in range(3)] == [[4], [], [6]]
        assert (judged(at, "matched"), judged(at, "chain")) == ([0, 0, 0], [None] * 3)

    def test_when_all_break_the_day_is_over_at_once(self):
        assert result(on(week(), day(None, None, None)))["round"] == 2


class TestReveal:  # 2: the hands are shown
    @pytest.mark.parametrize(
        ("colors", "hand", "matched", "died"),
        [
            ("", "red blue", 0, False),
            ("yellow", "blue black", 0, False),
            ("red", "blue black", 1, True),
            ("blue", "blue black", 1, True),
            ("red yellow", "blue black", 1, False),
            ("red blue", "blue black", 2, True),
            ("yellow green", "blue black", 0, False),
            ("red blue yellow", "blue black", 2, False),
            ("red blue yellow", "red black", 1, False),
            ("red blue black", "blue black", 3, True),
            ("red blue", "blue blue", 2, True),
            ("red blue", "red red", 1, False),
        ],
    )
    def test_all_colours_kill_and_some_bring_a_counter_each(self, colors, hand, matched, died):
        """Bo's solid killer is red."""
        at = on(week(), take(0), take(1, colors), take(2), killers(0), killers(1, hand), killers(2))
        assert (judged(at, "matched")[1], judged(at, "died")[1]) == (matched, died)
        assert counters(at)[1] == (0 if died else matched)
        assert seat(at, 1)["alive"] == (not died)
        assert result(at)["outcome"] == ("lost" if died else "playing")

    def test_nobodys_day_is_judged_before_all_killers_are_told(self):
        at = on(week(), take(0, "red"), take(1), take(2), killers(1), killers(0))
        assert (result(at)["facts"]["days"], waiting(at)) == ([], (2,))
        assert result(on(at, killers(2)))["outcome"] == "lost"

    def test_a_death_ends_the_game_before_chain_checks_and_before_the_limit(self):
        """Bo dies; Cy gets counters over the limit and a number that would break the chain."""
        at = on(week(), day(1, 1, 1), day(2, 2, 5), hurt(2, 2), hurt(2, 2))
        last = [take(0), take(1, "red"), take(2, "blue yellow", 2), killers(0), killers(1), killers(2)]
        at = on(at, *last)
        assert (result(at)["outcome"], result(at)["over"], result(at)["round"]) == ("lost", True, 5)
        assert (judged(at, "died"), judged(at, "chain")) == ([False, True, False], [None] * 3)
        assert counters(at) == [0, 0, 5]
        assert [seat(at, who)["numbers"][-1] for who in range(3)] == [8, 8, 2]
        assert (result(at)["winners"], result(at)["places"]) == ([], [1, 1, 1])

    def test_counters_of_those_who_live_are_entered_by_seat_and_of_the_dead_none(self):
        at = on(week(), take(2, "blue red"), take(0, "red"), take(1, "red blue"), killers(2), killers(0), killers(1))
        assert ledger(at, "match") == [(1, 1, 1), (1, 2, 1)]
        assert judged(at, "matched") == [1, 1, 1]

    def test_two_may_die_together(self):
        at = on(week(), take(0, "red"), take(1, "red"), take(2), killers(0), killers(1), killers(2))
        assert [seat(at, who)["alive"] for who in range(3)] == [False, False, True]


class TestChains:  # 3: the chain check
    def check(self, *row):
        """How each day's check goes for a row of numbers, laid by Bo."""
        at = week()
        for at_day, number in enumerate(row, 1):
            at = on(at, day(at_day, number, at_day))
        return [verdicts[1]["chain"] for verdicts in result(at)["facts"]["days"]]

    def test_on_days_1_and_2_nothing_is_checked(self):
        assert self.check(5, 2) == [None, None]

    @pytest.mark.parametrize(
        ("row", "checks"),
        [
            ((1, 2, 3, 4), ["held", "held"]),
            ((9, 7, 4, 1), ["held", "held"]),
            ((5, 5, 5, 5), ["held", "held"]),
            ((5, 5, 7, 9), ["held", "held"]),
            ((5, 5, 3, 1), ["held", "held"]),
            ((3, 5, 5, 7), ["held", "held"]),
            ((7, 5, 5, 3), ["held", "held"]),
            ((5, 5, 7, 6), ["held", "broken"]),
            ((3, 5, 5, 4), ["held", "broken"]),
            ((3, 7, 5), ["broken"]),
            ((7, 3, 5), ["broken"]),
            ((3, 7, 5, 4), ["broken", "held"]),
            ((3, 7, 5, 6), ["broken", "broken"]),
            ((3, 7, 5, 5), ["broken", "held"]),
            ((1, 9, 2, 8, 3, 7, 4), ["broken"] * 5),
            ((1, 4, 6, 5, 5, 3, 9), ["held", "broken", "held", "held", "broken"]),
        ],
    )
    def test_numbers_rise_or_fall_throughout_or_the_chain_breaks(self, row, checks):
        assert self.check(*row)[2:] == checks

    def test_after_a_break_the_chain_begins_with_the_card_before_and_the_breaking_one(self):
        at = on(week(), day(1, 3, 1), day(2, 7, 2), day(3, 5, 3))
        assert (seat(at, 1)["running"], seat(at, 1)["longest"]) == (2, 2)
        at = on(at, day(4, 4, 4))
        assert (seat(at, 1)["running"], seat(at, 1)["longest"]) == (3, 3)
        assert view(at, None).players[1].chains == ((3, 7), (7, 5, 4))

    def test_the_row_is_packed_to_the_left_after_a_break_card(self):
        at = on(week(), day(1, 3, 1), day(2, None, 2), day(3, 5, 3), day(4, 4, 4))
        assert seat(at, 1)["numbers"] == [3, 5, 4]
        assert judged(at, "chain", 2) == ["held"] * 3
        assert judged(at, "chain", 3) == ["held", "broken", "held"]

    def test_who_used_break_that_day_is_not_checked_and_fails_nothing(self):
        at = on(week(), day(1, 3, 1), day(2, 5, 2), day(3, None, 3))
        assert judged(at, "chain") == ["held", None, "held"]
        assert not seat(at, 1)["unexposable"]

    def test_before_anything_lies_there_a_chain_has_no_cards(self):
        assert (seat(week(), 1)["running"], seat(week(), 1)["longest"]) == (0, 0)
        assert seat(on(week(), quiet(1)), 1)["running"] == 1

    @given(st.lists(st.integers(1, 16), max_size=7))
    def test_chains_cover_the_row_and_share_one_card_where_they_meet(self, row):
        found = chains(tuple(row))
        assert sum(len(chain) for chain in found) == len(row) + max(len(found) - 1, 0)
        assert all(one[-1] == other[0] for one, other in pairwise(found))
        for chain in found:
            assert list(chain) in (sorted(chain), sorted(chain, reverse=True))


class TestEndOfTheDay:  # 4: the round ends
    def test_who_has_five_counters_dies_and_the_game_is_lost(self):
        at = on(week(), hurt(1, 2), hurt(1, 2))
        assert result(at)["outcome"] == "playing"
        at = on(at, hurt(1, 1))
        assert (counters(at), result(at)["outcome"], result(at)["round"]) == ([0, 5, 0], "lost", 3)
        assert (judged(at, "died"), judged(at, "chain")) == ([False, True, False], ["held"] * 3)
        assert result(at)["winners"] == []

    def test_a_counter_put_away_by_break_may_save_a_life(self):
        at = on(week(), hurt(1, 2), hurt(1, 2), day(8, None, 8), hurt(1, 1))
        assert (counters(at), result(at)["outcome"]) == ([0, 4, 0], "playing")

    def test_the_leader_moves_one_to_the_left(self):
        at = week(leader=1)
        leaders = [result(at)["facts"]["leader"]]
        for number in range(1, 7):
            at = on(at, day(number, number, number))
            leaders.append(result(at)["facts"]["leader"])
        assert leaders == [1, 2, 0, 1, 2, 0, 1]

    @pytest.mark.parametrize("seats", final_deathweek.SEATS)
    def test_seven_days_survived_are_won_by_all(self, seats):
        at = on(week(seats), quiet(6, seats))
        assert not result(at)["over"]
        at = on(at, day(*(7,) * seats))
        assert (result(at)["outcome"], result(at)["round"]) == ("won", 7)
        assert result(at)["winners"] == list(range(seats))
        assert result(at)["places"] == [1] * seats
        assert (list(result(at)["tracks"]), result(at)["totals"]) == (["death_counters"], [0] * seats)
        assert result(at)["facts"]["leader"] == 6 % seats


class TestByHand:
    def test_counters_by_hand_are_looked_at_when_the_next_day_is_judged(self):
        at = on(week(), quiet(1), take(0), Adjust(0, "death_counters", 5, "a bad day"))
        assert result(at)["outcome"] == "playing"
        at = on(at, take(1), take(2), [killers(who) for who in range(3)])
        assert (result(at)["outcome"], judged(at, "died")) == ("lost", [True, False, False])

    def test_they_enter_the_day_being_played_and_day_0_during_setup(self):
        at = on(bare(), Adjust(0, "death_counters", 1, "late again"), dealt("red", "blue", "red"))
        assert ledger(on(at, Adjust(1, "death_counters", 2, "late too")), "adjust") == [(0, 0, 1), (1, 1, 2)]

    def test_they_never_end_or_reopen_a_game(self):
        won = on(week(), quiet(7), Adjust(0, "death_counters", 9, "too late"))
        assert (result(won)["outcome"], result(won)["winners"]) == ("won", [0, 1, 2])
        lost = on(week(), hurt(1, 2), hurt(1, 2), hurt(1, 1), Adjust(1, "death_counters", -5, "a kind reaper"))
        assert (result(lost)["outcome"], counters(lost)) == ("lost", [0, 0, 0])

    def test_points_by_hand_change_totals_and_places_after_the_end_too(self):
        at = on(week(scoring="each"), quiet(7), Adjust(1, "points", 2, "best supporting role"))
        assert (result(at)["totals"], result(at)["places"]) == ([16, 18, 16], [2, 1, 2])
        at = on(week(scoring="team"), quiet(7), Adjust(1, "points", 2, "best supporting role"))
        assert (result(at)["totals"], result(at)["places"]) == ([50, 50, 50], [1, 1, 1])

    def test_without_scoring_there_are_no_points_to_change(self):
        with pytest.raises(Refused, match="no-such-track"):
            on(week(), Adjust(0, "points", 1, "a bet"))

    def test_break_takes_nothing_from_counters_below_zero(self):
        at = on(week(), Adjust(1, "death_counters", -2, "a kind reaper"), Break(1))
        assert counters(at) == [0, -2, 0]


class TestScreens:
    def test_who_may_reach_the_limit_on_this_reveal_is_close_to_it(self):
        at = on(week(), Adjust(0, "death_counters", 3, "x"), Adjust(1, "death_counters", 2, "x"))
        assert [player.close for player in view(at, None).players] == [True, False, False]
        assert not view(on(at, take(0, "red blue")), None).players[0].close
        assert view(on(at, take(0, "red blue black")), None).players[0].close
        assert not view(on(at, Break(0)), None).players[0].close

    def test_stages_follow_one_another(self):
        at = bare()
        assert view(at, None).stage == "solid"
        for step, stage in [
            (dealt("red", "blue", "red"), "take"),
            ([take(0), take(1), killers(0)], "take"),
            ([take(2)], "killers"),
            ([killers(1), killers(2)], "take"),
            ([move for number in range(6) for move in day(9, 9, 9)], "over"),
        ]:
            at = on(at, step)
            assert view(at, None).stage == stage

    def test_players_brag_about_surviving_long_chains_narrow_escapes_and_their_deaths(self):
        at = on(week(), hurt(1, 2), hurt(1, 1), day(1, 1, 1), [take(0, "red"), take(1), take(2)])
        at = on(at, [killers(who) for who in range(3)])
        told = [(highlight.what, highlight.seat, highlight.amount) for highlight in highlights(at.state)]
        assert told == [
            *(("survived", who, 0) for who in range(3)),
            *(("longest-chain", who, 3) for who in range(3)),
            ("narrow-escapes", 1, 2),
            ("died-on-day", 0, 4),
        ]
