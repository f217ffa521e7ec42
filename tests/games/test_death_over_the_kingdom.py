"""Death Over The Kingdom by the book, as far as tests/reference does not score it."""

import pytest

from companion.games.death_over_the_kingdom.moves import CHARACTERS, Card, Losers, Value, Winners
from companion.games.death_over_the_kingdom.scoring import highlights
from companion.games.death_over_the_kingdom.state import sides
from companion.games.moves import Adjust, Refused
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import view
from tests.support.games.death_over_the_kingdom import (
    cards,
    crowd,
    ended,
    hit,
    last,
    on,
    table,
    turned,
    values,
)


class TestSetup:
    @pytest.mark.parametrize(("mode", "seats"), [("classic", range(3, 8)), ("crowd", range(3, 17))])
    def test_classic_is_for_three_to_seven_and_the_crowd_for_three_to_sixteen(self, mode, seats):
        for number in range(3, 17):
            if number in seats:
                assert len(table(number, mode=mode).seats) == number
            else:
                with pytest.raises(Refused, match="seats") as caught:
                    table(number, mode=mode)
                assert caught.value.numbers == {"seats": number, "least": 3, "most": 7}

    def test_the_dealer_sits_last_and_the_starting_player_to_the_left(self):
        assert view(table(), None).order == (1, 2, 3, 0)
        assert view(table(dealer=2), None).order == (3, 0, 1, 2)
        assert result(table(dealer=2))["facts"]["dealer"] == 2

    def test_upright_the_characters_are_worth_0_to_12(self):
        at = table(values={})
        assert [sides(at.state, character)[0] for character in CHARACTERS] == list(range(13))
        assert CHARACTERS[0] == "death" and CHARACTERS[-1] == "king"

    def test_values_of_the_own_copy_may_be_taught_in_part(self):
        at = table(values={"dragon": [None, 20], "jester": [40, None]})
        assert (sides(at.state, "dragon"), sides(at.state, "jester")) == ((8, 20), (40, None))
        assert values(on(at, cards("dragon", "jester", "death", "knight"))) == [20, 40, 0, 9]


class TestGameFlow:
    def test_round_1_is_won_by_the_highest_round_2_by_the_lowest_round_3_by_those_between(self):
        at = table()
        goals = []
        for _ in range(4):
            goals.append(view(at, None).goal)
            at = on(at, cards("death", "juggler", "king", "thief"))
        assert goals == ["highest", "lowest", "intermediate", "highest"]
        assert [hit(at, number) for number in (1, 2, 3)] == [[2], [0], [1, 3]]
        assert [entry["because"] for entry in result(at)["ledger"]] == [
            *("highest", "lowest", "intermediate", "intermediate", "highest"),
        ]

    def test_a_round_is_scored_as_soon_as_every_card_is_in_in_any_order(self):
        at = on(table(), Card(2, "thief"), Card(0, "king"), Card(3, None, 12))
        assert (result(at)["ledger"], result(at)["round"], waiting(at)) == ([], 1, (1,))
        assert hit(on(at, Card(1, "death")), 1) == [0, 3]


class TestEndOfTheGame:
    def test_the_zones_show_the_danger_of_being_first(self):
        assert view(ended((7, 7, 5, 4, 2)), None).zones == ("high", "high", "winning", "between", "low")
        assert view(ended((6, 6, 3, 3)), None).zones == ("high", "high", "low", "low")
        assert view(table(3), None).zones == (), "nobody is first before a round is scored"


class TestCrowd:
    @pytest.mark.parametrize("rounds", [1, 2, 16])
    def test_a_house_may_set_another_number_of_rounds(self, rounds):
        played = on(crowd(rounds=rounds), [cards(0, 5, 5)] * (rounds - 1))
        assert (result(played)["over"], view(played, None).rounds) == (False, rounds)
        played = on(played, cards(0, 5, 5))
        assert (result(played)["over"], result(played)["round"], result(played)["totals"]) == (
            *(True, rounds),
            [rounds, 0, 0],
        )

    @pytest.mark.parametrize("rounds", [0, 17, None, 2.5])
    def test_a_number_of_rounds_is_1_to_16(self, rounds):
        with pytest.raises(Unreadable, match="rounds"):
            crowd(rounds=rounds)

    def test_the_fewest_points_win_and_ties_share(self):
        at = on(crowd(), cards(0, 5, 5), cards(0, 5, 5), cards(5, 0, 5))
        assert (result(at)["totals"], result(at)["places"], result(at)["winners"]) == ([2, 1, 0], [3, 2, 1], [2])
        at = on(crowd(), cards(0, 5, 5), cards(0, 5, 5), cards(0, 5, 5))
        assert (result(at)["winners"], result(at)["outcome"]) == ([1, 2], "won")
        assert view(at, None).zones == (), "here the first wins"


class TestLastOneStanding:
    def test_without_lives_one_is_out_and_is_asked_no_more(self):
        at = on(last(lives=1), cards(0, 5, 5))
        assert view(at, None).living == (False, True, True)
        assert waiting(at) == (1, 2)
        assert [ask.move for ask in asks(at, 0)] == ["losers"]
        assert values(on(at, Card(1, "thief"), Card(2, "king"))) == [None, 3, 12]

    def test_the_dealer_passes_to_the_next_living(self):
        at = on(last(4, lives=1, dealer=0), cards(5, 0, 5, 5))
        assert (result(at)["facts"]["dealer"], view(at, None).order) == (2, (3, 0, 2))
        at = on(last(4, lives=1, dealer=0), cards(0, 0, 5, 5))
        assert result(at)["facts"]["dealer"] == 2
        at = on(last(4, lives=1, dealer=0), cards(0, 5, 5, 5))
        assert (result(at)["facts"]["dealer"], view(at, None).order) == (1, (2, 3, 1))


class TestTurnACard:
    """Ann deals; Bo, Cy and Di sit to the left, in this order."""

    @pytest.mark.parametrize(
        ("character", "because", "worth"),
        [
            ("innkeeper", "king", 13),
            ("jester", "queen", 14),
            ("sorceress", "monk", 3),
            ("dragon", "knight", 2),
            ("knight", "princess", 5),
            ("queen", "princess", 1),
        ],
    )
    def test_a_character_is_turned_by_another_in_play(self, character, because, worth):
        at = on(table(), cards(because, character, "thief", "juggler"))
        assert turned(at) == [False, True, False, False]
        assert values(at)[1] == worth
        shown = view(at, None).last.cards[1]
        assert (shown.by, shown.times) == (because, 1)
        assert turned(on(table(), cards("thief", character, "death", "merchant"))) == [False] * 4

    def test_two_knights_turn_a_dragon_twice_that_is_not_at_all(self):
        at = on(table(), cards("dragon", "knight", "knight", "dragon"))
        assert turned(at) == [False] * 4
        assert view(at, None).last.cards[0].times == 2


class TestMonk:
    """Ann deals; Bo, Cy and Di sit to the left, in this order: Bo's left is Cy, Di's left is Ann."""

    def test_a_monk_may_copy_a_king(self):
        at = on(table(), cards("thief", "monk", "king", "death"))
        assert values(at) == [3, 12, 12, 0]
        assert view(at, None).last.cards[1].copies == 2


class TestTypedValues:
    def test_a_turned_value_that_is_not_known_is_asked_once_all_cards_are_in(self):
        at = on(table(values={}), cards("innkeeper", "king", "thief"))
        assert waiting(at) == (3,)
        at = on(at, Card(3, "death"))
        assert (view(at, None).stage, view(at, None).unread, waiting(at)) == ("values", (0,), (0,))
        at = on(at, Value(0, 15))
        assert (values(at), hit(at, 1)) == ([15, 12, 3, 0], [0])
        assert result(at)["facts"]["cards"][0] == {"character": "innkeeper", "turned": True, "value": 15}

    def test_a_monk_waits_for_his_neighbour_and_is_never_asked(self):
        at = on(table(values={}), cards("knight", "monk", "monk", "dragon"))
        assert (waiting(at), view(at, None).unread) == ((3,), (3,))
        assert [shown.value for shown in view(at, None).cards] == [9, None, None, None]
        assert values(on(at, Value(3, 14))) == [9, 14, 14, 14]

    def test_two_turned_cards_are_asked_for_both(self):
        at = on(table(values={}), cards("knight", "princess", "queen", "death"))
        assert waiting(at) == (0, 2)
        at = on(at, Value(2, 1))
        assert (waiting(at), result(at)["round"]) == ((0,), 1)
        assert values(on(at, Value(0, 4))) == [4, 10, 1, 0]


class TestToldByTheTable:
    def test_cards_already_reported_are_dropped(self):
        at = on(table(values={}), cards("innkeeper", "king", "thief", "death"), Winners((1,)))
        assert hit(at, 1) == [1]
        assert result(at)["facts"]["cards"] == [None] * 4
        assert waiting(at) == (0, 1, 2, 3)
        assert hit(on(at, cards(1, 2, 3, 4)), 2) == [0]

    def test_they_are_dropped_in_the_last_round_too(self):
        at = on(crowd(), [Losers((0,))] * 2, Card(1, "king"), Losers((2,)))
        assert result(at)["over"]
        assert view(at, None).cards == view(at, None).last.played == (None,) * 3


class TestWrittenByHand:
    def test_no_lives_left_is_out_at_once_and_stays_out(self):
        at = on(last(), Adjust(1, "lives", -4, "a bet"))
        assert (view(at, None).living, waiting(at)) == ((True, False, True), (0, 2))
        at = on(at, Adjust(1, "lives", 9, "a late change of heart"))
        assert (view(at, None).living, result(at)["totals"]) == ((True, False, True), [4, 9, 4])
        assert result(at)["places"] == [1, 3, 1]

    def test_who_goes_out_so_takes_the_card_along_and_the_round_may_be_complete(self):
        at = on(last(4), Card(0, "innkeeper"), Card(1, "king"), Card(3, "thief"))
        at = on(at, Adjust(1, "lives", -4, "a bet"))
        assert waiting(at) == (2,)
        at = on(at, Adjust(2, "lives", -5, "a bet"))
        assert (values(at), result(at)["round"]) == ([1, None, None, 3], 2)
        assert [entry["because"] for entry in result(at)["ledger"][4:]] == ["adjust", "adjust", "loss"]

    def test_a_dealer_who_goes_out_so_hands_the_deck_on_at_once(self):
        at = on(last(4), Adjust(0, "lives", -4, "a bet"))
        assert (result(at)["facts"]["dealer"], view(at, None).order) == (1, (2, 3, 1))
        at = on(at, cards(None, "monk", "thief", "death"))
        assert (values(at), result(at)["facts"]["dealer"]) == ([None, 6, 3, 0], 2)


class TestBoasts:
    def told(self, at):
        return {
            (highlight.what, highlight.seat, highlight.amount, highlight.word) for highlight in highlights(at.state)
        }

    def test_rounds_won_by_goal_and_what_was_won_by_a_turned_card(self):
        at = on(table(), cards("jester", "queen", "death", "thief"), cards(5, 6, 7, 5), cards(5, 5, 5, 5))
        assert self.told(at) == {
            *(("highest", 0, 1, ""), ("lowest", 0, 1, ""), ("lowest", 3, 1, "")),
            ("turned", 0, 14, "jester"),
        }

    def test_the_second_who_won_and_who_was_dropped_on_top(self):
        at = on(
            table(), [Winners((0, 1)), Winners((0,)), Winners(())] * 3, [Winners((2,)), Winners((0, 1)), Winners(())]
        )
        assert result(at)["totals"] == [7, 4, 1, 0]
        told = {highlight for highlight in self.told(at) if highlight[0] in ("second", "dropped-on-top")}
        assert told == {("second", 1, 4, ""), ("dropped-on-top", 0, 7, "")}

    def test_rounds_got_away_with(self):
        at = on(last(lives=1), cards("innkeeper", "king", "death"), Losers((1,)))
        assert self.told(at) == {
            *(("spared", 0, 2, ""), ("spared", 1, 1, ""), ("turned", 0, 13, "innkeeper")),
            ("first-out", 2, 1, ""),
        }

    @pytest.mark.parametrize(("losers", "first"), [([(1,), (0,)], [1]), ([(0, 2)], [0, 2]), ([(0, 1, 2)], [])])
    def test_who_goes_out_first_and_together_but_not_where_all_do(self, losers, first):
        at = on(last(lives=1), [Losers(seats) for seats in losers])
        assert [one.seat for one in highlights(at.state) if one.what == "first-out"] == first
