"""DEATH Name: which names are one, and how they are ordered."""

import pytest

from companion.games.death_name.moves import Decree, Reading, Same
from companion.games.moves import Adjust
from companion.table.result import result
from companion.table.visibility import view
from tests.support.games.death_name import (
    BOOK,
    NAMES,
    chooses,
    declares,
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


class TestTheNames:  # chapter 9, and reading 2
    @pytest.mark.parametrize("twin", ["bob", "BOB", "  Bob ", "Ｂｏｂ"])
    def test_capitals_spaces_and_width_do_not_make_another_name(self, twin):
        at = on(table(), own_back((0,) * 4, ("Bob", twin, "Cleo", "Dan")))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    @pytest.mark.parametrize("twin", ["Bób", "Bobb", "Bo b", "Rob"])
    def test_an_accent_or_a_letter_more_makes_another_name(self, twin):
        at = on(table(), own_back((0,) * 4, ("Bob", twin, "Cleo", "Dan")))
        assert of_round(at, 1) == [0, 0, 0, 0]

    def test_an_apostrophe_that_a_phone_writes_otherwise_makes_no_other_name(self):
        at = on(table(), own_back((0,) * 4, ("D'Arcy", "D’Arcy", "Eve", "Fay")))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    @pytest.mark.parametrize(
        ("language", "in_order"),
        [
            ("cs", ("Cyril", "Hana", "Charlota", "Iva")),
            ("da", ("Bo", "Zoe", "Øjvind", "Aage")),
            ("nb", ("Hans", "Hedda", "Haakon", "Zoe")),
            ("ja", ("リア", "リー", "リオ", "リサ")),
            ("ja", ("ケイト", "ケーティ", "ケビン", "ケント")),
            ("ja", ("ジョイ", "ジョー", "ジョン", "ジン")),
        ],
    )
    def test_names_lie_by_the_alphabet_of_the_language(self, language, in_order):
        at = on(table(language=language), own_back((1, 2, -1, 0), in_order[::-1]))
        assert names(at) == [*in_order]
        assert of_round(at, 1) == [0, -1, 2, 1]

    @pytest.mark.parametrize(("language", "cost"), [("tr", [0, 0, -1, -1]), ("en", [-1, -1, 0, 0])])
    def test_i_with_and_without_a_dot_are_two_letters_in_turkish(self, language, cost):
        at = on(table(language=language), own_back((0,) * 4, ("ILGI", "ilgi", "İrem", "irem")))
        assert of_round(at, 1) == cost

    def test_the_shorter_name_comes_first(self):
        at = on(table(), own_back(BOOK, ("Annabel", "Anna", "Ann", "An")))
        assert names(at) == ["An", "Ann", "Anna", "Annabel"]

    def test_n_with_a_tilde_comes_after_n_in_spanish(self):
        written = own_back((2, 1, -1, -2), ("Ñandú", "Nuria", "Nzz", "Olga"))
        assert of_round(on(table(language="es"), written), 1) == [-1, 2, 1, -2]
        assert of_round(on(table(), written), 1) == [2, 1, -1, -2]

    def test_kana_of_one_reading_are_one_name(self):
        at = on(table(language="ja"), own_back((0,) * 4, ("はな", "ハナ", "ﾊﾅ", "ばな")))
        assert of_round(at, 1) == [-1, -1, -1, 0]

    def test_kana_stand_in_the_order_of_the_fifty_sounds(self):
        at = on(table(language="ja"), own_back(BOOK, ("ゆき", "あきら", "ﾀﾛｳ", "さくら")))
        assert names(at) == ["あきら", "さくら", "ﾀﾛｳ", "ゆき"]

    def test_kanji_wait_for_their_reading_in_japanese(self):
        at = on(table(language="ja"), Decree(BOOK), *writes("花", "あきら", "まり", "ゆき"), *holds(0, 1, 2, 3))
        assert (result(at)["facts"]["rounds"], view(at, None).stage) == ([], "read")
        at = on(at, Reading(0, "はな"))
        assert names(at) == ["あきら", "花", "まり", "ゆき"]
        assert of_round(at, 1) == [-1, 0, 1, 0]

    def test_kanji_wait_for_nothing_in_other_languages(self):
        at = on(table(), own_back(BOOK, ("花", "Bo", "Cy", "Di")))
        assert names(at) == ["Bo", "Cy", "Di", "花"]

    def test_a_reading_may_be_the_last_thing_known_before_the_draft_is_over(self):
        at = on(table(language="ja"), Decree(BOOK), *writes("花", "あきら", "まり", "ゆき"), Reading(0, "はな"))
        assert names(on(at, declares("kkkk"))) == ["あきら", "花", "まり", "ゆき"]

    def test_a_name_is_compared_by_its_reading(self):
        written = writes("花", "ハナ", "華", "ゆき")
        readings = [Reading(0, "はな"), Reading(2, "ﾊﾅ")]
        at = on(table(language="ja"), Decree((0,) * 4), *written, *readings, *holds(0, 1, 2, 3))
        assert of_round(at, 1) == [-1, -1, -1, 0]

    def test_two_equal_names_with_different_readings_are_two_names(self):
        at = on(table(language="ja"), Decree((0,) * 4), *writes("渉", "渉", "まり", "ゆき"))
        at = on(at, Reading(0, "わたる"), Reading(1, "しょう"), *holds(0, 1, 2, 3))
        assert [card["writer"] for card in scored(at)] == [1, 2, 3, 0]
        assert of_round(at, 1) == [0, 0, 0, 0]

    def test_any_name_may_have_a_reading(self):
        at = on(table(), Decree(BOOK), *writes("Xi", "Bo", "Cy", "Di"), Reading(0, "Shee"), *holds(0, 1, 2, 3))
        assert names(at) == ["Bo", "Cy", "Di", "Xi"]
        at = on(table(), Decree(BOOK), *writes("Xi", "Bo", "Cy", "Di"), Reading(0, "Bu"), *holds(0, 1, 2, 3))
        assert names(at) == ["Bo", "Xi", "Cy", "Di"]

    @pytest.mark.parametrize(("language", "is_offered"), [("zh", False), ("ko-KR", False), ("en", True), ("de", True)])
    def test_kanji_may_be_read_in_any_other_language_but_nobody_asks_in_chinese_and_korean(self, language, is_offered):
        at = on(table(language=language), Decree(BOOK), *writes("花", "Bo"))
        asked = [ask.optional for ask in at.game.asks(at.state, 0) if ask.move == "reading"]
        assert asked == [True] * is_offered
        assert [view(at, seat).may_be_read for seat in (0, 1, 2, None)] == [is_offered, False, False, False]
        at = on(at, writes("花", "Bo", "Cy", "Di")[2:], Reading(0, "Bu"), *holds(0, 1, 2, 3))
        assert names(at) == ["Bo", "花", "Cy", "Di"]

    @pytest.mark.parametrize("same_reading", ["one", "two"])
    def test_one_reading_and_two_spellings_are_one_name_or_two_by_the_house(self, same_reading):
        written = writes("洋子", "陽子", "陽子", "あき")
        readings = [Reading(0, "ようこ"), Reading(1, "ヨウコ"), Reading(2, "ﾖｳｺ")]
        at = on(
            table(language="ja", same_reading=same_reading),
            Decree((0, 1, 2, -2)),
            *written,
            *readings,
            *holds(0, 1, 2, 3),
        )
        if same_reading == "one":
            assert [card["place"] for card in scored(at)] == [1, 2, 2, 2]
            assert of_round(at, 1) == [0, 0, 0, 0]
        else:
            assert [(card["writer"], card["place"]) for card in scored(at)] == [(3, 1), (0, 2), (1, 3), (2, 3)]
            assert of_round(at, 1) == [1, -1, -1, 0]

    def test_two_spellings_of_one_reading_are_offered_as_one_name(self):
        written = [*writes("洋子", "陽子", "Cy", "Di"), Reading(0, "ようこ"), Reading(1, "ヨウコ")]
        at = on(table(language="ja", same_reading="two"), Decree((0,) * 4), *written, *holds(0, 1, 2, 3))
        assert (view(at, None).alike, of_round(at, 1)) == (((0, 1),), [0, 0, 0, 0])
        at = on(at, Same((0, 1)))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    def test_kana_without_a_reading_and_kanji_read_so_are_two_spellings(self):
        written = [*writes("花", "はな", "はな", "Di"), Reading(0, "はな"), Reading(2, "ハナ")]
        at = on(table(language="ja", same_reading="two"), Decree((0,) * 4), *written, *holds(0, 1, 2, 3))
        assert of_round(at, 1) == [0, -1, -1, 0]

    def test_the_reading_goes_with_the_card_into_day_2(self):
        first = [Decree((0,) * 4), *writes("花", *NAMES[1:4]), Reading(0, "Anz"), *holds(0, 1, 2, 3)]
        at = on(table(language="ja"), first, *quiet(3), Decree(BOOK), *chooses(1, 1, 1, 1))
        assert names(at) == ["花", "Ben", "Cleo", "Dan"]


class TestNamesCountedAsOne:  # chapter 11 again: Sean and Shawn
    def test_names_that_sound_alike_are_two_names_until_the_house_says_otherwise(self):
        at = on(table(), own_back(BOOK, ("Sean", "Shawn", "Bob", "Tom")))
        assert of_round(at, 1) == [-1, 1, 0, 0]
        assert view(at, None).alike == ((0, 1),)
        at = on(at, Same((0, 1)))
        assert of_round(at, 1) == [-1, -1, 0, 0]
        assert view(at, None).alike == ()

    def test_the_group_stands_where_its_first_spelling_stands(self):
        at = on(table(), own_back((0, -1, 2, 0), ("Sean", "Bob", "Cleo", "Alan")), Same((0, 1)))
        assert [(card["name"], card["place"], card["icons"]) for card in scored(at)] == [
            *(("Alan", 1, 0), ("Bob", 2, 1), ("Sean", 2, 1), ("Cleo", 4, 0)),
        ]
        assert of_round(at, 1) == [0, 0, 0, 0]

    def test_equal_spellings_join_the_group(self):
        at = on(table(5), own_back((0,) * 5, ("Sean", "Shawn", "sean", "Bob", "Tom")), Same((0, 1)))
        assert of_round(at, 1) == [-1, -1, -1, 0, 0]

    def test_groups_that_share_a_name_become_one(self):
        at = on(table(5), own_back((0,) * 5, ("Jon", "John", "Joan", "Bob", "Tom")), Same((0, 1)), Same((1, 2)))
        assert of_round(at, 1) == [-1, -1, -1, 0, 0]

    def test_groups_that_share_no_name_stay_two(self):
        at = on(table(), own_back((0, 0, 0, 1), ("Ann", "Anne", "Jon", "John")), Same((0, 1)), Same((3, 2)))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    def test_it_holds_for_this_round_alone(self):
        written = own_back((0,) * 4, ("Sean", "Shawn", "Bob", "Tom"))
        at = on(table(), written, Same((0, 1)), written)
        assert of_round(at, 2) == [0, 0, 0, 0]

    def test_it_holds_for_names_chosen_on_day_2(self):
        day_1 = [own_back((0,) * 4, ("Sean", "Shawn", "Bob", "Tom"))] * 4
        at = on(table(), *day_1, Decree((0,) * 4), *chooses(1, 2, 3, 4), Same((1, 0)))
        assert of_round(at, 5) == [-1, -1, 0, 0]

    def test_after_round_4_the_kill_points_are_counted_anew(self):
        written = own_back((0, -1, -1, 2), ("Sean", "Shawn", "Bob", "Tom"))
        at = on(table(), *quiet(3), written)
        assert kills(at) == [1, 1, 0, 0]
        at = on(at, Same((1, 3)))
        assert [(card["name"], card["icons"], card["x"]) for card in scored(at)] == [
            *(("Bob", 0, False), ("Sean", -1, True), ("Shawn", 1, False), ("Tom", 1, False)),
        ]
        assert kills(at) == [1, 0, 0, 0]

    def test_after_round_7_it_is_taken_at_any_time_and_the_winner_follows(self):
        at = on(table(), *quiet(6), Decree((2, -2, 0, 1)), *chooses(4, 4, 4, 4), Adjust(2, "points", -1, "a bet"))
        assert result(at)["winners"] == [0]
        at = on(at, Same((0, 1)))
        assert (of_round(at, 7), result(at)["winners"]) == ([-1, -1, 0, 1], [3])

    def test_it_is_taken_in_the_practice_round(self):
        at = on(table(practice=True), own_back(BOOK, ("Sean", "Shawn", "Bob", "Tom")), Same((0, 1)))
        assert [card["duplicate"] for card in scored(at)] == [False, True, True, False]
        assert result(at)["ledger"] == []
