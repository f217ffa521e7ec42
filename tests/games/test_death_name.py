"""DEATH Name by the book, chapter by chapter, as far as tests/reference does not score it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.death_name import GAME as death_name
from companion.games.death_name.moves import Declare, Decree, Same, Write
from companion.games.death_name.scoring import highlights
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
    def test_a_decree_has_an_icon_for_each_seat_and_the_first_place_comes_first(self):
        for seats in (4, 5, 6):
            icons = (-2, -1, 0, 1, 2, -1)[:seats]
            at = on(table(seats), own_back(icons, NAMES[:seats]))
            assert of_round(at, 1) == list(icons)

    def test_there_are_four_to_six_seats(self):
        assert list(death_name.SEATS) == [4, 5, 6]


class TestSetup:  # chapter 4: the practice card
    def test_names_of_the_practice_round_are_not_kept_for_day_2(self):
        at = on(table(practice=True), own_back(BOOK, ("Zoe", "Yan", "Xi", "Will")), *quiet(4), Decree(BOOK))
        (choose,) = asks(at, 0)
        assert choose.choices == {"round": [1, 2, 3, 4]}
        assert names(on(at, *chooses(1, 1, 1, 1))) == list(NAMES[:4])


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


class TestDrafting:  # chapter 5-2
    def test_the_draft_ends_when_all_keep(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("kkkk"))
        assert view(at, None).stage == "decree"

    def test_who_keeps_is_out_of_the_draft(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("kpkp"))
        assert view(at, None).drafting == (1, 3)
        assert waiting(at) == (1, 3)

    def test_declarations_are_carried_out_only_when_all_who_draft_have_declared(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), declares("ppp"))
        assert view(at, 1).hand.name == "Ada"
        assert view(on(at, Declare(3, "pass")), 2).hand.name == "Ada"


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


class TestDay2:  # chapter 7
    def test_everybody_picks_one_of_the_own_four_cards(self):
        at = on(table(), *quiet(4), Decree((2, 1, -1, -2)))
        assert [asks(at, seat)[0].choices for seat in range(4)] == [{"round": [1, 2, 3, 4]}] * 4
        at = on(at, *chooses(4, 3, 2, 1))
        assert of_round(at, 5) == [2, 1, -1, -2]

    def test_nobody_picks_a_card_twice(self):
        at = on(table(), *quiet(4), Decree(BOOK), *chooses(2, 2, 2, 2), Decree(BOOK))
        assert asks(at, 0)[0].choices == {"round": [1, 3, 4]}
        at = on(at, *chooses(4, 3, 1, 1), Decree(BOOK))
        assert [asks(at, seat)[0].choices["round"] for seat in range(3)] == [[1, 3], [1, 4], [3, 4]]

    def test_a_card_left_over_stays_unused(self):
        at = on(table(), *quiet(7))
        assert [[kept.unused for kept in view(at, None).kept[seat]] for seat in range(4)] == [[False] * 3 + [True]] * 4

    def test_a_house_may_let_equal_names_cost_nothing_on_day_2(self):
        """They are one group all the same, and so are names that count as one; on Day 1 they cost as ever."""
        day_1 = [own_back((0,) * 4, ("Max", "Max", "Sean", "Shawn")), *quiet(3)]
        played = on(table(day2_duplicates="none"), *day_1, Decree((0, -1, 1, 1)), *chooses(1, 1, 1, 1))
        assert (of_round(played, 1), of_round(played, 5)) == ([-1, -1, 0, 0], [-1, -1, 1, 1])
        played = on(played, Same((2, 3)))
        assert of_round(played, 5) == [-1, -1, 2, 2]
        assert [card["duplicate"] for card in scored(played)] == [True] * 4
        assert view(played, None).penalty_days == (1,)


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


class TestQuestions:  # chapter 11
    def test_a_pass_limit_hands_on_the_last_passes_and_then_all_keep(self):
        moves = [Decree(BOOK), *writes(*NAMES[:4]), declares("pppp")]
        assert holders(on(table(pass_limit=1), moves)) == [2, 3, 0, 1]
        at = on(table(pass_limit=2), moves)
        assert view(at, None).stage == "draft"
        assert holders(on(at, declares("ppkp"))) == [2, 0, 1, 3]


class TestWrittenByHand:
    def test_a_game_has_highlights(self):
        at = on(table(), *[own_back((-2, 0, 0, 0), ("Ada", "Ben", "Dan", "Dan"))] * 4, *quiet(7)[4:])
        told = {
            (highlight.what, highlight.seat, highlight.amount, highlight.word) for highlight in highlights(at.state)
        }
        assert {("kills", 0, 4, ""), ("deadliest", 0, -2, "Ada")} <= told
        assert {one.other for one in highlights(at.state)} == {None}, "each had the own name back"
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
