"""Final Deathweek by the book, chapter by chapter, as far as tests/reference does not score it."""

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
from companion.table.questions import waiting
from companion.table.result import result
from companion.table.visibility import view
from tests.support.games.final_deathweek import (
    bare,
    day,
    dealt,
    event,
    hurt,
    killers,
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


class TestReveal:  # 2: the hands are shown
    def test_nobodys_day_is_judged_before_all_killers_are_told(self):
        at = on(week(), take(0, "red"), take(1), take(2), killers(1), killers(0))
        assert (result(at)["facts"]["days"], waiting(at)) == ([], (2,))
        assert result(on(at, killers(2)))["outcome"] == "lost"


class TestChains:  # 3: the chain check
    def test_after_a_break_the_chain_begins_with_the_card_before_and_the_breaking_one(self):
        at = on(week(), day(1, 3, 1), day(2, 7, 2), day(3, 5, 3))
        assert (seat(at, 1)["running"], seat(at, 1)["longest"]) == (2, 2)
        at = on(at, day(4, 4, 4))
        assert (seat(at, 1)["running"], seat(at, 1)["longest"]) == (3, 3)
        assert view(at, None).players[1].chains == ((3, 7), (7, 5, 4))

    @given(st.lists(st.integers(1, 16), max_size=7))
    def test_chains_cover_the_row_and_share_one_card_where_they_meet(self, row):
        found = chains(tuple(row))
        assert sum(len(chain) for chain in found) == len(row) + max(len(found) - 1, 0)
        assert all(one[-1] == other[0] for one, other in pairwise(found))
        for chain in found:
            assert list(chain) in (sorted(chain), sorted(chain, reverse=True))


class TestByHand:
    def test_without_scoring_there_are_no_points_to_change(self):
        with pytest.raises(Refused, match="no-such-track"):
            on(week(), Adjust(0, "points", 1, "a bet"))


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
