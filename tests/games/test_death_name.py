"""DEATH Name by the book: a class for each chapter, then what a house may add."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.death_name import GAME as death_name
from companion.games.death_name.moves import Declare, Decree, Hold, Same, Write
from companion.games.death_name.scoring import highlights
from companion.games.moves import Adjust
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.visibility import view
from tests.support.effort import tries
from tests.support.games import random_play
from tests.support.games.death_name import (
    BOOK,
    NAMES,
    card,
    chooses,
    declares,
    holders,
    holds,
    kills,
    marked,
    names,
    of_round,
    on,
    own_back,
    quiet,
    scored,
    table,
    writes,
)


class TestObjectiveAndOverview:  # chapter 3
    def test_a_game_has_seven_rounds_four_on_day_1_and_three_on_day_2(self):
        at = on(table(), *quiet(7))
        assert [(told["round"], told["day"]) for told in result(at)["facts"]["rounds"]] == [
            *((1, 1), (2, 1), (3, 1), (4, 1)),
            *((5, 2), (6, 2), (7, 2)),
        ]
        assert (result(at)["round"], result(at)["over"], result(at)["outcome"]) == (7, True, "won")

    def test_it_is_not_over_before_the_last_card_is_revealed(self):
        at = on(table(), *quiet(6), Decree(BOOK), *chooses(4, 4, 4))
        assert (result(at)["over"], result(at)["outcome"], result(at)["winners"]) == (False, "playing", [])

    def test_the_round_is_the_newest_decree_and_0_before_the_first(self):
        at = table()
        assert result(at)["round"] == 0
        assert result(on(at, Decree(BOOK)))["round"] == 1
        assert result(on(at, *quiet(1)))["round"] == 1

    def test_a_decree_has_an_icon_for_each_seat_and_the_first_place_comes_first(self):
        for seats in (4, 5, 6):
            icons = (-2, -1, 0, 1, 2, -1)[:seats]
            at = on(table(seats), own_back(icons, NAMES[:seats]))
            assert of_round(at, 1) == list(icons)

    def test_there_are_four_to_six_seats(self):
        assert list(death_name.SEATS) == [4, 5, 6]


class TestSetup:  # chapter 4: the practice card
    def test_the_practice_round_comes_first_and_is_round_0(self):
        at = on(table(practice=True), Decree(BOOK))
        assert result(at)["round"] == 0
        assert result(on(table(practice=True), *quiet(2)))["round"] == 1

    def test_the_practice_round_is_shown_but_counts_nothing(self):
        at = on(table(practice=True), own_back((-2, -1, 1, 2), ("Ada", "Ada", "Cleo", "Dan")))
        (practice,) = result(at)["facts"]["rounds"]
        assert (practice["round"], practice["day"], practice["direction"]) == (0, 1, "left")
        assert [card["icons"] for card in practice["cards"]] == [-3, -3, 1, 2]
        assert [card["x"] for card in practice["cards"]] == [True, True, False, False]
        assert (result(at)["ledger"], result(at)["totals"]) == ([], [0, 0, 0, 0])

    def test_marks_of_the_practice_round_are_no_kill_points(self):
        at = on(table(practice=True), own_back((-2, -2, -2, -2), NAMES[:4]), *quiet(4))
        assert kills(at) == [0, 0, 0, 0]

    def test_names_of_the_practice_round_are_not_kept_for_day_2(self):
        at = on(table(practice=True), own_back(BOOK, ("Zoe", "Yan", "Xi", "Will")), *quiet(4), Decree(BOOK))
        (choose,) = asks(at, 0)
        assert choose.choices == {"round": [1, 2, 3, 4]}
        assert names(on(at, *chooses(1, 1, 1, 1))) == list(NAMES[:4])

    def test_seven_rounds_follow_the_practice_round(self):
        at = on(table(practice=True), *quiet(1), *quiet(7))
        assert [told["round"] for told in result(at)["facts"]["rounds"]] == list(range(8))
        assert result(at)["over"]


class TestWriting:  # chapter 5-1
    def test_everybody_writes_a_name_in_any_order(self):
        at = on(table(), Decree(BOOK), Write(2, "Dora"), Write(0, "Bob"))
        assert view(at, None).written == (True, False, True, False)
        assert view(at, None).stage == "write"
        assert waiting(at) == (1, 3)

    def test_drafting_begins_when_the_last_name_is_written(self):
        at = on(table(), Decree(BOOK), *writes("Bob", "Chris", "Dora"))
        assert [ask.move for seat in range(3) for ask in asks(at, seat) if not ask.optional] == []
        at = on(at, Write(3, "Ethan"))
        assert [[ask.move for ask in asks(at, seat) if not ask.optional] for seat in range(4)] == [["declare"]] * 4

    def test_a_name_is_shown_as_it_was_written_without_the_spaces_round_it(self):
        at = on(table(), own_back(BOOK, (" mary  ANN\u3000", "Bo", "Cy", "Di")))
        assert "mary  ANN" in names(at)


class TestDrafting:  # chapter 5-2
    @pytest.mark.parametrize(
        ("number", "direction", "to"),
        [(1, "left", [1, 2, 3, 0]), (2, "right", [3, 0, 1, 2]), (3, "left", [1, 2, 3, 0]), (4, "right", [3, 0, 1, 2])],
    )
    def test_cards_pass_left_in_rounds_1_and_3_and_right_in_2_and_4(self, number, direction, to):
        at = on(table(), *quiet(number - 1), Decree(BOOK), *writes(*NAMES[:4]), declares("kkkk"))
        assert result(at)["facts"]["rounds"][-1]["direction"] == direction
        assert holders(at) == to

    def test_on_day_2_nothing_is_passed(self):
        at = on(table(), *quiet(5))
        assert result(at)["facts"]["rounds"][-1]["direction"] is None
        assert holders(at) == [0, 1, 2, 3]

    def test_the_draft_ends_when_all_keep(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("kkkk"))
        assert view(at, None).stage == "decree"

    def test_when_all_pass_every_card_goes_one_further(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("pppp"), declares("kkkk"))
        assert holders(at) == [2, 3, 0, 1]

    def test_passers_hand_on_to_the_next_who_also_passed_and_skip_who_keeps(self):
        """Left: Bo has Ada and passes, Cy has Ben and keeps, Di has Cleo and passes, Ann has Dan and keeps."""
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("kpkp"), declares(".k.k"))
        assert holders(at) == [3, 2, 1, 0]

    def test_three_passers_hand_round_a_keeper_to_the_left(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("pkpp"), declares("k.kk"))
        assert holders(at) == [1, 3, 0, 2]

    def test_three_passers_hand_round_a_keeper_to_the_right(self):
        at = on(table(), *quiet(1), Decree(BOOK), *writes(*NAMES[:4]), declares("pkpp"), declares("k.kk"))
        assert holders(at) == [2, 3, 1, 0]

    def test_a_lone_passer_keeps_the_card_and_the_draft_is_over(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("kkpk"))
        assert holders(at) == [1, 2, 3, 0]

    def test_a_lone_passer_after_a_few_passes_keeps_what_came_last(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("ppkp"), declares("kp.p"), declares(".k.p"))
        assert holders(at) == [1, 2, 0, 3]

    def test_who_keeps_is_out_of_the_draft(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("kpkp"))
        assert view(at, None).drafting == (1, 3)
        assert waiting(at) == (1, 3)

    def test_declarations_are_carried_out_only_when_all_who_draft_have_declared(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("ppp"))
        assert view(at, 1).hand.name == "Ada"
        assert view(on(at, Declare(3, "pass")), 2).hand.name == "Ada"

    def test_declarations_may_come_in_any_order(self):
        backwards = list(reversed(declares("pkpp")))
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), backwards, declares("k.kk"))
        assert holders(at) == [1, 3, 0, 2]

    def test_a_card_may_go_all_the_way_round(self):
        at = on(table(5), Decree((0,) * 5), *writes(*NAMES[:5]), *[declares("ppppp")] * 4, declares("kkkkk"))
        assert holders(at) == [0, 1, 2, 3, 4]

    def test_a_table_may_draft_by_hand_and_say_who_ended_with_whosecard(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), *holds(3, 0, 1, 2))
        assert holders(at) == [1, 2, 3, 0]

    def test_by_hand_cards_and_names_come_in_any_order(self):
        moves = [Hold(1, 0), Write(0, "Ada"), Hold(0, 3), *writes(*NAMES[:4])[1:], Hold(3, 2)]
        at = on(table(), Decree(BOOK), moves)
        assert result(at)["facts"]["rounds"] == []
        assert holders(on(at, Hold(2, 1))) == [1, 2, 3, 0]


class TestScoring:  # chapter 5-3
    def test_the_round_of_the_book(self):
        """Bob, Chris, Dora, Ethan: whoever holds Chris loses a point, whoever holds Dora gains one; Chris is marked."""
        at = on(table(), Decree(BOOK), *writes("Chris", "Bob", "Ethan", "Dora"), declares("kpkk"))
        assert result(at)["facts"]["rounds"] == [
            {
                "round": 1,
                "day": 1,
                "icons": [0, -1, 1, 0],
                "direction": "left",
                "cards": [
                    card("Bob", writer=1, holder=2, place=1, icons=0),
                    card("Chris", writer=0, holder=1, place=2, icons=-1, x=True),
                    card("Dora", writer=3, holder=0, place=3, icons=1),
                    card("Ethan", writer=2, holder=3, place=4, icons=0),
                ],
            }
        ]
        assert result(at)["ledger"] == [
            {"round": 1, "seat": 0, "track": "points", "by": 1, "because": "decree"},
            {"round": 1, "seat": 1, "track": "points", "by": -1, "because": "decree"},
        ]
        assert result(at)["totals"] == [1, -1, 0, 0]
        assert result(at)["places"] == [1, 4, 2, 2]

    def test_the_holder_pays_and_the_writer_is_marked(self):
        at = on(table(), Decree((-2, 0, 0, 0)), *writes(*NAMES[:4]), *holds(1, 2, 3, 0))
        assert of_round(at, 1) == [0, 0, 0, -2]
        assert marked(at) == [0]

    def test_a_round_is_scored_as_soon_as_everything_is_known(self):
        at = on(table(), Decree(BOOK), *holds(1, 2, 3, 0), *writes("Bob", "Chris", "Dora"))
        assert result(at)["ledger"] == []
        assert of_round(on(at, Write(3, "Ethan")), 1) == [-1, 1, 0, 0]

    @pytest.mark.parametrize(("icon", "x"), [(-2, True), (-1, True), (0, False), (1, False), (2, False)])
    def test_only_a_card_that_loses_points_is_marked(self, icon, x):
        assert bool(marked(on(table(), own_back((0, 0, 0, icon), NAMES[:4])))) == x

    def test_icons_come_in_the_order_of_the_alphabet_not_of_the_seats(self):
        at = on(table(), own_back((2, 1, -1, -2), ("Dan", "Ben", "Ada", "Cleo")))
        assert of_round(at, 1) == [-2, 1, 2, -1]


class TestTemporaryScoring:  # chapter 6
    def test_every_marked_card_is_a_kill_point_for_its_writer_once_round_4_is_scored(self):
        bad = own_back((-1, 0, 0, -2), NAMES[:4])
        at = on(table(), bad, *quiet(1), bad)
        assert kills(at) == [0, 0, 0, 0]
        at = on(at, *quiet(1))
        assert kills(at) == [2, 0, 0, 2]
        assert [entry for entry in result(at)["ledger"] if entry["track"] == "kill_points"] == [
            {"round": 4, "seat": 0, "track": "kill_points", "by": 2, "because": "kill"},
            {"round": 4, "seat": 3, "track": "kill_points", "by": 2, "because": "kill"},
        ]

    def test_a_double_loss_marks_a_card_once(self):
        at = on(table(), *[own_back((-2, 0, 0, 0), NAMES[:4])] * 4)
        assert kills(at) == [4, 0, 0, 0]

    def test_kill_points_count_in_the_total(self):
        at = on(table(), *[own_back((-1, 0, 0, 0), NAMES[:4])] * 4)
        assert (result(at)["tracks"]["points"][0], result(at)["totals"][0]) == (-4, 0)

    def test_round_4_itself_is_marked_too(self):
        at = on(table(), *quiet(3), own_back((0, -1, 0, 0), NAMES[:4]))
        assert kills(at) == [0, 1, 0, 0]

    def test_kill_points_come_in_the_ledger_after_the_points_of_round_4(self):
        at = on(table(), *quiet(3), own_back((0, -1, 0, 0), ("Ada", "Ben", "Ben", "Dan")))
        assert [entry["because"] for entry in result(at)["ledger"]] == [
            "decree",
            "decree",
            "duplicate",
            "duplicate",
            *["kill"] * 2,
        ]


class TestDay2:  # chapter 7
    def test_everybody_picks_one_of_the_own_four_cards(self):
        at = on(table(), *quiet(4), Decree((2, 1, -1, -2)))
        assert [asks(at, seat)[0].choices for seat in range(4)] == [{"round": [1, 2, 3, 4]}] * 4
        at = on(at, *chooses(4, 3, 2, 1))
        assert of_round(at, 5) == [2, 1, -1, -2]

    def test_the_names_of_the_round_picked_are_the_ones_that_count(self):
        at = on(table(), own_back(BOOK, ("Zoe", "Ben", "Cleo", "Dan")), *quiet(3), Decree((-1, 0, 0, 2)))
        assert of_round(on(at, *chooses(1, 1, 1, 1)), 5) == [2, -1, 0, 0]
        assert of_round(on(at, *chooses(2, 1, 1, 1)), 5) == [-1, 0, 0, 2]

    def test_nobody_picks_a_card_twice(self):
        at = on(table(), *quiet(4), Decree(BOOK), *chooses(2, 2, 2, 2), Decree(BOOK))
        assert asks(at, 0)[0].choices == {"round": [1, 3, 4]}
        at = on(at, *chooses(4, 3, 1, 1), Decree(BOOK))
        assert [asks(at, seat)[0].choices["round"] for seat in range(3)] == [[1, 3], [1, 4], [3, 4]]

    def test_a_card_left_over_stays_unused(self):
        at = on(table(), *quiet(7))
        assert [[kept.unused for kept in view(at, None).kept[seat]] for seat in range(4)] == [[False] * 3 + [True]] * 4

    def test_holder_and_writer_are_the_same_and_nothing_is_marked(self):
        at = on(table(), *quiet(4), Decree((-2, -2, -2, -2)), *chooses(1, 2, 3, 4))
        assert all(card["writer"] == card["holder"] and not card["x"] for card in scored(at))
        assert kills(at) == [0, 0, 0, 0]

    def test_names_written_in_different_rounds_may_meet_as_duplicates(self):
        day_1 = [
            own_back((0,) * 4, ("Max", *NAMES[1:4])),
            own_back((0,) * 4, (NAMES[0], " MAX ", *NAMES[2:4])),
            *quiet(2),
        ]
        at = on(table(), *day_1, Decree((0, 0, -1, 1)), *chooses(1, 2, 1, 1))
        assert names(at) == ["Cleo", "Dan", "Max", "MAX"]
        assert of_round(at, 5) == [-1, -1, 0, 0]

    def test_a_house_may_let_equal_names_cost_nothing_on_day_2(self):
        """They are one group all the same, and so are names that count as one; on Day 1 they cost as ever."""
        day_1 = [own_back((0,) * 4, ("Max", "Max", "Sean", "Shawn")), *quiet(3)]
        played = on(table(day2_duplicates="none"), *day_1, Decree((0, -1, 1, 1)), *chooses(1, 1, 1, 1))
        assert (of_round(played, 1), of_round(played, 5)) == ([-1, -1, 0, 0], [-1, -1, 1, 1])
        played = on(played, Same((2, 3)))
        assert of_round(played, 5) == [-1, -1, 2, 2]
        assert [card["duplicate"] for card in scored(played)] == [True] * 4
        assert view(played, None).penalty_days == (1,)

    def test_names_that_met_on_day_1_are_two_names_again_when_only_one_is_picked(self):
        day_1 = [own_back((0,) * 4, ("Max", "Max", "Cleo", "Dan")), *quiet(3)]
        at = on(table(), *day_1, Decree((0, 0, 0, 1)), *chooses(1, 2, 1, 1))
        assert of_round(at, 5) == [1, 0, 0, 0]


class TestFinalScoring:  # chapter 8
    def test_the_sample_board_of_the_book(self):
        """+1, 0, -1, -1 on Day 1, then -1, -2, 0, and two kill points: -2 in all."""
        day_1 = [
            [Decree((-1, 1, 0, 0)), *writes(*NAMES[:4]), *holds(1, 0, 2, 3)],
            [Decree((-2, 0, 0, 0)), *writes(*NAMES[:4]), *holds(1, 0, 2, 3)],
            [Decree((0, -1, 0, 0)), *writes(*NAMES[:4]), *holds(1, 0, 2, 3)],
            [Decree((0, 0, -1, 0)), *writes(*NAMES[:4]), *holds(2, 0, 1, 3)],
        ]
        day_2 = [[Decree((icon, 0, 0, 0)), *chooses(*(number,) * 4)] for number, icon in ((1, -1), (2, -2), (3, 0))]
        at = on(table(), *day_1, *day_2)
        assert [of_round(at, number)[0] for number in range(1, 8)] == [1, 0, -1, -1, -1, -2, 0]
        assert (kills(at)[0], result(at)["totals"][0]) == (2, -2)

    def test_the_highest_total_wins(self):
        at = on(table(), Adjust(2, "points", 1, "a bet"), *quiet(7))
        assert (result(at)["places"], result(at)["winners"]) == ([2, 2, 1, 2], [2])

    def test_a_tie_goes_to_more_kill_points(self):
        at = on(table(), Adjust(2, "points", 1, "a bet"), Adjust(3, "kill_points", 1, "a bet"), *quiet(7))
        assert result(at)["totals"] == [0, 0, 1, 1]
        assert (result(at)["places"], result(at)["winners"]) == ([3, 3, 2, 1], [3])

    def test_kill_points_decide_further_places_too(self):
        more = [Adjust(0, "points", 2, "a bet"), Adjust(1, "points", -1, "a bet"), Adjust(1, "kill_points", 1, "a bet")]
        assert result(on(table(), *more, *quiet(7)))["places"] == [1, 2, 3, 3]

    def test_more_kill_points_do_not_beat_a_higher_total(self):
        at = on(table(), Adjust(0, "points", 3, "a bet"), Adjust(1, "kill_points", 2, "a bet"), *quiet(7))
        assert result(at)["winners"] == [0]

    def test_who_is_still_tied_shares_the_place(self):
        more = [Adjust(seat, "kill_points", 1, "a bet") for seat in (1, 3)]
        at = on(table(), *more, *quiet(7))
        assert (result(at)["places"], result(at)["winners"]) == ([3, 1, 3, 1], [1, 3])

    def test_while_it_is_played_places_are_as_if_it_ended_now(self):
        at = on(table(), own_back((-1, 2, 1, 1), NAMES[:4]))
        assert (result(at)["places"], result(at)["winners"]) == ([4, 1, 2, 2], [])


class TestDetailsOfScoring:  # chapter 10: duplicates
    def test_two_duplicates_on_a_loss_lose_it_both_and_a_point_more_each(self):
        at = on(table(), own_back((0, -1, 1, 0), ("Bob", "Bob", "Cleo", "Dan")))
        assert of_round(at, 1, "decree") == [-1, -1, 1, 0]
        assert of_round(at, 1) == [-2, -2, 1, 0]

    def test_two_duplicates_on_a_gain_gain_it_both_and_lose_a_point_each(self):
        at = on(table(), own_back((0, -1, 1, 0), ("Ada", "Ben", "Zoe", "Zoe")))
        assert of_round(at, 1, "decree") == [0, -1, 1, 1]
        assert of_round(at, 1) == [0, -1, 0, 0]

    def test_three_duplicates_get_all_they_cover(self):
        at = on(table(), own_back((-1, 0, -1, 1), ("Bob", "Bob", "Bob", "Dan")))
        assert of_round(at, 1, "decree") == [-2, -2, -2, 1]
        assert of_round(at, 1) == [-3, -3, -3, 1]

    def test_duplicates_are_one_group_with_the_first_of_its_places(self):
        at = on(table(5), own_back((0,) * 5, ("Cy", "Bo", "Bo", "Bo", "Al")))
        assert [(card["name"], card["place"], card["duplicate"]) for card in scored(at)] == [
            *(("Al", 1, False), ("Bo", 2, True), ("Bo", 2, True), ("Bo", 2, True), ("Cy", 5, False)),
        ]

    def test_there_may_be_two_groups_in_a_round(self):
        at = on(table(), own_back((-1, 1, 2, 1), ("Bob", "Zoe", "bob", "zoe")))
        assert of_round(at, 1) == [-1, 2, -1, 2]

    def test_all_may_write_the_same_name(self):
        at = on(table(6), own_back((1, 1, 1, 1, 1, 2), ("Bob",) * 6))
        assert of_round(at, 1) == [6] * 6

    def test_holders_have_the_icons_and_writers_the_penalty(self):
        at = on(table(), Decree((0, -1, 1, 0)), *writes("Bob", "Bob", "Cleo", "Dan"), *holds(2, 3, 0, 1))
        assert of_round(at, 1, "decree") == [1, 0, -1, -1]
        assert of_round(at, 1, ("duplicate",)) == [-1, -1, 0, 0]
        assert [entry for entry in result(at)["ledger"] if entry["because"] == "duplicate"] == [
            {"round": 1, "seat": seat, "track": "points", "by": -1, "because": "duplicate"} for seat in (0, 1)
        ]

    def test_under_net_a_group_is_marked_by_the_sum_of_its_icons(self):
        at = on(table(), own_back((-1, 1, 0, 0), ("Bob", "Bob", "Cleo", "Dan")))
        assert marked(at) == []
        at = on(table(), own_back((-2, 1, 0, 0), ("Bob", "Bob", "Cleo", "Dan")))
        assert marked(at) == [0, 1]

    def test_under_any_a_group_is_marked_by_the_worst_of_its_icons(self):
        at = on(table(kill_rule="any"), own_back((-1, 2, 0, 0), ("Bob", "Bob", "Cleo", "Dan")))
        assert marked(at) == [0, 1]
        at = on(table(kill_rule="any"), own_back((0, 0, -1, 0), ("Bob", "Bob", "Cleo", "Dan")))
        assert marked(at) == [2]

    def test_the_penalty_for_a_duplicate_marks_nothing(self):
        for rule in ("net", "any"):
            at = on(table(kill_rule=rule), own_back((0, 0, 0, 0), ("Bob", "Bob", "Cleo", "Dan")))
            assert of_round(at, 1)[:2] == [-1, -1]
            assert marked(at) == []


class TestQuestions:  # chapter 11
    def test_a_pass_limit_hands_on_the_last_passes_and_then_all_keep(self):
        moves = [Decree(BOOK), *writes(*NAMES[:4]), declares("pppp")]
        assert holders(on(table(pass_limit=1), moves)) == [2, 3, 0, 1]
        at = on(table(pass_limit=2), moves)
        assert view(at, None).stage == "draft"
        assert holders(on(at, declares("ppkp"))) == [2, 0, 1, 3]

    def test_a_pass_limit_does_not_keep_a_draft_from_ending_early(self):
        at = on(table(pass_limit=9), Decree(BOOK), *writes(*NAMES[:4]), declares("kkkk"))
        assert holders(at) == [1, 2, 3, 0]

    def test_without_a_limit_passing_may_go_on_and_on(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), *[declares("pppp")] * 23)
        assert holders(on(at, declares("kkkk"))) == [0, 1, 2, 3]

    def test_the_own_card_may_come_back_and_is_scored_as_usual(self):
        at = on(table(), Decree((-1, 0, 0, 0)), *writes(*NAMES[:4]), *[declares("pppp")] * 3, declares("kkkk"))
        assert holders(at)[0] == 0
        assert of_round(at, 1) == [-1, 0, 0, 0]

    def test_who_loses_points_with_the_own_card_has_the_kill_point_too(self):
        at = on(table(), own_back((-1, 0, 0, 0), NAMES[:4]), *quiet(3))
        assert (of_round(at, 1)[0], kills(at)[0], result(at)["totals"][0]) == (-1, 1, 0)


class TestWrittenByHand:
    def test_an_adjust_enters_the_round_being_played(self):
        at = on(table(), Adjust(1, "points", 2, "a bet"), *quiet(1), Adjust(0, "kill_points", -1, "a bet"))
        assert result(at)["ledger"] == [
            {"round": 0, "seat": 1, "track": "points", "by": 2, "because": "adjust"},
            {"round": 1, "seat": 0, "track": "kill_points", "by": -1, "because": "adjust"},
        ]
        assert (result(at)["totals"], result(at)["places"]) == ([-1, 2, 0, 0], [4, 1, 2, 2])

    def test_an_adjust_after_the_last_round_changes_who_has_won(self):
        at = on(table(), *quiet(7), Adjust(3, "points", 1, "forgotten"))
        assert (result(at)["over"], result(at)["winners"], result(at)["ledger"][-1]["round"]) == (True, [3], 7)

    def test_in_a_round_it_comes_after_what_the_rules_gave(self):
        at = on(table(), *quiet(3), Decree((0, -1, 0, 0)), Adjust(0, "points", 5, "a bet"))
        at = on(at, *writes(*NAMES[:4]), *holds(0, 1, 2, 3))
        assert [entry["because"] for entry in result(at)["ledger"]] == ["decree", "kill", "adjust"]

    def test_a_game_has_highlights(self):
        at = on(table(), *[own_back((-2, 0, 0, 0), ("Ada", "Ben", "Dan", "Dan"))] * 4, *quiet(7)[4:])
        told = {
            (highlight.what, highlight.seat, highlight.amount, highlight.word) for highlight in highlights(at.state)
        }
        assert {("kills", 0, 4, ""), ("deadliest", 0, -2, "Ada")} <= told
        assert {highlight.seat for highlight in highlights(at.state) if highlight.what == "duplicates"} == {2, 3}
        decrees = [highlight for highlight in highlights(at.state) if highlight.what == "decree"]
        assert [(highlight.seat, highlight.amount, highlight.word) for highlight in decrees] == [
            *[(None, 2, "-2 0 0 0")] * 4,
            *[(None, 0, "0 0 0 0")] * 3,
        ]


class TestWhatAlwaysAddsUp:
    @settings(max_examples=tries(40))
    @given(st.randoms(use_true_random=True))
    def test_cards_icons_penalties_and_marks_are_all_accounted_for(self, rng):
        *_, at = random_play.played(rng, random_play.laid(rng, death_name))
        told, seats = result(at), set(range(len(at.seats)))
        for of in told["facts"]["rounds"]:
            cards = of["cards"]
            assert {card["writer"] for card in cards} == {card["holder"] for card in cards} == seats
            groups = [[card for card in cards if card["place"] == place] for place in {card["place"] for card in cards}]
            assert sum(len(group) for group in groups) == len(seats)
            assert sum(group[0]["icons"] for group in groups) == sum(of["icons"])
            if of["round"] > 0:
                assert sum(of_round(at, of["round"], ("decree",))) == sum(card["icons"] for card in cards)
                costs = of["day"] == 1 or at.options.day2_duplicates == "penalty"
                doubled = sum(len(group) for group in groups if group[1:])
                assert sum(of_round(at, of["round"], ("duplicate",))) == (-doubled if costs else 0)
        marks = [card["x"] for of in told["facts"]["rounds"] if 1 <= of["round"] <= 4 for card in of["cards"]]
        assert sum(kills(at)) == sum(marks)
