"""DEATH Name: a ruling that names are one is about their spellings, not about the seats that wrote them."""

import pytest

from companion.games.death_name.moves import Decree, Reading, Same, Write
from companion.games.moves import Refused
from companion.table.corrections import as_of
from companion.table.model import Correct
from companion.table.record import dump, read
from companion.table.result import result
from companion.table.strict_json import parse
from companion.table.visibility import view
from tests.support.games.death_name import BOOK, chooses, of_round, on, own_back, quiet, table, writes
from tests.support.games.death_name import holds as hands

SEAN = ("Sean", "Shawn", "Uma", "Zoe")
RULED = [*own_back((0,) * 4, SEAN), Same((0, 1))]
LINE = len(RULED)  # of the ruling; a seat's name stands in line 2 + seat


def corrects(*lines):
    return Correct(tuple(lines))


def named(seat, name):
    """The correction by which a seat wrote something else in round 1."""
    return corrects((2 + seat, Write(seat, name)))


def apart(at):
    """The seats that may be put together with another."""
    (ask,) = [ask for ask in at.game.asks(at.state, 0) if ask.move == "same"]
    return ask.choices["seats"]


class TestASpellingThatIsCorrected:
    def test_it_falls_out_and_the_others_stand_as_they_are_spelt(self):
        at = on(table(), Decree((-1, -1, 0, 2)), *writes(*SEAN), *hands(3, 0, 1, 2), Same((0, 1)))
        assert result(at)["totals"] == [1, -3, -2, 0]
        at = on(at, named(1, "Yan"))
        assert result(at)["totals"] == [2, -1, 0, -1]

    def test_a_correction_of_another_name_or_of_case_and_spaces_changes_nothing_of_it(self):
        for correction in (named(2, "Uta"), named(1, " SHAWN "), named(1, "Ｓｈａｗｎ")):
            assert of_round(on(table(), RULED, correction), 1) == [-1, -1, 0, 0]

    def test_it_holds_again_once_the_spelling_is_back(self):
        away = on(table(), RULED, named(1, "Yan"))
        assert of_round(away, 1) == [0, 0, 0, 0]
        assert of_round(on(away, named(1, "shawn")), 1) == [-1, -1, 0, 0]
        assert of_round(on(away, corrects((LINE + 1, None))), 1) == [-1, -1, 0, 0]

    def test_whoever_turns_out_to_have_written_one_of_them_is_of_the_group(self):
        at = on(table(), RULED, named(2, "Shawn"))
        assert of_round(at, 1) == [-1, -1, -1, 0]
        assert of_round(on(at, named(1, "Yan")), 1) == [-1, 0, -1, 0]

    def test_one_of_three_falls_out_and_two_stay(self):
        at = on(table(), own_back((0,) * 4, ("Jon", "John", "Joan", "Bob")), Same((0, 1, 2)), named(2, "Zed"))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    def test_two_rulings_chain_by_a_spelling_that_is_there_alone(self):
        chained = [*own_back((0,) * 4, ("Jon", "John", "Joan", "Bob")), Same((0, 1)), Same((1, 2))]
        assert of_round(on(table(), chained), 1) == [-1, -1, -1, 0]
        assert of_round(on(table(), chained, named(1, "Zed")), 1) == [0, 0, 0, 0]

    def test_a_reading_is_a_spelling_too(self):
        written = [Decree((0,) * 4), *writes("花", "はる", "まり", "ゆき"), Reading(0, "はな"), *hands(0, 1, 2, 3)]
        at = on(table(language="ja"), written, Same((0, 1)))
        assert of_round(at, 1) == [-1, -1, 0, 0]
        assert of_round(on(at, corrects((6, Reading(0, "か")))), 1) == [0, 0, 0, 0]

    def test_so_does_a_name_of_day_2_that_was_another_round_s(self):
        day_1 = [own_back((0,) * 4, SEAN), own_back((0,) * 4, ("Abe", "Bob", "Cal", "Dot")), *quiet(4)[2:]]
        chosen = on(table(), *day_1, Decree((0,) * 4), *chooses(1, 1, 1, 1), Same((0, 1)))
        assert of_round(chosen, 5) == [-1, -1, 0, 0]
        last = len(chosen.lines)
        again = on(chosen, corrects((last - 3, chooses(1, 2)[1])))
        assert of_round(again, 5) == [0, 0, 0, 0]
        assert of_round(on(chosen, named(0, "Yan")), 5) == [0, 0, 0, 0]

    def test_after_round_4_the_kill_points_follow(self):
        last = own_back((0, -1, -1, 2), ("Sean", "Shawn", "Bob", "Tom"))
        at = on(table(), *quiet(3), last, Same((1, 3)))
        assert result(at)["tracks"]["kill_points"] == [1, 0, 0, 0]
        name = len(at.lines) - 5
        assert result(on(at, corrects((name, Write(3, "Tim")))))["tracks"]["kill_points"] == [1, 1, 0, 0]


class TestWhenItWasReported:
    def test_what_was_corrected_before_is_part_of_it(self):
        at = on(table(), own_back((0,) * 4, SEAN), named(1, "Yan"), Same((0, 1)))
        assert of_round(at, 1) == [-1, -1, 0, 0]
        assert of_round(on(at, corrects((LINE, None))), 1) == [0, 0, 0, 0], "Shawn again"

    def test_a_correction_puts_it_there_with_what_is_written_by_then(self):
        at = on(table(), RULED, named(1, "Yan"), corrects((LINE, Same((0, 1)))))
        assert of_round(at, 1) == [-1, -1, 0, 0]
        at = on(at, named(1, "Zed"))
        assert of_round(at, 1) == [0, 0, 0, 0]

    def test_one_correction_of_name_and_ruling_means_the_name_that_it_gives(self):
        at = on(table(), RULED, corrects((3, Write(1, "Yan")), (LINE, Same((0, 1)))))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    def test_a_strike_that_is_struck_brings_back_what_it_meant_then(self):
        at = on(table(), RULED, corrects((LINE, None)), named(1, "Yan"), corrects((LINE + 1, None)))
        assert of_round(at, 1) == [0, 0, 0, 0]
        assert of_round(on(at, named(1, "Shawn")), 1) == [-1, -1, 0, 0]

    def test_a_correction_that_is_struck_leaves_what_the_one_before_it_meant(self):
        at = on(table(), RULED, named(1, "Yan"), corrects((LINE, Same((0, 1)))), named(1, "Zed"))
        at = on(at, corrects((LINE, Same((0, 1)))))
        assert of_round(at, 1) == [-1, -1, 0, 0]
        at = on(at, corrects((len(at.lines), None)))
        assert of_round(at, 1) == [0, 0, 0, 0], "it is about Sean and Yan again"
        assert of_round(on(at, named(1, "Yan")), 1) == [-1, -1, 0, 0]

    def test_a_record_of_it_replays_to_the_same(self):
        at = on(table(), RULED, named(1, "Yan"), Same((0, 1)), named(0, "Ian"), named(1, "Zed"), named(0, "Sean"))
        assert read(parse(dump(at))).table == at

    def test_a_ruling_that_would_be_there_twice_is_in_the_way_of_the_old_spelling(self):
        at = on(table(), RULED, named(1, "Yan"), Same((0, 1)))
        with pytest.raises(Refused, match="no-longer-fits"):
            on(at, named(1, "Shawn"))
        at = on(at, corrects((3, Write(1, "Shawn")), (LINE + 2, None)))
        assert of_round(at, 1) == [-1, -1, 0, 0]

    def test_the_table_as_it_was_knows_nothing_of_later_corrections(self):
        at = on(table(), RULED, named(1, "Yan"), corrects((LINE, Same((0, 1)))))
        for seen in range(LINE, len(at.lines) + 1):
            costs = -1 if seen != LINE + 1 else 0
            assert of_round(as_of(at, seen), 1) == [costs, costs, 0, 0], seen


class TestRulingAnew:
    def test_the_same_seats_may_be_ruled_on_once_one_has_fallen_out(self):
        at = on(table(), RULED)
        assert apart(at) == [0, 2, 3]
        with pytest.raises(Refused, match="reported"):
            on(at, Same((1, 0)))
        at = on(at, named(1, "Yan"))
        assert apart(at) == [0, 1, 2, 3]
        at = on(at, Same((1, 0)))
        assert (of_round(at, 1), apart(at)) == ([-1, -1, 0, 0], [0, 2, 3])

    def test_the_pair_is_offered_anew_though_it_does_not_sound_alike(self):
        at = on(table(), RULED)
        assert view(at, None).alike == ()
        assert view(on(at, named(1, "Yan")), None).alike == ((0, 1),)

    def test_a_third_that_sounds_like_a_group_is_offered_with_it(self):
        at = on(table(), own_back((0,) * 4, ("Jon", "John", "Joan", "Bob")), Same((0, 1)))
        assert view(at, None).alike == ((2, 1),)
        assert view(on(at, Same((2, 1))), None).alike == ()

    def test_what_was_ruled_on_day_1_is_marked_on_day_2_by_its_spellings(self):
        day_1 = [
            own_back((0,) * 4, SEAN),
            Same((0, 1)),
            own_back((0,) * 4, ("shawn", "Bob", "Cal", "Sean")),
            *quiet(4)[2:],
        ]
        at = on(table(), *day_1, Decree(BOOK), *chooses(2, 2, 1, 2))
        assert view(at, None).ruled == (0, 3)
        assert view(on(at, Same((0, 3))), None).ruled == ()

    def test_equal_spellings_alone_are_no_ruling_of_day_2(self):
        day_1 = [
            own_back((0,) * 4, SEAN),
            Same((0, 1)),
            own_back((0,) * 4, ("Abe", "Sean", "Cal", "Dot")),
            *quiet(4)[2:],
        ]
        at = on(table(), *day_1, Decree(BOOK), *chooses(1, 2, 1, 1))
        assert view(at, None).ruled == ()

    def test_everybody_sees_what_fell_out_of_which_ruling(self):
        at = on(table(), RULED)
        assert [(ruling.round, ruling.names, ruling.instead) for ruling in view(at, 2).rulings] == [
            (1, ("Sean", "Shawn"), ())
        ]
        at = on(at, named(1, "Yan"))
        assert [(ruling.round, ruling.names, ruling.instead) for ruling in view(at, 2).rulings] == [
            (1, ("Sean", "Shawn"), ("Yan",))
        ]
