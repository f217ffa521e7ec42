"""Final Deathweek's rulebook at hand: what is laid out, the phase of the moment, and what its examples claim."""

import pytest

from companion.games.final_deathweek import GAME, guide
from companion.games.final_deathweek.moves import Expose, Options, Outcome
from companion.table.record import read
from companion.table.result import result
from companion.web.text.guides import texts
from tests.support.games.final_deathweek import bare, day, dealt, killers, on, quiet, take, week

TEXTS = texts("final-deathweek", "en")

LAST_DAY = "The last day, one survivor is enough:"


def laid(seats):
    return [item.count for item in guide.laying_out(seats, Options())]


def phase(table):
    """The sentence with the names in their places."""
    now = guide.phase(table.state)
    return TEXTS.phases[now.key] % (now.numbers | {place: table.seats[seat] for place, seat in now.seats.items()})


def replayed(example):
    """The result of the table of an example, which is read like a record."""
    plain = {"format": 1, "game": "final-deathweek", "seats": [*example.seats], "options": example.options}
    return result(read(plain | {"moves": [*example.moves]}).table)


def example(key):
    return next(one.example for one in (*TEXTS.cards, *TEXTS.questions) if one.key == key)


class TestLayingOut:
    @pytest.mark.parametrize(
        ("seats", "counts"),
        [(2, [2, 18, 14, 22, 2, 20, 4]), (3, [3, 17, 21, 15, 3, 20, 6]), (4, [4, 16, 28, 8, 4, 20, 8])],
    )
    def test_the_numbers_for_each_count_of_players(self, seats, counts):
        assert laid(seats) == counts

    @pytest.mark.parametrize("seats", GAME.SEATS)
    def test_twenty_killers_and_thirty_six_events_are_all_accounted_for(self, seats):
        solid, others, out, away, *_ = laid(seats)
        assert (solid + others, out + away) == (20, 36)

    @pytest.mark.parametrize(("seats", "left"), [(2, 14), (3, 11), (4, 8)])
    def test_what_is_left_of_the_killers_once_the_first_hands_are_dealt(self, seats, left):
        assert guide.laying_out(seats, Options())[-1].numbers["left"] == left


class TestPhase:
    def test_before_the_week_solid_killers_are_dealt(self):
        assert phase(bare()).startswith("Setup: one killer face up")

    def test_in_the_morning_the_leader_deals_and_may_expose(self):
        now = "Ann deals two killers to each and may expose one of each other player; Bo takes first."
        assert phase(week()) == now
        assert phase(on(week(), Expose(1, "red"))) == now

    def test_events_are_taken_from_the_leaders_left(self):
        assert phase(on(week(), take(1))) == "Cy takes an event or breaks; Ann is the last."

    def test_and_by_the_leader_last(self):
        assert phase(on(week(), take(1), take(2))) == "Ann leads, and takes the last event or breaks."

    def test_the_reveal(self):
        table = on(week(), take(0), take(1), take(2), killers(0))
        assert phase(table).startswith("The reveal: turn the killers over")

    def test_the_next_day_another_one_leads(self):
        assert phase(on(week(), quiet(1))).startswith("Bo deals two killers to each")

    def test_in_a_week_without_solid_killers_it_is_asked_what_events_did(self):
        table = on(bare(), Outcome(1, 5, matched=0))
        assert phase(table) == "All have taken and turned their killers over: Cy says what the event did."

    def test_on_the_last_day_it_says_where_one_survivor_is_enough(self):
        morning = on(week(last_day="any"), quiet(6))
        begun = on(morning, take(1))
        revealed = on(begun, take(2), take(0))
        assert [phase(table).startswith(LAST_DAY) for table in (morning, begun, revealed)] == [True] * 3

    def test_and_so_it_does_in_a_week_of_outcomes(self):
        table = on(bare(last_day="any"), [Outcome(seat, n, matched=0) for n in range(1, 7) for seat in range(3)])
        assert phase(on(table, Outcome(1, 7, matched=0))) == f"{LAST_DAY} Cy says what the event did."

    def test_but_not_on_the_day_before_and_not_where_all_have_to_live(self):
        assert LAST_DAY not in phase(on(week(last_day="any"), quiet(5)))
        assert LAST_DAY not in phase(on(week(), quiet(6)))

    def test_once_it_is_over_there_is_none(self):
        table = on(bare(2), dealt("red", "blue"), [day(n, n) for n in range(1, 8)])
        assert result(table)["over"]
        assert guide.phase(table.state) is None


class TestExamples:
    def test_the_chain_breaks_at_the_5_and_at_the_first_9(self):
        facts = replayed(example("chain"))["facts"]
        assert facts["seats"][0]["numbers"] == [3, 7, 5, 2, 2, 9, 9]
        assert [n for n, one in enumerate(facts["days"], 1) if one[0]["chain"] == "broken"] == [3, 6]

    def test_on_the_last_day_ann_and_bo_die_and_cy_wins_for_all(self):
        facts = replayed(example("last-day-death"))
        assert [one["alive"] for one in facts["facts"]["seats"]] == [False, False, True]
        assert facts["outcome"] == "won"
