"""Gamushara Gang's rulebook at hand: what is laid out, the phase of the moment, and what its examples claim."""

import pytest

from companion.games.gamushara_gang import GAME, guide
from companion.games.gamushara_gang.moves import (
    CHARACTERS,
    Add,
    Exchange,
    Execute,
    Flip,
    Nominate,
    Options,
    Out,
    Succeed,
    Turn,
)
from companion.table.record import read
from companion.table.result import result
from companion.web.text.guides import texts
from tests.support.games.gamushara_gang import effect, on
from tests.support.games.gamushara_gang import table as dealt

TEXTS = texts("gamushara-gang", "en")

NAMED = [Nominate(1, "1"), Nominate(2, "2"), Nominate(3, "3")]


def laid(seats):
    return [item.count for item in guide.laying_out(seats, Options())]


def phase(table):
    """The sentence with the names in their places."""
    now = guide.phase(table.state)
    return TEXTS.phases[now.key] % (now.numbers | {place: table.seats[seat] for place, seat in now.seats.items()})


def replayed(key):
    """The result of the table of an example, which is read like a record."""
    example = next(card.example for card in TEXTS.cards if card.key == key)
    plain = {"format": 1, "game": "gamushara-gang", "seats": [*example.seats], "options": example.options}
    return result(read(plain | {"moves": [*example.moves]}).table)


class TestLayingOut:
    @pytest.mark.parametrize(
        ("seats", "counts"),
        [
            (3, [1, 18, 14, 3, 3, 2, 3, 3, 8]),
            (4, [1, 18, 14, 4, 4, 1, 4, 4, 6]),
            (5, [1, 18, 14, 5, 5, 5, 5, 4]),  # all five personalities are dealt: none is left over
        ],
    )
    def test_the_numbers_for_each_count_of_players(self, seats, counts):
        assert laid(seats) == counts

    @pytest.mark.parametrize("seats", GAME.SEATS)
    def test_everybody_has_three_markers(self, seats):
        assert guide.laying_out(seats, Options())[3].numbers == {"markers": 3 * seats}

    @pytest.mark.parametrize("seats", GAME.SEATS)
    def test_fourteen_roles_are_all_accounted_for(self, seats):
        assert sum(laid(seats)[-3:]) == 14

    def test_who_wants_double_points_may_take_no_partner_where_that_rule_is_played(self):
        partners = [guide.laying_out(4, Options(points=points))[-2].key for points in ((1, 2, 3), (1, 2))]
        assert partners == ["partners-or-none", "partners"]


class TestPhase:
    def test_a_turn_begins_with_a_chance_card(self):
        now = "Ann draws a chance card and uses it or not; then the others name candidates, Bo first."
        assert phase(dealt()) == now

    def test_what_the_chance_card_did_does_not_end_that(self):
        assert phase(on(dealt(), Flip("7", "hiding"))) == phase(dealt())

    def test_the_others_name_from_the_left(self):
        table = on(dealt(), Nominate(1, "1"))
        assert phase(table) == "The others name a candidate each: Cy is next. Ann will execute one."

    def test_then_each_may_exchange(self):
        table = on(dealt(), NAMED)
        assert phase(table) == "From Bo on each may exchange a candidate, or pass; then Ann executes one."
        table = on(table, Exchange(1, "1", "9"))
        assert phase(table).startswith("From Cy on")

    def test_or_add_one_while_three_or_fewer_live(self):
        table = on(dealt(3), NAMED[:2])
        assert phase(table).startswith("From Bo on each may exchange a candidate, add one, or pass")

    def test_then_the_turn_player_executes(self):
        table = on(dealt(3), NAMED[:2], Add(1, "8"), Add(2, "9"))
        assert phase(table) == "Ann executes one of the candidates; the others go into hiding."

    def test_then_it_is_asked_whose_role_it_was_and_the_effect_follows(self):
        table = on(dealt(), NAMED, Execute("2"))
        assert phase(table) == "Was 2 somebody's role? Then Ann may use the effect, and Bo has the next turn."
        assert phase(on(table, Succeed(1))) == "Ann may use the effect of 2; then Bo has the next turn."

    def test_it_is_asked_of_the_one_who_died_last(self):
        table = on(dealt(), NAMED, Execute("2"), Succeed(1), effect("5"))
        assert phase(table).startswith("Was 5 somebody's role?")

    def test_the_effect_is_that_of_the_one_executed_at_the_meeting(self):
        table = on(dealt(), NAMED, Execute("2"), Succeed(1), effect("5"), Out(3, False))
        assert phase(table).startswith("Ann may use the effect of 2;")

    def test_whoever_is_out_is_passed_over(self):
        table = on(dealt(), NAMED, Execute("2"), Out(1, False))
        assert phase(table) == "Ann may use the effect of 2; then Cy has the next turn."

    def test_a_turn_player_who_is_out_uses_no_effect(self):
        table = on(dealt(), NAMED, Execute("2"), Out(0, False))
        assert phase(table) == "Ann is out, and the turn ends: Bo has the next one."

    def test_where_nobody_is_active_nobody_is_executed(self):
        table = on(dealt(), [Flip(name, "hiding") for name in CHARACTERS])
        assert phase(table) == "Nobody is active, so nobody is executed: Bo has the next turn."

    def test_more_players_than_characters(self):
        table = on(dealt(3), [effect(name) for name in CHARACTERS[:12]])
        assert phase(table).startswith("More players live than characters are left")

    def test_the_next_turn_begins_anew(self):
        assert phase(on(dealt(), NAMED, Execute("2"), Turn())).startswith("Bo draws a chance card")

    def test_once_it_is_over_there_is_none(self):
        assert guide.phase(on(dealt(), Execute("2"), Out(1, True)).state) is None


class TestExamples:
    @pytest.mark.parametrize(
        ("key", "winners"), [("win", [0, 1]), ("spy-first-out", [0, 1, 3]), ("spy-wins", [0]), ("execution", [])]
    )
    def test_who_has_won_is_as_they_say(self, key, winners):
        assert list(replayed(key)["winners"]) == winners

    def test_in_all_of_them_points_only_pass_from_hand_to_hand(self):
        totals = [replayed(card.key)["totals"] for card in TEXTS.cards if card.example]
        assert [sum(one) for one in totals] == [0] * 5
