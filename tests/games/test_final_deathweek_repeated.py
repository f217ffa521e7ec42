"""Events that a Final Deathweek was told twice, of which the box has one card each: a hint, and nothing is refused."""

import pytest

from companion.games.final_deathweek.moves import Break, Event, Schedule
from companion.games.final_deathweek.screens import View
from companion.table.model import Table
from companion.table.visibility import view
from tests.support.games.final_deathweek import day, event, killers, on, take, week


def hinted(table: Table) -> list[Event]:
    shown = view(table, None)
    assert isinstance(shown, View)
    return [*shown.told_too_often]


def one_day(*colors: str) -> list[object]:
    """A day on which nothing matches, of events with these colours, by seat, each with a number of its own."""
    acts = [take(seat, one, 5 + seat) for seat, one in enumerate(colors)]
    return [*acts, *(killers(seat) for seat in range(len(colors)))]


FIRST = one_day("black", "black yellow", "")


def test_different_events_are_none_however_alike():
    assert hinted(on(week(), FIRST)) == []
    assert hinted(on(week(), FIRST, take(1, "black", 6), take(2, "black yellow", 5))) == []


def test_an_event_told_on_two_days_is_one_whatever_the_order_of_its_colours():
    assert hinted(on(week(), FIRST, take(1, "yellow black", 6))) == [event("yellow black", 6)]
    assert hinted(on(week(), FIRST, Break(1, event("black", 5)))) == [event("black", 5)]


def test_so_is_one_that_two_took_on_one_day():
    assert hinted(on(week(), take(1, "black"), take(2, "black"))) == [event("black")]


def test_of_no_colour_there_is_one_whatever_its_number():
    assert hinted(on(week(), FIRST, take(1, "", 9))) == [event("", 9)]
    assert hinted(on(week(), take(1, "", 1), take(2, "", 2))) == [event("", 2)]


def test_it_is_told_until_the_next_day_is_begun():
    told = on(week(), FIRST, one_day("black", "yellow", "black yellow"))
    assert hinted(told) == [event("black", 5)]
    assert hinted(on(told, take(1, "green", 1))) == []


def test_a_row_that_was_told_is_no_second_telling_of_what_is_taken_from_it():
    row = (event("black", 5), event("black yellow", 6), event("", 7))
    assert hinted(on(week(), Schedule(1, row), FIRST)) == []


@pytest.mark.parametrize("first", [[], FIRST])
def test_a_row_to_come_is_looked_at_too(first):
    row = (event("black", 5), event("red", 5), event("red", 6))
    assert hinted(on(week(), first, Schedule(5, row))) == ([event("black", 5)] if first else [])
    assert hinted(on(week(), first, Schedule(5, row), Schedule(6, (*row[1:], event("blue"))))) == [
        *([event("black", 5)] if first else []),
        *row[1:],
    ]


def test_before_the_week_nothing_was_told():
    assert hinted(week()) == []
    assert len(hinted(on(week(), day(1, 2, 3)))) == 1
