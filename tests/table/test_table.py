"""A table: lines and corrections of lines, what comes too late, what is waited for."""

import pytest

from companion.games.death_name.moves import Choose, Declare, Decree, Hold, Same, Write
from companion.games.moves import Adjust, Refused, Stop
from companion.table.corrections import as_of, struck
from companion.table.fold import append, open_table
from companion.table.model import Correct, move_of
from companion.table.questions import asks, fits, is_stale, waiting
from companion.table.result import is_closed, result
from companion.table.visibility import visible_move, visible_reading
from tests.support.games.death_name import (
    BOOK,
    DAY_2,
    NAMES,
    OPEN,
    OVER,
    WRITTEN,
    chooses,
    declares,
    holds,
    names,
    on,
    quiet,
    table,
    writes,
)


def bonus(by, seat=0):
    return Adjust(seat, "points", by, "a bet")


def points(at):
    return result(at)["tracks"]["points"]


def correct(*lines):
    return Correct(tuple(lines))


def refused(at, move):
    """The code and the numbers of why `move` does not fit."""
    with pytest.raises(Refused) as caught:
        append(at, move)
    return caught.value.code, caught.value.numbers


def test_a_table_is_laid_for_seats_with_different_names():
    game, options = table().game, table().options
    with pytest.raises(Refused, match="same-seat-names"):
        open_table(game, ["Ann", "Bo", "Ann", "Di"], options)
    with pytest.raises(Refused, match="seats"):
        open_table(game, ["Ann", "Bo", "Cy"], options)


def test_appending_leaves_the_table_before_as_it_was():
    before = on(table(), *OPEN)
    append(before, Write(0, "Bob"))
    append(before, correct((1, None)))
    assert before == on(table(), *OPEN)
    assert len(before.lines) == 1


def test_a_sheet_counts_the_moves_that_stand_by_now_as_of_every_line():
    before = on(table(), *OPEN, bonus(1), bonus(2), bonus(3))
    last = len(before.lines)
    after = append(before, correct((last, None), (last - 1, (bonus(4), bonus(5), bonus(6)))))
    assert after.sheet.moves == sum(map(len, after.sheet)) == before.sheet.moves + 1
    for seen in range(last + 2):
        then = as_of(after, seen).sheet
        assert then.moves == sum(map(len, then))


class Counting:
    """A game that counts how many moves are folded."""

    def __init__(self, game):
        self._game = game
        self.folded = 0

    def __getattr__(self, name):
        return getattr(self._game, name)

    def apply(self, state, move):
        self.folded += 1
        return self._game.apply(state, move)


def counted(*moves):
    """A table of a game that counts, with these lines; and the game, which has counted nothing yet."""
    game = Counting(table().game)
    at = on(open_table(game, table().seats, table().options), *moves)
    game.folded = 0
    return at, game


class TestLongSheets:
    def test_a_correction_folds_from_its_first_line_on(self):
        at, game = counted(*[bonus(1)] * 100)
        at = append(at, correct((90, bonus(5)), (95, None)))
        assert (game.folded, points(at)[0]) == (10, 103)
        append(at, correct((101, None)))
        assert game.folded == 10 + 11

    def test_a_correction_does_not_read_earlier_corrections_again(self):
        at, game = counted(*[bonus(1)] * 50)
        for _ in range(20):
            at = on(at, correct((49, (bonus(1), bonus(2)))))
        game.folded = 0
        append(at, correct((49, bonus(7))))
        assert game.folded == 2

    def test_whether_a_tap_is_stale_folds_no_line_again(self):
        at, game = counted(*OPEN, *[bonus(1)] * 100)
        assert not is_stale(at, len(OPEN), Write(0, "Bob"))
        assert game.folded == 0

    def test_what_was_asked_before_a_correction_is_known_after_it(self):
        opened = on(table(), Decree(BOOK), *writes(*NAMES[:3]))
        at = on(opened, Write(3, "Di"), correct((5, None)), bonus(1), correct((6, None)))
        assert is_stale(at, 6, Write(3, "Dee"))
        assert not is_stale(at, 5, Write(3, "Dee"))

    def test_a_result_is_made_once(self):
        at = on(table(), bonus(1))
        assert result(at) is result(at)
        assert points(on(at, bonus(1)))[0] == 2


class TestCorrections:
    three = (bonus(1), bonus(10), bonus(100))

    def test_a_struck_line_counts_no_more(self):
        assert points(on(table(), *self.three, correct((2, None))))[0] == 101

    def test_an_empty_list_strikes_a_line_too(self):
        assert points(on(table(), *self.three, correct((2, ()))))[0] == 101

    def test_a_line_reads_as_it_was_corrected(self):
        assert points(on(table(), *self.three, correct((2, bonus(20)))))[0] == 121

    def test_a_line_may_read_another_kind_of_move(self):
        at = on(table(), *self.three, correct((3, Decree(BOOK))))
        assert (points(at)[0], result(at)["round"]) == (11, 1)

    def test_forgotten_moves_are_put_in_as_a_list_in_a_lines_place_and_in_its_order(self):
        at = on(table(), Decree(BOOK), Write(1, "Bo"), correct((1, (bonus(5), Decree(BOOK), bonus(7)))))
        assert [(entry["round"], entry["by"]) for entry in result(at)["ledger"]] == [(0, 5), (1, 7)]
        at = on(table(), Decree(BOOK), Write(1, "Bo"), correct((2, (Write(0, "Al"), Write(1, "Bo")))))
        assert waiting(at) == (2, 3)

    def test_line_numbers_never_change(self):
        at = on(table(), *self.three, correct((1, (bonus(1), bonus(2), bonus(3)))), correct((3, None)), bonus(1000))
        assert points(at)[0] == 1016
        assert [line.number for line in at.lines] == [1, 2, 3, 4, 5, 6]
        assert points(on(at, correct((6, None))))[0] == 16

    def test_several_lines_are_corrected_at_one_go(self):
        at = on(table(), *OPEN, *holds(0, 1, 2, 3), *writes(*NAMES[:4]))
        assert refused(at, correct((2, Hold(0, 1))))[0] == "no-longer-fits"
        at = on(at, correct((2, Hold(0, 1)), (3, Hold(1, 0))))
        assert points(at) == [-1, 0, 1, 0]

    def test_the_newest_correction_of_a_line_counts(self):
        at = on(table(), *self.three, correct((2, bonus(20))), correct((2, bonus(30))))
        assert points(at)[0] == 131

    def test_to_strike_a_correction_is_an_undo(self):
        at = on(table(), *self.three, correct((2, bonus(20)), (3, None)), correct((4, None)))
        assert points(at)[0] == 111

    def test_an_undone_correction_gives_way_to_the_one_before_it(self):
        at = on(table(), *self.three, correct((2, bonus(20))), correct((2, bonus(30))), correct((5, None)))
        assert points(at)[0] == 121

    def test_to_strike_an_older_correction_leaves_the_newer_one_standing(self):
        at = on(table(), *self.three, correct((2, bonus(20))), correct((2, bonus(30))), correct((4, None)))
        assert points(at)[0] == 131
        assert points(on(at, correct((5, None))))[0] == 111

    def test_an_undo_can_be_undone_and_so_on(self):
        at = on(table(), *self.three, correct((2, None)))
        seen = []
        for number in range(4, 9):
            at = on(at, correct((number, None)))
            seen.append(points(at)[0])
        assert seen == [111, 101, 111, 101, 111]

    def test_a_correction_and_its_undo_may_stand_in_one_line_with_others(self):
        at = on(table(), *self.three, correct((1, None)), correct((4, None), (2, None)))
        assert points(at)[0] == 101

    def test_it_is_taken_after_the_end_and_who_has_won_follows(self):
        at = on(table(), bonus(3, seat=1), *quiet(7))
        assert result(at)["winners"] == [1]
        assert result(on(at, correct((1, bonus(3, seat=2)))))["winners"] == [2]

    def test_it_can_bring_a_game_back_that_was_over(self):
        at = on(table(), *OVER)
        at = on(at, correct((len(at.lines), None)))
        assert (result(at)["over"], result(at)["outcome"], waiting(at)) == (False, "playing", (3,))
        assert result(on(at, Choose(3, 4)))["over"]

    def test_it_is_taken_after_a_stop_and_can_take_the_stop_back(self):
        at = on(table(), *self.three, Stop(), correct((2, None)))
        assert (points(at)[0], result(at)["outcome"]) == (101, "stopped")
        assert result(on(at, correct((4, None)), Decree(BOOK)))["outcome"] == "playing"

    def test_a_stop_can_be_put_in_where_only_adjusts_follow(self):
        at = on(table(), *self.three, correct((2, Stop())))
        assert (points(at)[0], result(at)["outcome"]) == (101, "stopped")
        assert refused(at, Decree(BOOK)) == ("stopped", {})

    def test_what_the_whole_table_said_stays_on_the_sheet(self):
        at = on(table(), *self.three, correct((2, (bonus(20), bonus(30))), (3, None)))
        assert struck(at) == {2, 3}
        assert move_of(at.lines[1]) == bonus(10)
        assert move_of(at.lines[3]) == correct((2, (bonus(20), bonus(30))), (3, None))
        assert [move["by"] for move in visible_reading(at, 2, None)] == [20, 30]
        assert visible_reading(at, 3, None) == []
        assert visible_move(at, at.lines[3], None)["lines"][1] == [3, None]


class TestRefusedCorrections:
    def test_one_that_names_a_line_twice(self):
        assert refused(on(table(), *OPEN), correct((1, None), (1, Decree(BOOK)))) == ("line-twice", {})

    @pytest.mark.parametrize("line", [-1, 0, 3, 4, 2**53])
    def test_one_of_a_line_that_is_not_an_earlier_one(self, line):
        at = on(table(), *OPEN, Write(0, "Bob"))
        assert refused(at, correct((line, None))) == ("no-such-line", {"line": line})
        assert refused(table(), correct((line, None))) == ("no-such-line", {"line": line})

    def test_one_that_would_have_a_correction_read_otherwise(self):
        at = on(table(), bonus(1), correct((1, None)))
        assert refused(at, correct((2, bonus(2)))) == ("strike-only", {"line": 2})
        assert refused(at, correct((2, (bonus(2),)))) == ("strike-only", {"line": 2})

    def test_one_after_which_a_later_line_no_longer_fits_names_the_first_such_line_and_why(self):
        at = on(table(), *WRITTEN, Declare(2, "keep"), Declare(3, "keep"))
        code, numbers = refused(at, correct((5, None)))
        assert (code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", 6, "not-all-written")

    def test_one_whose_own_reading_does_not_fit_names_the_corrected_line(self):
        at = on(table(), *WRITTEN)
        code, numbers = refused(at, correct((3, Write(0, "Al"))))
        assert (code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", 3, "reported")

    def test_one_that_puts_in_something_that_does_not_fit_names_the_line_it_was_put_in(self):
        at = on(table(), *WRITTEN)
        code, numbers = refused(at, correct((5, (Write(3, "Di"), Hold(0, 1), Declare(0, "keep")))))
        assert (code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", 5, "by-hand")

    def test_one_that_undoes_what_later_lines_rest_on(self):
        at = on(table(), *WRITTEN[:-1], correct((4, (Write(2, "Cy"), Write(3, "Di")))), Declare(0, "keep"))
        code, numbers = refused(at, correct((5, None)))
        assert (code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", 6, "not-all-written")
        assert result(on(at, correct((5, None), (6, None))))["round"] == 1

    def test_one_that_ends_the_game_before_it_was_stopped(self):
        at = on(table(), *OVER)
        at = on(at, correct((len(at.lines), None)), Stop())
        code, numbers = refused(at, correct((len(at.lines) - 1, None)))
        assert (code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", len(at.lines), "over")

    def test_a_stop_put_in_before_lines_that_go_on(self):
        at = on(table(), bonus(1), *OPEN)
        code, numbers = refused(at, correct((1, Stop())))
        assert (code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", 2, "stopped")

    def test_a_refused_one_changes_nothing(self):
        at = on(table(), *WRITTEN)
        refused(at, correct((1, None)))
        assert at == on(table(), *WRITTEN)
        assert len(on(at, Declare(0, "keep")).lines) == 6


class TestBrokenOff:
    def test_only_adjusts_and_corrections_are_taken(self):
        at = on(table(), *WRITTEN, Stop(), bonus(4))
        assert points(at) == [4, 0, 0, 0]
        for move in (Declare(0, "keep"), Decree(BOOK), Same((0, 1)), Stop()):
            assert refused(at, move) == ("stopped", {})

    def test_it_is_closed_and_nothing_is_asked(self):
        at = on(table(), *OPEN, Stop())
        assert is_closed(at)
        assert (asks(at, 0), waiting(at)) == ((), ())

    def test_a_table_is_closed_when_the_game_is_over_too(self):
        assert not is_closed(on(table(), *quiet(6)))
        assert is_closed(on(table(), *OVER))


class TestStale:
    def test_who_saw_the_newest_line_is_never_late(self):
        at = on(table(), *OPEN)
        assert not is_stale(at, 1, Write(0, "Bob"))
        assert not is_stale(at, 1, Decree(BOOK))

    def test_nobody_has_seen_a_line_that_is_not_there(self):
        assert is_stale(on(table(), *OPEN), 2, Write(0, "Bob"))

    def test_a_tap_whose_question_still_stands_is_taken_whatever_others_reported(self):
        at = on(table(), *OPEN, Write(1, "Bo"), Write(2, "Cy"), bonus(1))
        assert not is_stale(at, 1, Write(0, "Bob"))

    def test_a_tap_whose_question_was_answered_since_is_late(self):
        at = on(table(), *OPEN, Write(0, "Bob"))
        assert is_stale(at, 1, Write(0, "Bert"))

    def test_a_declaration_for_the_last_declaring_is_late_in_the_next(self):
        at = on(table(), *WRITTEN, *declares("pppp"))
        assert fits(at, Declare(0, "keep"))
        assert is_stale(at, 5, Declare(0, "keep"))
        assert not is_stale(at, 9, Declare(0, "keep"))

    def test_a_tap_from_before_its_question_was_asked_is_late(self):
        """Ann, who has declared, saw line 8; since line 9 she is asked again, about a card that she has not seen."""
        at = on(table(), *WRITTEN, *declares("pppp"))
        assert is_stale(at, 8, Declare(0, "keep"))

    def test_of_two_decrees_reported_at_once_the_second_is_late(self):
        assert is_stale(on(table(), Decree(BOOK)), 0, Decree(BOOK))

    def test_a_decree_reported_a_round_ago_is_late(self):
        at = on(table(), *quiet(1))
        assert fits(at, Decree(BOOK))
        assert is_stale(at, 0, Decree(BOOK))

    def test_a_tap_is_late_when_its_question_is_gone(self):
        at = on(table(), *quiet(1))
        seen = len(at.lines)
        assert is_stale(on(at, Decree(BOOK)), seen, Same((0, 1)))
        written = on(table(), *WRITTEN)
        assert is_stale(on(written, Declare(1, "keep")), 5, Hold(0, 0))
        assert is_stale(on(written, Hold(1, 0)), 5, Declare(0, "keep"))

    def test_a_tap_that_still_fits_a_question_grown_narrower_is_taken(self):
        at = on(table(), *OPEN, Hold(0, 2))
        assert not is_stale(at, 1, Hold(1, 3))
        assert is_stale(at, 1, Hold(1, 2))

    def test_a_tap_is_late_when_the_table_has_broken_off_or_the_game_is_over(self):
        assert is_stale(on(table(), *OPEN, Stop()), 1, Write(0, "Bob"))
        at = on(table(), *quiet(6), Decree(BOOK), *chooses(4, 4, 4, 4))
        assert is_stale(at, len(at.lines) - 1, Choose(3, 4))

    def test_what_never_fitted_is_not_late_but_wrong(self):
        at = on(table(), *DAY_2, *chooses(1, 1, 1, 1), Decree(BOOK), Choose(1, 2))
        assert not is_stale(at, len(at.lines) - 1, Choose(0, 1))
        assert not is_stale(on(table(), *OPEN, Write(1, "Bo")), 1, Write(9, "Bob"))
        assert not is_stale(on(table(), *OPEN, Write(1, "Bo")), 1, Declare(0, "keep"))

    def test_an_adjust_is_never_late(self):
        at = on(table(), bonus(1), *OVER, bonus(1))
        assert not is_stale(at, 0, bonus(1))

    def test_a_correction_is_late_when_the_same_line_was_corrected_since(self):
        at = on(table(), bonus(1), bonus(2), correct((1, None)))
        assert is_stale(at, 2, correct((1, bonus(5))))
        assert is_stale(at, 2, correct((2, None), (1, bonus(5))))
        assert not is_stale(at, 2, correct((2, bonus(5))))
        assert not is_stale(at, 3, correct((1, bonus(5))))

    def test_an_undo_is_late_when_the_correction_was_undone_since(self):
        at = on(table(), bonus(1), correct((1, None)), correct((2, None)))
        assert is_stale(at, 2, correct((2, None)))

    def test_a_correction_is_not_late_because_of_other_lines(self):
        at = on(table(), bonus(1), *WRITTEN, Declare(0, "keep"))
        assert not is_stale(at, 1, correct((1, bonus(5))))

    def test_a_name_written_before_a_correction_gave_the_question_again_is_taken(self):
        at = on(table(), *OPEN, Write(1, "Bo"), correct((2, None)))
        assert not is_stale(at, 1, Write(0, "Bob"))


def test_who_is_waited_for_is_asked_something_that_must_be_answered():
    at = on(table(), *OPEN, Write(1, "Bo"), Write(3, "Di"))
    assert waiting(at) == (0, 2)
    assert waiting(table()) == (0, 1, 2, 3)
    assert names(on(at, Write(0, "Al"), Write(2, "Cy"), declares("kkkk"))) == ["Al", "Bo", "Cy", "Di"]
