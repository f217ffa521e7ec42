"""Gamushara Gang: what is asked, and what holds at random tables."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.gamushara_gang import GAME as gamushara_gang
from companion.games.gamushara_gang.moves import (
    CHARACTERS,
    Confess,
    Exchange,
    Execute,
    Flip,
    Nominate,
    NoPartner,
    Out,
    Succeed,
    Turn,
)
from companion.table.questions import asks, may_report, waiting
from companion.table.visibility import secrets_open, view
from tests.support.effort import tries
from tests.support.games import random_play
from tests.support.games.gamushara_gang import (
    CY_OUT,
    NAMED,
    TWO_LEFT,
    asked,
    choices,
    effect,
    facts,
    on,
    table,
    turn,
)


class TestAsks:
    def test_at_the_start_of_a_turn_the_others_are_asked_for_candidates(self):
        at = table()
        (ask, *rest) = asks(at, 1)
        assert ask.plain() == {"move": "nominate", "seat": 1, "choices": {"character": list(CHARACTERS)}}
        assert [of.move for of in rest if not of.optional] == []
        assert (waiting(at), view(at, None).stage) == ((1, 2, 3), "nominate")

    def test_the_turn_player_may_go_ahead_without_them(self):
        assert asked(table(), 0) == ["execute", "turn", "execute", "flip", "confess", "no-partner"]

    def test_when_all_have_named_the_turn_player_is_asked_to_execute(self):
        at = on(table(), *NAMED)
        assert asks(at, 0)[0].plain() == {"move": "execute", "choices": {"character": ["1", "2", "3"]}}
        assert (waiting(at), view(at, None).stage) == ((0,), "exchange")

    def test_before_that_the_others_may_exchange_from_the_left_of_the_turn_player(self):
        played = table()
        for nominate in NAMED[:-1]:
            played = on(played, nominate)
            assert (view(played, None).stage, view(played, None).changing) == ("nominate", ())
        played = on(played, NAMED[-1])
        assert view(played, None).changing == (1, 2, 3)
        played = on(played, Exchange(2, "1", "9"))
        assert (view(played, None).changing, waiting(played)) == ((3,), (0,)), "who sits before has passed"
        assert "exchange" in asked(played, 1), "told late it is taken all the same"
        assert view(on(played, Execute("2")), None).changing == ()
        played = on(played, Exchange(3, "2", "8"))
        assert (view(played, None).stage, view(played, None).changing) == ("execute", ())

    def test_when_the_turn_player_executes_without_candidates_nothing_is_exchanged(self):
        played = on(table(), [Flip(name, "hiding") for name in CHARACTERS[1:]])
        assert (view(on(played, Nominate(1, "1")), None).stage, view(played, None).stage) == ("execute", "nominate")

    def test_after_the_execution_to_pass_the_card_on(self):
        at = on(table(), *NAMED, Execute("2"))
        assert asks(at, 0)[0].plain() == {"move": "turn", "choices": {}}
        assert view(at, None).stage == "turn"

    def test_was_it_you_is_asked_of_all_the_living_and_waited_for_by_nobody(self):
        at = on(table(), CY_OUT, Execute("5"))
        assert [asked(at, seat, optional=True)[:2] for seat in (0, 1, 3)] == [["succeed", "out"]] * 3
        assert asks(at, 2) == ()
        at = on(at, Succeed(0))
        assert not {"succeed", "out"} & set(asked(at, 1))

    def test_in_the_next_turn_it_is_asked_no_more(self):
        at = on(table(), Execute("5"), Turn())
        assert not any({"succeed", "out"} & set(asked(at, seat)) for seat in range(4))

    def test_only_before_the_first_execution_one_says_that_one_has_no_partner(self):
        assert "no-partner" in asked(table(), 0)
        assert "no-partner" not in asked(on(table(), NoPartner(0)), 0)
        assert "no-partner" not in asked(on(table(), effect("1")), 0)

    def test_who_has_no_partner_is_not_asked_whether_it_takes_over(self):
        assert asked(on(table(), NoPartner(1), effect("1")), 1, optional=True)[0] == "out"

    def test_effects_are_the_turn_players_to_report(self):
        at = on(table(), Flip("2", "hiding"), Nominate(1, "3"))
        assert choices(at, 0, "execute", cause="effect") == {"character": list(CHARACTERS)}
        assert choices(at, 0, "flip", to="active") == {"character": ["2"]}
        assert choices(at, 0, "flip", to="hiding") == {"character": ["1", *CHARACTERS[3:]]}
        assert "flip" not in asked(at, 1)

    def test_a_turn_player_who_went_out_has_only_to_pass_the_card_on(self):
        at = on(table(), effect("1"), Out(0, False))
        assert (asked(at, 0, optional=False), waiting(at), view(at, None).due) == (["turn"], (0,), ())

    def test_with_more_players_than_characters_left_somebody_must_be_out(self):
        at = on(table(3), [turn(name) for name in CHARACTERS[:10]], Execute("11"))
        assert waiting(at) == (facts(at)["turn"],)
        at = on(at, effect("12"))
        assert [asked(at, seat, optional=False) for seat in range(3)] == [["out"]] * 3
        assert "turn" not in asked(at, facts(at)["turn"])
        assert "succeed" in asked(at, 0)
        assert view(at, None).stage == "out"
        at = on(at, Succeed(0))
        assert not any("succeed" in asked(at, seat) for seat in range(3))
        assert view(on(at, Out(1, False)), None).stage == "turn"

    def test_everybody_reports_the_own_and_what_is_the_tables(self):
        at = on(table(), Execute("1"))
        assert may_report(at, 1, Succeed(1)) and may_report(at, 1, Turn()) and may_report(at, 1, effect("2"))
        assert not may_report(at, 1, Succeed(2))


class TestSecrets:
    def test_nothing_that_is_reported_is_secret(self):
        at = on(table(), Confess(1, "gender", "a woman"), TWO_LEFT)
        assert not secrets_open(at)
        assert {view(at, viewer) for viewer in (0, 1, 2, 3)} == {view(at, None)}


class TestSpotlight:
    def test_a_turn_that_goes_on_stands_there_if_who_died_was_nobodys_role(self):
        dead, whose = turn("1"), turn("1", Succeed(1))
        assert view(on(table(), dead), None).is_spotlit("turn")
        assert not view(on(table(), whose), None).is_spotlit("turn")
        assert not view(on(table(), Execute("1"), effect("2"), Succeed(1), Turn()), None).is_spotlit("turn")
        assert not view(on(table(), dead, Turn()), None).is_spotlit("turn")

    def test_a_second_life_stands_there(self):
        assert view(on(table(), Execute("1"), Succeed(1)), None).is_spotlit("succeed")


class TestWhatAlwaysHolds:
    @settings(max_examples=tries(40))
    @given(st.randoms(use_true_random=True))
    def test_a_table_that_answers_what_it_is_asked_always_has_a_character_for_everybody(self, rng):
        for at in random_play.played(rng, random_play.laid(rng, gamushara_gang), optional=0.6):
            told = facts(at)
            assert len(told["executed"]) + sum(told["alive"]) <= 14 or view(at, None).stage in ("out", "over")
