"""A table: lines and corrections of lines, what comes too late, what is waited for."""

import pytest

from companion.games.death_name.moves import Choose, Declare, Decree, Hold, Same, Write
from companion.games.moves import Adjust, Refused, Stop
from companion.table.corrections import struck
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


THREE = (bonus(1), bonus(10), bonus(100))
TWICE = (correct((2, bonus(20))), correct((2, bonus(30))))
READINGS = {
    "a struck line counts no more": ([correct((2, None))], 101),
    "an empty list strikes a line too": ([correct((2, ()))], 101),
    "a line reads as it was corrected": ([correct((2, bonus(20)))], 121),
    "a line may read another kind of move": ([correct((3, Decree(BOOK)))], 11),
    "line numbers never change": ([correct((1, THREE)), correct((3, None)), bonus(1000), correct((6, None))], 121),
    "the newest correction of a line counts": (TWICE, 131),
    "to strike a correction is an undo": ([correct((2, bonus(20)), (3, None)), correct((4, None))], 111),
    "an undone correction gives way to the one before it": ([*TWICE, correct((5, None))], 121),
    "to strike an older correction leaves the newer one standing": ([*TWICE, correct((4, None))], 131),
    "with both struck the line stands as it was": ([*TWICE, correct((4, None)), correct((5, None))], 111),
    "an undo may be undone": ([correct((2, None)), correct((4, None)), correct((5, None))], 101),
    "and that, too": ([correct((2, None)), correct((4, None)), correct((5, None)), correct((6, None))], 111),
    "an undo may stand in one line with others": ([correct((1, None)), correct((4, None), (2, None))], 101),
    "it is taken after a stop": ([Stop(), correct((2, None))], 101),
}


class TestCorrections:
    three = THREE

    @pytest.mark.parametrize("name", READINGS)
    def test_what_three_lines_add_up_to(self, name):
        lines, total = READINGS[name]
        at = on(table(), *THREE, *lines)
        assert points(at)[0] == total
        assert [line.number for line in at.lines] == [*range(1, len(lines) + 4)]

    def test_forgotten_moves_are_put_in_as_a_list_in_a_lines_place_and_in_its_order(self):
        at = on(table(), Decree(BOOK), Write(1, "Bo"), correct((1, (bonus(5), Decree(BOOK), bonus(7)))))
        assert [(entry["round"], entry["by"]) for entry in result(at)["ledger"]] == [(0, 5), (1, 7)]
        at = on(table(), Decree(BOOK), Write(1, "Bo"), correct((2, (Write(0, "Al"), Write(1, "Bo")))))
        assert waiting(at) == (2, 3)

    def test_several_lines_are_corrected_at_one_go(self):
        at = on(table(), *OPEN, *holds(0, 1, 2, 3), *writes(*NAMES[:4]))
        assert refused(at, correct((2, Hold(0, 1))))[0] == "no-longer-fits"
        at = on(at, correct((2, Hold(0, 1)), (3, Hold(1, 0))))
        assert points(at) == [-1, 0, 1, 0]

    def test_it_is_taken_after_the_end_and_who_has_won_follows(self):
        at = on(table(), bonus(3, seat=1), *quiet(7))
        assert result(at)["winners"] == [1]
        assert result(on(at, correct((1, bonus(3, seat=2)))))["winners"] == [2]

    def test_it_can_bring_a_game_back_that_was_over(self):
        at = on(table(), *OVER)
        at = on(at, correct((len(at.lines), None)))
        assert (result(at)["over"], result(at)["outcome"], waiting(at)) == (False, "playing", (3,))
        assert result(on(at, Choose(3, 4)))["over"]

    def test_it_can_take_a_stop_back(self):
        at = on(table(), *self.three, Stop(), correct((2, None)))
        assert result(at)["outcome"] == "stopped"
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


OTHERS = [*OPEN, Write(1, "Bo"), Write(2, "Cy"), bonus(1)]
PASSED = [*WRITTEN, *declares("pppp")]
ENDED = [*quiet(6), Decree(BOOK), *chooses(4, 4, 4, 4)]
REPEATED = [*DAY_2, *chooses(1, 1, 1, 1), Decree(BOOK), Choose(1, 2)]
IN_TIME = {  # lines, the one that was seen (-1: the last but one), and what is reported
    "who saw the newest line": (OPEN, 1, Write(0, "Bob")),
    "who saw it, though it is refused": (OPEN, 1, Decree(BOOK)),
    "a tap whose question still stands, whatever others reported": (OTHERS, 1, Write(0, "Bob")),
    "a declaration for this declaring": (PASSED, 9, Declare(0, "keep")),
    "a tap that still fits a question grown narrower": ([*OPEN, Hold(0, 2)], 1, Hold(1, 3)),
    "a card that was used before": (REPEATED, -1, Choose(0, 1)),
    "a seat that is not there": ([*OPEN, Write(1, "Bo")], 1, Write(9, "Bob")),
    "what was never asked": ([*OPEN, Write(1, "Bo")], 1, Declare(0, "keep")),
    "an adjust": ([bonus(1), *OVER, bonus(1)], 0, bonus(1)),
    "a correction of another line": ([bonus(1), bonus(2), correct((1, None))], 2, correct((2, bonus(5)))),
    "a correction of a correction that was seen": ([bonus(1), bonus(2), correct((1, None))], 3, correct((1, bonus(5)))),
    "a correction, whatever was reported": ([bonus(1), *WRITTEN, Declare(0, "keep")], 1, correct((1, bonus(5)))),
    "a question that a correction gave again": ([*OPEN, Write(1, "Bo"), correct((2, None))], 1, Write(0, "Bob")),
}
LATE = {
    "a line that is not there": (OPEN, 2, Write(0, "Bob")),
    "a question that was answered": ([*OPEN, Write(0, "Bob")], 1, Write(0, "Bert")),
    "a declaration for the last declaring": (PASSED, 5, Declare(0, "keep")),
    "before the question was asked: of a card that nobody had seen then": (PASSED, 8, Declare(0, "keep")),
    "the second of two decrees at once": ([Decree(BOOK)], 0, Decree(BOOK)),
    "a decree of a round ago": (quiet(1), 0, Decree(BOOK)),
    "a question that is gone": ([*quiet(1), Decree(BOOK)], -1, Same((0, 1))),
    "a hand, while cards are passed": ([*WRITTEN, Declare(1, "keep")], 5, Hold(0, 0)),
    "a pass, where hands are told": ([*WRITTEN, Hold(1, 0)], 5, Declare(0, "keep")),
    "a question grown narrower": ([*OPEN, Hold(0, 2)], 1, Hold(1, 2)),
    "a table that has broken off": ([*OPEN, Stop()], 1, Write(0, "Bob")),
    "a game that is over": (ENDED, -1, Choose(3, 4)),
    "a line that was corrected": ([bonus(1), bonus(2), correct((1, None))], 2, correct((1, bonus(5)))),
    "one such among others": ([bonus(1), bonus(2), correct((1, None))], 2, correct((2, None), (1, bonus(5)))),
    "an undo that was undone": ([bonus(1), correct((1, None)), correct((2, None))], 2, correct((2, None))),
}


@pytest.mark.parametrize("name", [*IN_TIME, *LATE])
def test_a_tap_is_late_once_its_question_is_answered_gone_or_another(name):
    lines, seen, move = (IN_TIME | LATE)[name]
    at = on(table(), *lines)
    assert is_stale(at, seen + len(at.lines) if seen < 0 else seen, move) == (name in LATE)


def test_what_is_late_may_fit_all_the_same():
    assert fits(on(table(), *PASSED), Declare(0, "keep"))
    assert fits(on(table(), *quiet(1)), Decree(BOOK))


def test_who_is_waited_for_is_asked_something_that_must_be_answered():
    at = on(table(), *OPEN, Write(1, "Bo"), Write(3, "Di"))
    assert waiting(at) == (0, 2)
    assert waiting(table()) == (0, 1, 2, 3)
    assert names(on(at, Write(0, "Al"), Write(2, "Cy"), declares("kkkk"))) == ["Al", "Bo", "Cy", "Di"]
