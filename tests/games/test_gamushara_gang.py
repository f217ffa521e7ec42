"""Gamushara Gang by the book: a class for each chapter, then asks, refusals, and what always holds."""

import pytest

from companion.games.gamushara_gang import GAME as gamushara_gang
from companion.games.gamushara_gang.moves import (
    CHARACTERS,
    Add,
    Amounts,
    Confess,
    Exchange,
    Execute,
    Flip,
    Nominate,
    NoPartner,
    Options,
    Out,
    Personality,
    Succeed,
    Turn,
)
from companion.games.gamushara_gang.scoring import highlights
from companion.games.gamushara_gang.state import Marker
from companion.games.moves import Adjust
from companion.table.moves import options_for
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import view
from tests.support.games.gamushara_gang import (
    CY_OUT,
    FOUR,
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

    def test_the_first_turn_player_is_whoever_the_table_says(self):
        assert facts(table())["turn"] == 0
        assert facts(table(first=2))["turn"] == 2

    def test_fourteen_characters_begin_active(self):
        at = table()
        assert facts(at)["characters"] == {str(number): "active" for number in range(1, 15)}
        assert (result(at)["round"], facts(at)["executed"], facts(at)["out"]) == (1, [], [])

    def test_the_table_may_name_its_characters(self):
        named = (*FOUR, *CHARACTERS[4:])
        at = on(table(characters=named), Nominate(1, "  Risa "), Execute("Risa\u3000"))
        assert list(facts(at)["characters"]) == list(named)
        assert facts(at)["executed"][0]["character"] == "Risa"

    def test_everybody_has_a_partner_unless_somebody_took_none(self):
        assert facts(table())["partner"] == ["held"] * 4
        assert facts(on(table(), NoPartner(1), NoPartner(3)))["partner"] == ["held", "none", "held", "none"]


class TestBeginningOfTheTurn:
    def hidden(self, *active):
        """All but these characters are hiding."""
        return [Flip(name, "hiding") for name in CHARACTERS if name not in active]

    def test_all_who_hide_wake_if_fewer_are_active_than_living_players_besides_the_turn_player(self):
        at = on(table(), self.hidden("1", "2"))
        assert list(facts(at)["characters"].values()).count("active") == 2
        at = on(at, Turn())
        assert set(facts(at)["characters"].values()) == {"active"}

    def test_nobody_wakes_while_there_are_enough(self):
        at = on(table(), self.hidden("1", "2", "3"), Turn())
        assert list(facts(at)["characters"].values()).count("active") == 3

    def test_the_dead_are_not_counted(self):
        at = on(table(), CY_OUT, [Flip(name, "hiding") for name in CHARACTERS if name not in ("1", "2", "3")], Turn())
        assert list(facts(at)["characters"].values()).count("hiding") == 11

    def test_executed_characters_stay_where_they_are(self):
        at = on(table(), Execute("1"), [Flip(name, "hiding") for name in CHARACTERS[1:]], Turn())
        assert list(facts(at)["characters"].values()) == ["executed"] + ["active"] * 13

    def test_candidates_who_became_active_again_count(self):
        named = [Nominate(1, "1"), Nominate(2, "2"), Nominate(3, "3")]
        at = on(table(), named, [Flip(name, "hiding") for name in CHARACTERS[3:]], Turn())
        assert status(at, "1", "2", "3", "4") == ["active", "active", "active", "hiding"]


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
    def test_a_candidate_goes_and_an_active_character_comes(self):
        at = on(table(), *NAMED, Exchange(1, "3", "9"))
        assert status(at, "1", "2", "3", "9") == ["candidate", "candidate", "active", "candidate"]

    def test_what_was_exchanged_may_be_exchanged_again_by_another(self):
        at = on(table(), *NAMED, Exchange(1, "3", "9"), Exchange(2, "9", "3"))
        assert status(at, "3", "9") == ["candidate", "active"]

    def test_while_three_live_one_may_be_added(self):
        at = on(table(3), Nominate(1, "1"), Nominate(2, "2"), Add(1, "3"), Exchange(2, "1", "4"))
        assert status(at, "1", "2", "3", "4") == ["active", "candidate", "candidate", "candidate"]

    def test_four_who_became_three_may_add_too(self):
        at = on(table(), CY_OUT, Nominate(3, "1"), Add(0, "2"))
        assert status(at, "1", "2") == ["candidate", "candidate"]

    def test_nobody_has_to(self):
        at = on(table(), *NAMED)
        assert asked(at, 1, optional=False) == []
        assert "exchange" in asked(at, 1, optional=True)
        assert "add" not in asked(at, 1)


class TestDecideTheExecute:
    def test_one_candidate_is_executed_and_the_others_hide(self):
        at = on(table(), *NAMED, Execute("2"))
        assert status(at, "1", "2", "3", "4") == ["hiding", "executed", "hiding", "active"]
        assert facts(at)["executed"] == [{"character": "2", "turn": 1, "by": 0, "cause": "meeting", "seat": None}]

    def test_a_table_that_enters_no_candidates_executes_any_active_character(self):
        assert status(on(table(), Execute("14")), "14") == ["executed"]

    def test_a_living_partner_takes_over_and_the_markers_fall(self):
        said = [Confess(2, "gender", "a woman"), Confess(2, "career")]
        at = on(table(), said, *NAMED, Execute("2"), Succeed(2))
        assert facts(at)["alive"] == [True] * 4
        assert facts(at)["partner"] == ["held", "held", "used", "held"]
        assert facts(at)["markers"] == [[], [], [], []]
        assert facts(at)["executed"][0]["seat"] == 2

    def test_the_markers_of_the_others_stay(self):
        at = on(table(), Confess(1, "gender"), Execute("2"), Succeed(2))
        assert facts(at)["markers"] == [[], ["gender"], [], []]

    def test_without_a_living_partner_the_player_is_out(self):
        at = on(table(), Execute("2"), Out(2, False))
        assert facts(at)["alive"] == [True, True, False, True]
        assert (facts(at)["out"], facts(at)["partner"][2]) == ([2], "held")
        assert not result(at)["over"]

    def test_a_second_time_there_is_no_partner(self):
        at = on(table(), turn("2", Succeed(2)), Execute("3"))
        assert "succeed" not in asked(at, 2)
        assert "succeed" in asked(at, 1)
        at = on(at, Out(2, False))
        assert (facts(at)["out"], facts(at)["partner"][2]) == ([2], "used")

    def test_who_goes_out_keeps_the_markers_on_the_table(self):
        at = on(table(), Confess(2, "career"), Execute("2"), Out(2, False))
        assert facts(at)["markers"][2] == ["career"]

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
    def test_an_effect_executes_anybody_who_is_left(self):
        at = on(table(), Nominate(1, "1"), Flip("2", "hiding"), effect("1"), effect("2"), effect("3"))
        assert status(at, "1", "2", "3") == ["executed"] * 3
        assert {of["cause"] for of in facts(at)["executed"]} == {"effect"}

    def test_it_leaves_the_meeting_as_it_is(self):
        at = on(table(), Nominate(1, "1"), Nominate(2, "2"), effect("1"))
        assert status(at, "1", "2") == ["executed", "candidate"]
        assert status(on(at, Nominate(3, "3"), Execute("2")), "2", "3") == ["executed", "hiding"]

    def test_if_all_who_were_named_were_struck_by_an_effect_there_is_nobody_to_execute(self):
        at = on(table(3), Nominate(1, "1"), Nominate(2, "2"), effect("1"), effect("2"))
        assert asked(at, 0, optional=False) == ["turn"]

    def test_it_may_be_somebodys_role_too(self):
        at = on(table(), Execute("1"), Succeed(1), effect("2"), Out(2, False))
        assert [of["seat"] for of in facts(at)["executed"]] == [1, 2]

    def test_of_two_without_an_answer_the_newest_is_meant_first(self):
        at = on(table(), Execute("1"), effect("2"), Succeed(3))
        assert [of["seat"] for of in facts(at)["executed"]] == [None, 3]
        assert [of["seat"] for of in facts(on(at, Succeed(2)))["executed"]] == [2, 3]

    def test_one_may_lose_the_role_and_then_the_partner_in_one_turn(self):
        at = on(table(), Execute("1"), Succeed(1), effect("2"), Out(1, False))
        assert [of["seat"] for of in facts(at)["executed"]] == [1, 1]
        assert facts(at)["out"] == [1]

    def test_a_card_turns_characters_over_and_back(self):
        at = on(table(), Flip("7", "hiding"))
        assert status(at, "7") == ["hiding"]
        assert status(on(at, Flip("7", "active")), "7") == ["active"]


class TestTheEndOfTheTurn:
    def test_the_card_goes_to_the_left(self):
        at = on(table(3), Turn(), Turn())
        assert (facts(at)["turn"], result(at)["round"]) == (2, 3)
        assert facts(on(at, Turn()))["turn"] == 0

    def test_it_passes_the_dead_by(self):
        assert facts(on(table(), turn("2", Out(1, False))))["turn"] == 2

    def test_candidates_still_standing_become_active(self):
        at = on(table(), Nominate(1, "1"), Nominate(2, "2"), Turn())
        assert status(at, "1", "2") == ["active", "active"]

    def test_who_executed_whom_and_when_is_kept(self):
        at = on(table(), turn("9"), turn("8", Succeed(3)))
        assert facts(at)["executed"] == [
            {"character": "9", "turn": 1, "by": 0, "cause": "meeting", "seat": None},
            {"character": "8", "turn": 2, "by": 1, "cause": "meeting", "seat": 3},
        ]
        shown = {of.name: of.execution for of in view(at, None).characters if of.status == "executed"}
        assert (shown["9"].by, shown["9"].turn, shown["8"].by, shown["8"].turn) == (0, 1, 1, 2)


class TestTheEndOfTheGame:
    def test_the_last_one_wins(self):
        at = on(table(), TWO_LEFT, Execute("5"), Out(0, False))
        assert (result(at)["outcome"], result(at)["winners"], result(at)["round"]) == ("won", [1], 3)
        assert facts(at)["out"] == [2, 3, 0]

    def test_it_goes_on_while_two_are_left(self):
        assert not result(on(table(), TWO_LEFT))["over"]

    def test_when_the_spy_is_out_all_the_living_win(self):
        at = on(table(), CY_OUT, Execute("5"), Out(0, True))
        assert (result(at)["outcome"], result(at)["winners"]) == ("won", [1, 3])
        assert view(at, None).spy == 0

    def test_a_spy_who_only_loses_the_first_role_is_not_out(self):
        assert not result(on(table(), Execute("5"), Succeed(0)))["over"]

    def test_the_last_one_wins_against_the_spy_too(self):
        at = on(table(), TWO_LEFT, Execute("5"), Out(1, True))
        assert result(at)["winners"] == [0]

    def test_the_turn_player_may_lose_the_game_by_the_own_execution(self):
        at = on(table(), TWO_LEFT, Execute("5"), Out(0, False))
        assert (facts(at)["turn"], result(at)["winners"]) == (0, [1])

    def test_nobody_is_asked_anything_any_more(self):
        at = on(table(), Execute("5"), Out(0, True))
        assert [asks(at, seat) for seat in range(4)] == [()] * 4


class TestConfess:
    def test_an_attribute_that_was_answered_has_a_marker(self):
        at = on(table(), Confess(1, "career", "a chef"), Confess(1, "gender"))
        assert facts(at)["markers"] == [[], ["career", "gender"], [], []]
        assert view(at, None).markers[1] == (Marker("career", "a chef"), Marker("gender", None))
        assert choices(at, 1, "confess")["about"] == ["condition", "nationality"]

    def test_the_condition_has_no_marker_and_may_be_asked_again(self):
        at = on(table(), Confess(1, "condition", "active"), Confess(1, "condition", "hiding"))
        assert facts(at)["markers"][1] == []

    def test_when_all_is_open_only_the_condition_is_left(self):
        at = on(table(), [Confess(2, about) for about in ("gender", "nationality", "career")])
        assert choices(at, 2, "confess")["about"] == ["condition"]

    def test_the_partner_may_be_asked_all_of_it_again(self):
        at = on(table(), Confess(2, "gender"), Execute("1"), Succeed(2), Confess(2, "gender"))
        assert facts(at)["markers"][2] == ["gender"]

    def test_nobody_checks_whether_it_is_true(self):
        one, other = (on(table(), Confess(2, "gender", answer)) for answer in ("a man", "a woman"))
        assert result(one) == result(other)


class TestPoints:
    def test_the_book_begins_with_the_first_three_rules(self):
        assert Options().points == (1, 2, 3)

    def test_a_winner_takes_two_from_each_of_the_others(self):
        at = on(table(points=(1,)), TWO_LEFT, Execute("5"), Out(0, False))
        assert points(at) == [-2, 6, -2, -2]
        assert entries(at) == [
            (0, -2, "win"),
            (1, 2, "win"),
            (1, 2, "win"),
            (2, -2, "win"),
            (1, 2, "win"),
            (3, -2, "win"),
        ]

    def test_each_of_several_winners_takes_it(self):
        at = on(table(points=(1,)), CY_OUT, Execute("5"), Out(0, True))
        assert points(at) == [-4, 4, -4, 4]

    def test_the_turn_player_takes_one_from_whose_role_was_executed(self):
        at = on(table(points=(2,)), Execute("5"), Out(2, False))
        assert entries(at) == [(0, 1, "execution"), (2, -1, "execution")]
        assert [of["round"] for of in result(at)["ledger"]] == [1, 1]

    def test_also_when_the_partner_takes_over(self):
        assert points(on(table(points=(2,)), Execute("5"), Succeed(2))) == [1, 0, -1, 0]

    def test_also_by_an_effect(self):
        assert points(on(table(points=(2,)), Turn(), effect("5"), Succeed(2))) == [0, 1, -1, 0]

    def test_but_never_from_oneself(self):
        assert entries(on(table(points=(2,)), Execute("5"), Succeed(0), effect("6"), Out(0, False))) == []

    def test_whoever_took_no_partner_receives_double(self):
        at = on(table(points=(1, 2, 3)), NoPartner(0), Execute("5"), Succeed(2))
        assert points(at) == [2, 0, -2, 0]
        at = on(at, Turn(), Execute("6"), Out(1, True))
        assert points(at) == [2 + 4, -4 - 2 - 2, -2 + 2, 2]

    def test_who_pays_without_a_partner_pays_no_more(self):
        assert points(on(table(), NoPartner(2), Execute("5"), Out(2, False))) == [1, 0, -1, 0]

    def test_a_partner_that_was_used_doubles_nothing(self):
        at = on(table(), Execute("5"), Succeed(0), effect("6"), Succeed(1))
        assert points(at) == [1, -1, 0, 0]

    def test_without_the_third_rule_nothing_is_doubled(self):
        assert points(on(table(points=(2,)), NoPartner(0), Execute("5"), Succeed(2))) == [1, 0, -1, 0]

    def test_a_spy_who_is_the_first_to_go_out_pays_one_more_to_each(self):
        at = on(table(points=(1, 2, 3, 4)), NoPartner(3), Execute("5"), Out(1, True))
        assert points(at) == [1 + 2 + 1, -1 - 2 - 2 - 4 - 1 - 1 - 2, 2 + 1, 4 + 2]
        assert [because for _, _, because in entries(at)] == ["execution"] * 2 + ["spy-first-out"] * 6 + ["win"] * 6

    def test_a_spy_who_goes_out_later_does_not(self):
        at = on(table(points=(4,)), CY_OUT, Execute("5"), Out(1, True))
        assert entries(at) == []

    def test_nor_does_a_gang_member_who_goes_out_first(self):
        assert entries(on(table(points=(4,)), CY_OUT)) == []

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

    def test_a_spy_who_wins_without_a_partner_takes_two(self):
        at = on(table(points=(3, 5)), NoPartner(1), TWO_LEFT, Execute("5"), Out(0, False), Personality(1, True))
        assert points(at) == [-2, 6, -2, -2]

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

    def test_where_the_spy_is_out_the_last_one_was_no_spy(self):
        at = on(table(points=(5,)), TWO_LEFT, Execute("5"), Out(0, True))
        assert choices(at, 1, "personality") == {"spy": [False]}
        assert entries(on(at, Personality(1, False))) == []

    def test_points_do_not_decide_who_has_won(self):
        at = on(table(), Adjust(3, "points", 20, "a bet"), CY_OUT, Execute("5"), Out(3, True))
        assert (result(at)["winners"], result(at)["places"][3]) == ([0, 1], 1)

    def test_places_go_by_points_also_while_it_runs(self):
        at = on(table(), Execute("5"), Succeed(2))
        assert (result(at)["totals"], result(at)["places"]) == ([1, 0, -1, 0], [1, 2, 4, 2])

    def test_without_points_the_living_come_first_and_then_the_winners(self):
        at = on(table(points=()), CY_OUT)
        assert (result(at)["totals"], result(at)["places"]) == ([0] * 4, [1, 1, 4, 1])
        at = on(at, Execute("5"), Out(0, True))
        assert (result(at)["places"], result(at)["winners"]) == ([3, 1, 3, 1], [1, 3])


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
    def test_an_adjust_enters_the_turn_being_played(self):
        at = on(table(), Turn(), Adjust(2, "points", 3, "a bet"))
        assert result(at)["ledger"] == [{"round": 2, "seat": 2, "track": "points", "by": 3, "because": "adjust"}]
        assert result(at)["places"] == [2, 2, 1, 2]

    def test_after_the_end_places_follow_and_winners_stay(self):
        at = on(table(3), Execute("1"), Out(1, True), Adjust(1, "points", 9, "a bet"))
        assert (result(at)["winners"], result(at)["places"], result(at)["over"]) == ([0, 2], [2, 1, 3], True)

    def test_without_points_it_is_shown_but_moves_no_place(self):
        at = on(table(points=()), Adjust(0, "points", -3, "a bet"), CY_OUT)
        assert (result(at)["totals"], result(at)["places"]) == ([-3, 0, 0, 0], [1, 1, 4, 1])

    def test_a_game_has_highlights(self):
        moves = [turn("1", Succeed(1)), turn("2", Succeed(0)), turn("3", Out(2, False)), Execute("4"), Out(3, False)]
        end = [effect("5"), Out(0, False), Personality(1, True)]
        at = on(table(points=(5,)), moves, end)
        told = {
            (highlight.what, highlight.seat, highlight.amount, highlight.word) for highlight in highlights(at.state)
        }
        assert told == {
            *{("executions", 0, 1, ""), ("executions", 1, 1, ""), ("executions", 2, 1, ""), ("executions", 3, 2, "")},
            *{("hits", 0, 1, ""), ("hits", 1, 1, ""), ("hits", 3, 1, "")},
            *{("own-goal", 2, 1, "3"), ("own-goal", 3, 1, "4"), ("second-life", 1, 1, ""), ("last-spy", 1, 1, "")},
        }


class TestAmounts:
    def test_what_is_paid_is_what_the_table_has_agreed(self):
        agreed = table(points=(1, 2, 3), amounts=Amounts(win=5, execution=0))
        played = on(agreed, Execute("5"), Out(1, True))
        assert {(entry["because"], abs(entry["by"])) for entry in result(played)["ledger"]} == {("win", 5)}

    def test_a_record_names_them_by_what_they_are_for(self):
        options = options_for(gamushara_gang, {"amounts": {"spy-first-out": 3}})
        assert (options.amounts.spy_first_out, options.amounts.win) == (3, 2)

    @pytest.mark.parametrize("amounts", [{"win": 21}, {"win": -1}, {"adjust": 1}, {"win": None}, []])
    def test_others_are_refused(self, amounts):
        with pytest.raises(Unreadable):
            options_for(gamushara_gang, {"amounts": amounts})
