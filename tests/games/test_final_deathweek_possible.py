"""Killers still possible in a Final Deathweek: four of each colour less what lies open, where the group wants it."""

import pytest

from companion.games.final_deathweek.moves import COLORS, Expose, Outcome, Redeal, Solid
from companion.games.final_deathweek.screens import View
from companion.table.model import Table
from companion.table.visibility import view
from tests.support.games.final_deathweek import bare, dealt, killers, on, quiet, take, week

SHOWN = {"possible": "shown"}


def possible(table: Table) -> tuple[int, ...]:
    """How many of each colour do not lie open, as everybody sees it; empty where nothing is shown."""
    views = [view(table, seat) for seat in (None, *range(len(table.seats)))]
    (counts,) = {shown.possible(SHOWN) for shown in views if isinstance(shown, View)}
    assert not counts or tuple(color for color, _ in counts) == COLORS
    return tuple(left for _, left in counts)


def test_it_is_off_unless_the_group_wants_it():
    assert view(week(), None).possible({}) == view(week(), None).possible({"possible": "hidden"}) == ()


def test_there_are_four_of_each_colour_less_the_solid_killers():
    assert possible(week()) == (2, 3, 4, 4, 4)  # red, red and blue lie open


def test_what_the_leader_exposes_lies_open_until_the_day_is_judged():
    played = on(week(), Expose(1, "red"), Expose(2, "green"))
    assert possible(played) == (1, 3, 4, 4, 3)
    assert possible(on(played, quiet(1)[:3], killers(0), killers(1, "red black"))) == (1, 3, 4, 4, 3)
    judged = on(played, quiet(1)[:3], killers(0), killers(1, "red black"), killers(2, "green yellow"))
    assert (view(judged, None).day, possible(judged)) == (2, (2, 3, 4, 4, 4))


@pytest.mark.parametrize("hand", ["red red", "blue black", "green green"])
def test_a_hand_that_was_told_counts_for_nothing(hand):
    played = on(week(), take(1), killers(1, hand))
    assert view(played, None).possible(SHOWN) == view(on(week(), take(1)), None).possible(SHOWN)


def test_what_the_box_cannot_hold_leaves_none():
    played = on(bare(4), dealt("red", "red", "red", "blue"), Expose(1, "red"), Expose(2, "red"))
    assert possible(played) == (0, 3, 4, 4, 4)


@pytest.mark.parametrize(
    "moves",
    [(), (Solid(0, "red"),), (*dealt("red", "red", "blue")[:2], Redeal())],
    ids=["nobody has one", "somebody has one", "all are dealt again"],
)
def test_nothing_is_shown_before_all_solid_killers_lie_there(moves):
    assert possible(on(bare(), *moves)) == ()


def test_nor_in_a_week_without_them_nor_when_it_is_over():
    assert possible(on(bare(), Outcome(1, 4, matched=0))) == ()
    assert possible(on(week(), quiet(7))) == ()
