"""Death Over The Kingdom by the book: a class for each chapter, then what is asked, and what is refused and why."""

import pytest

from companion.games.death_over_the_kingdom.moves import CHARACTERS, Card, Losers, Value, Winners
from companion.games.death_over_the_kingdom.scoring import highlights
from companion.games.death_over_the_kingdom.state import sides
from companion.games.moves import Adjust, Refused
from companion.table.model import Correct
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
    to_round,
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


class TestTies:
    def test_everybody_on_the_highest_card_wins(self):
        assert hit(on(table(), cards("king", "king", "death", "thief")), 1) == [0, 1]

    def test_everybody_on_the_lowest_card_wins(self):
        assert hit(on(table(), to_round(2), cards("death", "thief", "death", "king")), 2) == [0, 2]

    def test_if_all_are_equal_everybody_wins_the_first_two_and_nobody_the_third(self):
        at = on(table(), to_round(4))
        assert [hit(at, number) for number in (1, 2, 3)] == [[0, 1, 2, 3], [0, 1, 2, 3], []]

    def test_with_only_two_different_values_nobody_wins_the_third(self):
        assert hit(on(table(), to_round(3), cards(3, 3, 7, 7)), 3) == []


class TestGameFlow:
    def test_a_game_has_as_many_turns_of_three_rounds_as_players(self):
        for seats in (3, 7):
            at = on(table(seats), to_round(3 * seats, seats))
            assert (result(at)["over"], result(at)["round"]) == (False, 3 * seats)
            assert result(on(at, cards(*[5] * seats)))["over"]

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

    def test_of_five_players_up_to_three_may_have_the_intermediate_card(self):
        at = on(table(5), to_round(3, 5))
        assert hit(on(at, cards("death", "thief", "thief", "jester", "king")), 3) == [1, 2, 3]

    def test_turn_and_round_in_the_turn_count_up(self):
        at = table(3)
        told = []
        for _ in range(9):
            facts = result(at)["facts"]
            told.append((facts["turn"], facts["round_in_turn"], result(at)["round"]))
            at = on(at, cards(1, 2, 3))
        assert told == [(1 + n // 3, 1 + n % 3, n + 1) for n in range(9)]
        assert (result(at)["round"], result(at)["facts"]["turn"], result(at)["facts"]["round_in_turn"]) == (9, 3, 3)

    def test_after_each_turn_the_starting_player_becomes_dealer(self):
        at = table(3, dealer=1)
        dealers = []
        for _ in range(9):
            dealers.append(result(at)["facts"]["dealer"])
            at = on(at, cards(1, 2, 3))
        assert dealers == [1, 1, 1, 2, 2, 2, 0, 0, 0]
        assert result(at)["facts"]["dealer"] == 0

    def test_every_winner_of_a_round_scores_a_point(self):
        at = on(table(), cards("king", "king", "death", "thief"))
        assert result(at)["tracks"] == {"points": [1, 1, 0, 0]}
        assert result(at)["ledger"] == [
            {"round": 1, "seat": seat, "track": "points", "by": 1, "because": "highest"} for seat in (0, 1)
        ]

    def test_a_round_is_scored_as_soon_as_every_card_is_in_in_any_order(self):
        at = on(table(), Card(2, "thief"), Card(0, "king"), Card(3, None, 12))
        assert (result(at)["ledger"], result(at)["round"], waiting(at)) == ([], 1, (1,))
        assert hit(on(at, Card(1, "death")), 1) == [0, 3]


class TestEndOfTheGame:
    @pytest.mark.parametrize(
        ("totals", "winners"),
        [
            ((5, 4, 4, 3, 3), [1, 2]),  # the book: Sergi, Raquel and Servando, David and Laura
            ((6, 6, 3, 3), []),
            ((7, 7, 5, 4, 2), [2]),
            ((4, 4, 4), []),
            ((5, 4, 3), [1]),
            ((5, 5, 4), []),
            ((6, 6, 5, 5, 4, 4, 4), [2, 3]),
        ],
    )
    def test_the_highest_and_the_lowest_are_dropped_and_the_best_of_the_rest_win(self, totals, winners):
        known = result(ended(totals))
        assert (known["over"], known["outcome"], known["winners"]) == (True, "won" if winners else "nobody", winners)

    def test_places_have_the_winners_first_and_all_others_by_points(self):
        assert result(ended((5, 4, 4, 3, 3)))["places"] == [3, 1, 1, 4, 4]
        assert result(ended((6, 6, 3, 3)))["places"] == [1, 1, 3, 3]
        assert result(ended((7, 7, 5, 4, 2)))["places"] == [2, 2, 1, 4, 5]

    def test_while_a_game_is_running_places_are_as_if_it_ended_now(self):
        at = on(table(3), Winners((0, 1)), Winners((0,)))
        known = result(at)
        assert (known["outcome"], known["winners"], known["places"]) == ("playing", [], [2, 1, 3])

    def test_the_zones_show_the_danger_of_being_first(self):
        assert view(ended((7, 7, 5, 4, 2)), None).zones == ("high", "high", "winning", "between", "low")
        assert view(ended((6, 6, 3, 3)), None).zones == ("high", "high", "low", "low")
        assert view(table(3), None).zones == (), "nobody is first before a round is scored"

    def test_after_the_end_cards_of_the_last_round_are_kept(self):
        at = on(table(3), to_round(9, 3), cards("king", "death", "thief"))
        assert result(at)["over"]
        assert values(at) == [12, 0, 3]


class TestCrowd:
    def test_the_lowest_card_loses_and_gets_a_point(self):
        at = on(crowd(), cards("thief", "death", "king"))
        assert result(at)["ledger"] == [{"round": 1, "seat": 1, "track": "points", "by": 1, "because": "loss"}]

    def test_all_who_tie_for_the_lowest_lose(self):
        assert hit(on(crowd(), cards("death", "death", "king")), 1) == [0, 1]
        assert hit(on(crowd(), cards(4, 4, 4)), 1) == [0, 1, 2]

    def test_there_are_as_many_turns_of_one_round_as_players(self):
        at = on(crowd(16), [cards(0, *[5] * 15)] * 15)
        assert (result(at)["over"], result(at)["round"]) == (False, 16)
        at = on(at, cards(0, *[5] * 15))
        assert (result(at)["over"], result(at)["round"], result(at)["facts"]["turn"]) == (True, 16, 16)
        assert (result(at)["winners"], result(at)["places"]) == ([*range(1, 16)], [16] + [1] * 15)

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

    def test_the_dealer_moves_after_every_round(self):
        at = on(crowd(dealer=2), cards(1, 2, 3))
        facts = result(at)["facts"]
        assert (facts["dealer"], facts["turn"], facts["round_in_turn"]) == (0, 2, 1)

    def test_the_fewest_points_win_and_ties_share(self):
        at = on(crowd(), cards(0, 5, 5), cards(0, 5, 5), cards(5, 0, 5))
        assert (result(at)["totals"], result(at)["places"], result(at)["winners"]) == ([2, 1, 0], [3, 2, 1], [2])
        at = on(crowd(), cards(0, 5, 5), cards(0, 5, 5), cards(0, 5, 5))
        assert (result(at)["winners"], result(at)["outcome"]) == ([1, 2], "won")
        assert view(at, None).zones == (), "here the first wins"


class TestLastOneStanding:
    def test_everybody_starts_with_four_lives_in_the_ledger(self):
        at = last()
        assert result(at)["ledger"] == [
            {"round": 0, "seat": seat, "track": "lives", "by": 4, "because": "lives"} for seat in range(3)
        ]
        assert result(at)["tracks"] == {"lives": [4, 4, 4]}
        assert result(last(lives=9))["totals"] == [9, 9, 9]

    def test_the_lowest_lose_a_life_each(self):
        at = on(last(), cards("death", "death", "king"))
        assert result(at)["ledger"][3:] == [
            {"round": 1, "seat": seat, "track": "lives", "by": -1, "because": "loss"} for seat in (0, 1)
        ]

    def test_without_lives_one_is_out_and_is_asked_no_more(self):
        at = on(last(lives=1), cards(0, 5, 5))
        assert view(at, None).living == (False, True, True)
        assert waiting(at) == (1, 2)
        assert [ask.move for ask in asks(at, 0)] == ["losers"]
        assert values(on(at, Card(1, "thief"), Card(2, "king"))) == [None, 3, 12]

    def test_the_last_one_wins_and_places_go_by_going_out(self):
        at = on(last(4, lives=1), cards(0, 5, 5, 5), cards(None, 5, 0, 5), cards(None, 0, None, 5))
        known = result(at)
        assert (known["outcome"], known["winners"], known["places"]) == ("won", [3], [4, 2, 3, 1])
        assert (known["round"], known["over"]) == (3, True)

    def test_while_it_is_running_all_the_living_share_the_first_place(self):
        at = on(last(4, lives=2), cards(0, 5, 5, 5), cards(0, 5, 0, 5))
        assert result(at)["totals"] == [0, 2, 1, 2]
        assert result(at)["places"] == [4, 1, 1, 1]

    def test_if_the_last_ones_go_together_they_share_it(self):
        at = on(last(lives=1), cards(0, 5, 5), cards(None, 5, 5))
        assert (result(at)["winners"], result(at)["places"]) == ([1, 2], [3, 1, 1])
        assert result(on(last(lives=1), cards(5, 5, 5)))["winners"] == [0, 1, 2]

    def test_the_dealer_passes_to_the_next_living(self):
        at = on(last(4, lives=1, dealer=0), cards(5, 0, 5, 5))
        assert (result(at)["facts"]["dealer"], view(at, None).order) == (2, (3, 0, 2))
        at = on(last(4, lives=1, dealer=0), cards(0, 0, 5, 5))
        assert result(at)["facts"]["dealer"] == 2
        at = on(last(4, lives=1, dealer=0), cards(0, 5, 5, 5))
        assert (result(at)["facts"]["dealer"], view(at, None).order) == (1, (2, 3, 1))

    def test_the_dealer_of_the_last_round_stays_even_if_out(self):
        at = on(last(lives=1, dealer=1), cards(5, 0, 0))
        assert (result(at)["over"], result(at)["facts"]["dealer"]) == (True, 1)

    def test_a_monk_looks_past_who_is_out(self):
        at = on(last(4, lives=1, dealer=3), cards(5, 0, 5, 5))
        assert result(at)["facts"]["dealer"] == 0
        at = on(at, cards("king", None, "monk", "thief"))
        assert values(at) == [12, None, 3, 3]


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

    @pytest.mark.parametrize(
        ("character", "because"), [("innkeeper", "king"), ("jester", "queen"), ("sorceress", "monk")]
    )
    def test_two_of_them_turn_it_no_further(self, character, because):
        assert turned(on(table(), cards(because, character, because, character))) == [False, True, False, True]

    def test_a_queen_turns_once_however_many_princesses_there_are(self):
        assert turned(on(table(), cards("queen", "princess", "princess", "thief"))) == [True, False, False, False]

    def test_two_knights_turn_a_dragon_twice_that_is_not_at_all(self):
        at = on(table(), cards("dragon", "knight", "knight", "dragon"))
        assert turned(at) == [False] * 4
        assert view(at, None).last.cards[0].times == 2

    def test_two_princesses_turn_a_knight_twice_that_is_not_at_all(self):
        assert turned(on(table(), cards("knight", "princess", "princess", "thief"))) == [False] * 4

    def test_three_knights_turn_a_dragon_after_all(self):
        assert turned(on(table(), cards("dragon", "knight", "knight", "knight")))[0]

    def test_by_the_house_setting_any_number_turns_once(self):
        once = table(flips="once")
        assert turned(on(once, cards("dragon", "knight", "knight", "thief"))) == [True, False, False, False]
        assert turned(on(once, cards("knight", "princess", "princess", "thief"))) == [True, False, False, False]

    def test_a_turned_knight_still_turns_dragons(self):
        assert turned(on(table(), cards("dragon", "knight", "princess", "thief"))) == [True, True, False, False]

    def test_the_king_is_immune(self):
        for other in CHARACTERS:
            assert values(on(table(), cards("king", other, "thief", (other, 7))))[0] == 12

    def test_death_merchant_thief_juggler_and_princess_are_never_turned(self):
        for still in ("death", "merchant", "thief", "juggler", "princess"):
            for other in CHARACTERS:
                assert not turned(on(table(), cards(still, (other, 1), (other, 1), 0)))[0]


class TestMonk:
    """Ann deals; Bo, Cy and Di sit to the left, in this order: Bo's left is Cy, Di's left is Ann."""

    def test_a_monk_has_the_value_of_the_player_on_the_left(self):
        assert values(on(table(), cards("thief", "monk", "juggler", "death"))) == [3, 5, 5, 0]

    def test_the_dealers_monk_is_6(self):
        assert values(on(table(), cards("monk", "thief", "juggler", "death")))[0] == 6

    def test_the_dealers_monk_is_6_whatever_the_values_say(self):
        at = table(values={"monk": [40, 41]})
        assert values(on(at, cards("monk", "monk", "juggler", "death"))) == [6, 5, 5, 0]

    def test_a_monk_may_copy_a_king(self):
        at = on(table(), cards("thief", "monk", "king", "death"))
        assert values(at) == [3, 12, 12, 0]
        assert view(at, None).last.cards[1].copies == 2

    def test_all_turns_come_first_so_that_a_monk_copies_what_was_turned(self):
        assert values(on(table(), cards("knight", "monk", "dragon", "thief"))) == [9, 2, 2, 3]
        assert values(on(table(), cards("thief", "monk", "sorceress", "death"))) == [3, 3, 3, 0]

    def test_monks_copy_monks_from_the_dealers_side(self):
        assert values(on(table(), cards("king", "monk", "monk", "monk"))) == [12, 12, 12, 12]
        assert values(on(table(), cards("monk", "monk", "monk", "monk"))) == [6, 6, 6, 6]

    def test_a_monk_copies_a_value_that_was_typed(self):
        assert values(on(table(), cards("thief", "monk", 33, "death"))) == [3, 33, 33, 0]


class TestTypedValues:
    def test_a_typed_value_is_final_and_is_not_touched(self):
        at = on(table(), cards(("dragon", 8), "knight", "thief", ("monk", 6)))
        assert (values(at), turned(at)) == ([8, 9, 3, 6], [False] * 4)
        assert values(on(table(), cards(("monk", 2), "thief", "thief", "death")))[0] == 2

    def test_its_character_still_counts_as_in_play(self):
        assert turned(on(table(), cards("dragon", ("knight", 5), "thief", "death")))[0]

    def test_a_value_alone_is_nobody_in_play(self):
        at = on(table(), cards("innkeeper", 12, "thief", "death"))
        assert (values(at), turned(at)) == ([1, 12, 3, 0], [False] * 4)
        assert result(at)["facts"]["cards"][1] == {"character": None, "turned": False, "value": 12}

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
    def test_the_table_may_say_who_won_instead_of_cards(self):
        at = on(table(), Winners((2, 0)), Winners((1,)), Winners(()))
        assert [hit(at, number) for number in (1, 2, 3)] == [[0, 2], [1], []]
        assert result(at)["facts"]["cards"] == [None] * 4

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

    def test_all_may_win_but_in_the_intermediate_round_at_most_all_but_two(self):
        at = on(table(), Winners((0, 1, 2, 3)), Winners((0, 1, 2, 3)))
        assert hit(on(at, Winners((3, 1))), 3) == [1, 3]

    def test_in_the_other_modes_it_says_who_lost(self):
        assert hit(on(crowd(), Losers((1, 0))), 1) == [0, 1]
        at = on(last(lives=1), Losers((1,)))
        assert hit(at, 1) == [1]
        at = on(at, Losers((2, 0)))
        assert (result(at)["winners"], result(at)["places"]) == ([0, 2], [1, 3, 1])


class TestWrittenByHand:
    def test_an_adjust_enters_the_round_being_played_and_the_outcome_follows(self):
        at = on(ended((6, 6, 3, 3)), Adjust(1, "points", -1, "a bet"))
        known = result(at)
        assert (known["outcome"], known["winners"], known["places"]) == ("won", [1], [2, 1, 3, 3])
        assert known["ledger"][-1] == {"round": 12, "seat": 1, "track": "points", "by": -1, "because": "adjust"}
        assert result(on(at, Adjust(1, "points", 1, "no bet")))["outcome"] == "nobody"

    def test_it_stands_before_what_its_round_gives_later(self):
        at = on(table(), Adjust(3, "points", 2, "a bet"), cards(1, 2, 3, 4))
        assert [entry["because"] for entry in result(at)["ledger"]] == ["adjust", "highest"]

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

    def test_it_may_leave_one_alone_who_has_won(self):
        at = on(last(lives=1), cards(0, 5, 5), Adjust(1, "lives", -1, "a bet"))
        known = result(at)
        assert (known["over"], known["round"], known["winners"], known["places"]) == (True, 2, [2], [3, 2, 1])
        known = result(on(at, Adjust(2, "lives", -1, "a bet"), Adjust(0, "lives", 5, "a bet")))
        assert (known["over"], known["totals"], known["winners"], known["places"]) == (True, [5, 0, 0], [2], [3, 2, 1])

    def test_the_deck_stays_where_it_is_when_the_game_is_over(self):
        at = on(last(lives=1), Losers((1,)))
        assert result(at)["facts"]["dealer"] == 2
        known = result(on(at, Adjust(2, "lives", -1, "a bet")))
        assert (known["over"], known["winners"], known["facts"]["dealer"]) == (True, [0], 2)

    def test_in_the_crowd_it_never_ends_or_reopens_a_game(self):
        at = on(crowd(), Adjust(0, "points", -9, "a bet"), [cards(1, 2, 3)] * 3, Adjust(1, "points", 4, "a bet"))
        assert (result(at)["over"], result(at)["totals"], result(at)["winners"]) == (True, [-6, 4, 0], [0])

    def test_a_corrected_card_scores_its_round_anew(self):
        at = on(table(), cards("king", "death", "thief", "queen"), Correct(((1, Card(0, "merchant")),)))
        assert hit(at, 1) == [3]


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
        assert self.told(at) == {("spared", 0, 2, ""), ("spared", 1, 1, ""), ("turned", 0, 13, "innkeeper")}
