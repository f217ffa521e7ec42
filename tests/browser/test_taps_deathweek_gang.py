"""How much a day of Final Deathweek and a meeting of Gamushara Gang ask of a thumb, as the page hears it."""

import pytest
from playwright.sync_api import expect

from companion.games.gamushara_gang.state import due
from companion.table.result import result
from tests.browser import test_final_deathweek as week
from tests.browser import test_gamushara_gang as gang
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Evening

pytestmark = pytest.mark.browser

DAY = 6
A_WEEK = 22
WEEK = range(1, 8)
MEETING = 2
THREE = ("red", "blue", "green")


@pytest.mark.drawn("taps of a round")
def test_a_day_of_final_deathweek_takes_six_taps_at_most(evening: Evening) -> None:
    tablet = evening.tablet()
    phones = [evening.phone(name) for name in NAMES[:2]]
    evening.start(tablet, week.SLUG)
    for seat, color in enumerate(("black", "green")):
        week.solid(evening, phones[seat], seat, color)
    evening.agree()
    players = [HighlightRule(phone) for phone in phones]

    def end_of(day: int, *expected: int) -> None:
        evening.agree()
        done = [player.since() for player in players]
        assert done == [{"field": 0, "tap": taps} for taps in expected], f"day {day}"
        assert max(expected) <= DAY

    week.expose(evening, phones[0], 1, "yellow")
    week.take(evening, phones[1], 1, THREE, 9)
    week.take(evening, phones[0], 0, ("red", "yellow", "green"), 4)
    week.killers(evening, phones[1], 1, "yellow", "black")
    week.killers(evening, phones[0], 0, "blue", "blue")
    end_of(1, 6, 5)

    week.expose(evening, phones[1], 0, "blue")
    week.take_ready(evening, phones[0], 0, THREE, 9)
    week.take(evening, phones[1], 1, ("red", "blue", "yellow"), 9)
    week.killers(evening, phones[0], 0, "blue", "black")
    week.killers(evening, phones[1], 1, "black", "black")
    end_of(2, 3, 6)

    week.broke(evening, phones[1], 1)
    week.take(evening, phones[0], 0, (), 4)
    week.killers(evening, phones[0], 0, "red", "red")
    end_of(3, 3, 2)


@pytest.mark.drawn("taps of a round")
def test_a_week_takes_22_taps_of_each_at_most_where_its_rows_lie_out(evening: Evening) -> None:
    """Seven events, seven pairs, a solid killer, and all that the leaders may expose."""
    tablet = evening.tablet()
    phones = [evening.phone(name) for name in NAMES[:4]]
    evening.start(tablet, week.SLUG)
    week.rows(evening, phones[3], *([(("red",) if place == 0 else (), day) for place in range(4)] for day in WEEK))
    players = [HighlightRule(phone) for phone in phones]
    for seat, color in enumerate(("black", "green", "black", "blue")):
        week.solid(evening, phones[seat], seat, color)
    for day in WEEK:
        leader = (day - 1) % 4
        order = [(day + step) % 4 for step in range(4)]
        for seat in order[:-1]:
            week.expose(evening, phones[leader], seat, "yellow")
        for place, seat in enumerate(order):
            week.take_ready(evening, phones[seat], seat, ("red",) if place == 0 else (), day)
        for seat in order:
            week.killers(evening, phones[seat], seat, "yellow", "black" if seat == leader else "blue")
        evening.agree()
    assert result(evening.truth)["over"]
    taps = [player.since() for player in players]
    assert [each["field"] for each in taps] == [0] * 4
    assert max(each["tap"] for each in taps) <= A_WEEK, taps


@pytest.mark.drawn("taps of a round")
def test_a_meeting_of_the_gang_takes_two_taps_at_most(evening: Evening) -> None:
    tablet = evening.tablet()
    phones = [evening.phone(name) for name in NAMES[:3]]
    form = tablet.page.locator(f"form[action='/tables']:has(input[name=game][value='{gang.GAME}'])")
    tablet.pick(form.locator("input[name='preset.points'][value='1 2 3']"))
    evening.start(tablet, gang.GAME)
    players = [HighlightRule(phone) for phone in phones]

    def done() -> list[int]:
        evening.agree()
        told = [player.since() for player in players]
        assert not any(of["field"] for of in told)
        return [of["tap"] for of in told]

    named = (("1", "2"), ("4", "6"), ("5", "7"))
    for turn in range(3):
        at = evening.truth.state.player
        for seat, character in zip(due(evening.truth.state), named[turn], strict=True):
            gang.nominate(phones[seat], seat, character)
        assert done() == [int(seat != at) for seat in range(3)], "who names one, taps once"
        if turn == 1:
            gang.exchange(phones[2], 2, "6", "9")
            gang.add(phones[0], 0, "8")
            assert done() == [2, 0, 2], "another two, if somebody likes"
        expect(phones[at].page.locator(".tap-execute").first).to_be_visible()  # no longer folded away
        gang.execute(phones[at], named[turn][0])
        if turn == 2:
            gang.succeed(phones[0], 0)
            assert done() == [2, 0, 1], "“was it you?” waits in a fold"
        gang.turn(phones[at])
        assert sum(done()) <= MEETING, "the turn player executes and passes on"
