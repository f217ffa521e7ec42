"""Gamushara Gang by the book, chapter by chapter, as far as tests/reference does not score it."""

import pytest

from companion.games.gamushara_gang import GAME as gamushara_gang
from companion.games.gamushara_gang.moves import (
    CHARACTERS,
    Confess,
    Execute,
    Flip,
    Nominate,
    Out,
    Personality,
    Succeed,
    Turn,
)
from companion.games.gamushara_gang.scoring import highlights
from companion.games.gamushara_gang.state import Marker
from companion.table.moves import options_for
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import view
from tests.support.games.gamushara_gang import (
    CY_OUT,
    NAMED,
    TWO_LEFT,
    asked,
    choices,
    effect,
    entries,
    facts,
    on,
    points,
    status,
    table,
    turn,
)


class TestPrepare:
    def test_three_to_five_play(self):
        assert list(gamushara_gang.SEATS) == [3, 4, 5]


class TestMeeting:
    def test_everybody_but_the_turn_player_names_one_active_character(self):
        at = on(table(), Nominate(1, "5"), Nominate(2, "6"))
        assert status(at, "5", "6", "7") == ["candidate", "candidate", "active"]
        assert view(at, None).due == (3,)
        assert waiting(at) == (3,)

    def test_it_goes_from_the_left_of_the_turn_player(self):
        assert view(table(5, first=2), None).due == (3, 4, 0, 1)

    def test_but_any_order_of_reporting_is_taken(self):
        at = on(table(), Nominate(3, "5"), Nominate(1, "6"))
        assert view(at, None).due == (2,)

    def test_the_dead_name_nobody(self):
        at = on(table(), CY_OUT)
        assert (facts(at)["turn"], view(at, None).due) == (1, (3, 0))

    def test_a_new_turn_a_new_meeting(self):
        at = on(table(), Nominate(1, "5"), Execute("5"), Turn())
        assert status(on(at, Nominate(0, "6")), "6") == ["candidate"]
        assert view(at, None).due == (2, 3, 0)


class TestExchange:
    def test_nobody_has_to(self):
        at = on(table(), *NAMED)
        assert asked(at, 1, optional=False) == []
        assert "exchange" in asked(at, 1, optional=True)
        assert "add" not in asked(at, 1)


class TestDecideTheExecute:
    def test_a_second_time_there_is_no_partner(self):
        at = on(table(), turn("2", Succeed(2)), Execute("3"))
        assert "succeed" not in asked(at, 2)
        assert "succeed" in asked(at, 1)
        at = on(at, Out(2, False))
        assert (facts(at)["out"], facts(at)["partner"][2]) == ([2], "used")

    def test_it_may_be_nobodys_role(self):
        at = on(table(), *NAMED, Execute("2"))
        assert asked(at, 0, optional=False) == ["turn"]
        assert waiting(at) == (0,)
        for seat in range(4):
            assert asked(at, seat, optional=True)[:2] == ["succeed", "out"]

    def test_the_turn_player_may_strike_the_own_role(self):
        at = on(table(), Execute("2"), Out(0, False))
        assert facts(at)["alive"][0] is False
        assert waiting(at) == (0,)
        assert facts(on(at, Turn()))["turn"] == 1


class TestEffectOfTheExecute:
    def test_if_all_who_were_named_were_struck_by_an_effect_there_is_nobody_to_execute(self):
        at = on(table(3), Nominate(1, "1"), Nominate(2, "2"), effect("1"), effect("2"))
        assert asked(at, 0, optional=False) == ["turn"]

    def test_of_two_without_an_answer_the_newest_is_meant_first(self):
        at = on(table(), Execute("1"), effect("2"), Succeed(3))
        assert [of["seat"] for of in facts(at)["executed"]] == [None, 3]
        assert [of["seat"] for of in facts(on(at, Succeed(2)))["executed"]] == [2, 3]


class TestTheEndOfTheTurn:
    def test_who_executed_whom_and_when_is_kept(self):
        at = on(table(), turn("9"), turn("8", Succeed(3)))
        assert facts(at)["executed"] == [
            {"character": "9", "turn": 1, "by": 0, "cause": "meeting", "seat": None},
            {"character": "8", "turn": 2, "by": 1, "cause": "meeting", "seat": 3},
        ]
        shown = {of.name: of.execution for of in view(at, None).characters if of.status == "executed"}
        assert (shown["9"].by, shown["9"].turn, shown["8"].by, shown["8"].turn) == (0, 1, 1, 2)


class TestTheEndOfTheGame:
    def test_when_the_spy_is_out_all_the_living_win(self):
        at = on(table(), CY_OUT, Execute("5"), Out(0, True))
        assert (result(at)["outcome"], result(at)["winners"]) == ("won", [1, 3])
        assert view(at, None).spy == 0

    def test_nobody_is_asked_anything_any_more(self):
        at = on(table(), Execute("5"), Out(0, True))
        assert [asks(at, seat) for seat in range(4)] == [()] * 4


class TestConfess:
    def test_an_attribute_that_was_answered_has_a_marker(self):
        at = on(table(), Confess(1, "career", "a chef"), Confess(1, "gender"))
        assert facts(at)["markers"] == [[], ["career", "gender"], [], []]
        assert view(at, None).markers[1] == (Marker("career", "a chef"), Marker("gender", None))
        assert choices(at, 1, "confess")["about"] == ["condition", "nationality"]

    def test_when_all_is_open_only_the_condition_is_left(self):
        at = on(table(), [Confess(2, about) for about in ("gender", "nationality", "career")])
        assert choices(at, 2, "confess")["about"] == ["condition"]


class TestPoints:
    def test_a_spy_who_wins_takes_one_more_from_each(self):
        at = on(table(points=(5,)), TWO_LEFT, Execute("5"), Out(0, False))
        assert entries(at) == []
        at = on(at, Personality(1, True))
        assert points(at) == [-1, 3, -1, -1]
        assert {because for _, _, because in entries(at)} == {"spy-wins"}
        assert view(at, None).spy == 1

    @pytest.mark.parametrize(
        ("seats", "spy", "missing"), [(5, False, True), (5, True, False), (4, False, False), (5, None, False)]
    )
    def test_of_five_who_were_all_told_as_gang_one_must_be_the_spy(self, seats, spy, missing):
        dead = [move for seat in range(1, seats) for move in (effect(str(seat)), Out(seat, False))]
        at = on(table(seats, points=(5,)), dead, [] if spy is None else [Personality(0, spy)])
        assert view(at, None).spy_is_missing == missing

    def test_a_gang_member_who_wins_takes_no_more(self):
        at = on(table(points=(5,)), TWO_LEFT, Execute("5"), Out(0, False), Personality(1, False))
        assert (entries(at), view(at, None).spy) == ([], None)

    def test_the_last_ones_personality_is_asked_for_only_where_it_counts(self):
        end = [TWO_LEFT, Execute("5"), Out(0, False)]
        (ask,) = asks(on(table(points=(5,)), *end), 1)
        assert ask.plain() == {"move": "personality", "seat": 1, "choices": {"spy": [False, True]}, "optional": True}
        assert asks(on(table(), *end), 1) == ()
        assert asks(on(table(points=(5,)), *end, Personality(1, False)), 1) == ()
        assert asks(on(table(points=(5,)), *end), 0) == ()


class TestQuestions:
    def test_it_is_all_right_if_nobody_is_the_spy(self):
        at = on(table(3), turn("1", Out(1, False)), Execute("2"), Out(2, False))
        assert (result(at)["winners"], view(at, None).spy) == ([0], None)

    def test_when_active_characters_run_out_at_the_meeting_the_rest_pass(self):
        hidden = [Flip(name, "hiding") for name in CHARACTERS[2:]]
        at = on(table(), hidden, Nominate(1, "1"), Nominate(2, "2"))
        assert asked(at, 3, optional=False) == []
        assert asked(at, 0, optional=False) == ["execute"]

    def test_when_nobody_is_active_nothing_can_be_exchanged_or_added(self):
        hidden = [Flip(name, "hiding") for name in CHARACTERS[2:]]
        at = on(table(3), hidden, Nominate(1, "1"), Nominate(2, "2"))
        assert not {"exchange", "add"} & set(asked(at, 1))

    def test_when_nobody_is_active_at_all_the_turn_passes(self):
        at = on(table(), [Flip(name, "hiding") for name in CHARACTERS])
        assert (asked(at, 0, optional=False), waiting(at), view(at, None).stage) == (["turn"], (0,), "turn")


class TestWrittenByHand:
    def test_a_game_has_highlights(self):
        moves = [turn("1", Succeed(1)), turn("2", Succeed(0)), turn("3", Out(2, False)), Execute("4"), Out(3, False)]
        end = [effect("5"), Out(0, False), Personality(1, True)]
        at = on(table(points=(5,)), moves, end)
        told = {
            (highlight.what, highlight.seat, highlight.amount, highlight.word) for highlight in highlights(at.state)
        }
        assert told == {
            *{("executions", 0, 1, ""), ("executions", 1, 1, ""), ("executions", 2, 1, ""), ("executions", 3, 2, "")},
            *{("hits", 0, 1, "1"), ("hits", 1, 1, "2"), ("hits", 3, 1, "5")},
            *{("own-goal", 2, 1, "3"), ("own-goal", 3, 1, "4"), ("second-life", 1, 1, ""), ("last-spy", 1, 1, "")},
            ("first-out", 2, 1, ""),
        }

    @pytest.mark.parametrize(
        ("confessions", "calm"),
        [
            ([], []),  # at a table that reports no confessions nobody can tell
            ([Confess(0, "condition", "active")], [2]),
            ([Confess(0, "condition"), Confess(2, "career", "cook")], []),
            ([Confess(1, "gender", "man")], [0, 2]),  # the marker fell, the question was asked
            ([Confess(3, "condition"), Confess(3, "condition")], [0, 2]),
        ],
    )
    def test_who_was_neither_struck_nor_asked_was_never_suspected(self, confessions, calm):
        at = on(table(), confessions, turn("1", Succeed(1)), Execute("2"), Out(3, True))
        assert [one.seat for one in highlights(at.state) if one.what == "unsuspected"] == calm


class TestAmounts:
    def test_a_record_names_them_by_what_they_are_for(self):
        options = options_for(gamushara_gang, {"amounts": {"spy-first-out": 3}})
        assert (options.amounts.spy_first_out, options.amounts.win) == (3, 2)

    @pytest.mark.parametrize("amounts", [{"win": 21}, {"win": -1}, {"adjust": 1}, {"win": None}, []])
    def test_others_are_refused(self, amounts):
        with pytest.raises(Unreadable):
            options_for(gamushara_gang, {"amounts": amounts})
