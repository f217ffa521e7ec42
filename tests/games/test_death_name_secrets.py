"""DEATH Name: a name is known to its writer and holder, a declaration or a choice to its seat, until all learn it."""

import json

import pytest

from companion.games.death_name.moves import Choose, Declare, Decree, Hold, Reading, Write
from companion.games.moves import Stop
from companion.table.model import Correct
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.visibility import secrets_open, view, visible_move, visible_reading
from tests.support.games.death_name import (
    BOOK,
    DAY_2,
    NAMES,
    WRITTEN,
    declares,
    holds,
    on,
    quiet,
    table,
    writes,
)


def who_can_tell(one, other):
    """The viewers to whom two worlds look different: seats, and None (the tablet, the host, whoever watches)."""
    viewers = [None, *range(len(one.seats))]
    return {viewer for viewer in viewers if _seen(one, viewer) != _seen(other, viewer)}


def _seen(at, viewer):
    lines = [visible_move(at, line, viewer) for line in at.lines]
    sheet = [visible_reading(at, line.number, viewer) for line in at.lines]
    asked = () if viewer is None else asks(at, viewer)
    return view(at, viewer), lines, sheet, asked, waiting(at), result(at)


EVERYBODY = {None, 0, 1, 2, 3}


class TestSecretNames:
    def worlds(self, *moves, before=(), **options):
        """Two tables where Ann wrote another name."""
        return [on(table(**options), *before, Decree(BOOK), Write(0, name), *moves) for name in ("Bob", "Bert")]

    others = (Write(1, "Chris"), Write(2, "Dora"), Write(3, "Ethan"))

    def test_while_names_are_written_only_the_writer_knows(self):
        assert who_can_tell(*self.worlds()) == {0}
        assert who_can_tell(*self.worlds(*self.others[:2])) == {0}

    @pytest.mark.parametrize(("rounds", "neighbour"), [(0, 1), (1, 3), (2, 1), (3, 3)])
    def test_once_all_have_written_the_neighbour_in_passing_direction_knows_too(self, rounds, neighbour):
        worlds = self.worlds(*self.others, before=quiet(rounds))
        assert who_can_tell(*worlds) == {0, neighbour}
        hand = view(worlds[0], neighbour).hand
        assert (hand.writer, hand.name) == (0, "Bob")
        assert view(worlds[0], 0).own == "Bob"

    def test_after_each_pass_whoever_holds_the_card_knows(self):
        passed = [*self.others, *declares("pppp")]
        assert who_can_tell(*self.worlds(*passed)) == {0, 2}
        assert who_can_tell(*self.worlds(*passed, *declares("pppp"))) == {0, 3}

    def test_a_keeper_goes_on_seeing_the_card(self):
        assert who_can_tell(*self.worlds(*self.others, *declares("pkpp"))) == {0, 1}

    def test_by_hand_whoever_holds_the_card_knows(self):
        assert who_can_tell(*self.worlds(Hold(2, 0))) == {0, 2}
        assert who_can_tell(*self.worlds(Hold(2, 1))) == {0}

    def test_a_card_said_to_be_held_before_it_was_written_is_read_when_it_is(self):
        worlds = [on(table(), Decree(BOOK), Hold(2, 0), Write(0, name)) for name in ("Bob", "Bert")]
        assert who_can_tell(*worlds) == {0, 2}

    def test_once_the_round_is_scored_everybody_knows(self):
        assert who_can_tell(*self.worlds(*self.others, *declares("kkkk"))) == EVERYBODY
        assert not secrets_open(self.worlds(*self.others, *declares("kkkk"))[0])

    def test_after_a_stop_secrets_stay_closed(self):
        assert who_can_tell(*self.worlds(*self.others[:2], Stop())) == {0}
        assert secrets_open(self.worlds(Stop())[0])

    def test_names_of_the_practice_round_are_secret_too(self):
        assert who_can_tell(*self.worlds(practice=True)) == {0}
        assert who_can_tell(*self.worlds(*self.others, *declares("kkkk"), practice=True)) == EVERYBODY

    def test_an_open_name_stands_nowhere_in_the_result(self):
        told = json.dumps(result(on(table(), *WRITTEN, *declares("ppp"))))
        assert not [name for name in NAMES if name in told]

    def test_a_reading_is_as_secret_as_its_name(self):
        worlds = [on(table(), *WRITTEN, Reading(0, reading)) for reading in ("Eda", "Ida")]
        assert {0} <= who_can_tell(*worlds) <= {0, 1}
        assert who_can_tell(*(on(world, *declares("kkkk")) for world in worlds)) == EVERYBODY

    def test_nobody_is_told_whose_name_is_in_kanji_before_it_is_all_that_is_missing(self):
        one, other = (
            on(table(language="ja"), Decree(BOOK), *writes(*names, "まり", "ゆき"))
            for names in (("花", "あきら"), ("はな", "明"))
        )
        for said in ("", "kkk"):
            assert who_can_tell(on(one, *declares(said)), on(other, *declares(said))) <= {0, 1, 2}

    def test_that_a_name_lacks_its_reading_is_known_to_its_writer_alone(self):
        written = [[Decree(BOOK), *writes(name, "あきら", "まり", "ゆき"), *declares("kkk")] for name in ("花", "はな")]
        worlds = [on(table(language="ja"), *moves) for moves in written]
        assert who_can_tell(*worlds) == {0, 1}
        assert [view(worlds[0], seat).needs_reading for seat in (0, 1, 2, None)] == [True, False, False, False]

    def test_a_name_that_was_put_in_by_a_correction_keeps_the_record_closed(self):
        at = on(table(), Decree(BOOK), Correct(((1, (Decree(BOOK), Write(0, "Bob"))),)))
        assert secrets_open(at)
        assert not secrets_open(on(at, *self.others, *declares("kkkk")))

    def test_a_secret_name_stays_secret_in_a_correction(self):
        correct = [Correct(((2, Write(0, name)),)) for name in ("Bob", "Bert")]
        worlds = [on(table(), Decree(BOOK), Write(0, "Al"), each) for each in correct]
        assert who_can_tell(*worlds) == {0}
        assert who_can_tell(*(on(world, *self.others, *declares("kkkk")) for world in worlds)) == EVERYBODY

    def test_a_name_that_was_struck_stays_secret_while_the_round_is_open(self):
        worlds = [
            on(table(), Decree(BOOK), Write(0, name), Correct(((2, Write(0, "Al")),))) for name in ("Bob", "Bert")
        ]
        assert who_can_tell(*worlds) == {0}

    def test_a_name_stays_secret_when_it_is_struck_with_its_whole_round(self):
        worlds = self.worlds(before=quiet(1))
        last = len(worlds[0].lines)
        struck = [on(world, Correct(((last - 1, None), (last, None)))) for world in worlds]
        assert who_can_tell(*struck) == {0}
        again = [Decree(BOOK), *writes(*NAMES[:4]), *declares("kkkk")]
        assert who_can_tell(*(on(world, *again) for world in struck)) == EVERYBODY

    def test_a_name_stays_secret_when_a_forgotten_round_is_put_in_before_it(self):
        forgotten = (Decree(BOOK), *writes("Max", "Moe", "Meg", "Mia"), *holds(0, 1, 2, 3), Decree(BOOK))
        worlds = self.worlds(*self.others[:2], Correct(((1, forgotten),)))
        assert result(worlds[0])["round"] == 2
        assert who_can_tell(*worlds) == {0}
        assert secrets_open(worlds[0])


class TestSecretDeclarations:
    def worlds(self, *moves, before=()):
        """Two tables where Ann declared something else."""
        return [on(table(), *WRITTEN, *before, Declare(0, choice), *moves) for choice in ("keep", "pass")]

    def test_nobody_learns_a_declaration_before_all_have_declared(self):
        assert who_can_tell(*self.worlds()) == {0}
        assert who_can_tell(*self.worlds(*declares(".kp"))) == {0}
        assert who_can_tell(*self.worlds(*declares(".pp"))) == {0}

    def test_all_learn_it_together(self):
        worlds = [on(world, Declare(3, "pass")) for world in self.worlds(*declares(".pp"))]
        assert who_can_tell(*worlds) == EVERYBODY
        assert [view(world, None).steps[0][0] for world in worlds] == ["keep", "pass"]
        assert [visible_move(world, world.lines[5], None)["choice"] for world in worlds] == ["keep", "pass"]

    def test_nor_in_a_later_declaring(self):
        assert who_can_tell(*self.worlds(before=declares("ppkp"))) == {0}
        assert who_can_tell(*self.worlds(Declare(1, "pass"), before=declares("ppkp"))) == {0}

    def test_that_somebody_has_declared_is_seen_by_all(self):
        at = on(table(), *WRITTEN, Declare(2, "keep"))
        assert view(at, None).declared == (False, False, True, False)
        assert waiting(at) == (0, 1, 3)

    def test_a_declaration_that_was_struck_is_no_secret_once_the_round_is_scored(self):
        at = on(table(), *WRITTEN, Declare(0, "keep"), Correct(((6, None),)), *holds(0, 1, 2, 3))
        assert result(at)["facts"]["rounds"]
        assert not secrets_open(at)

    def test_a_declaration_of_a_draft_that_turned_out_shorter_is_no_secret_once_the_round_is_scored(self):
        at = on(table(), *WRITTEN, *declares("ppkk"), Declare(0, "keep"))
        keeps = tuple(declares("kkkk"))
        at = on(at, Correct(((10, None), *((line, keeps[line - 6]) for line in range(6, 10)))))
        assert result(at)["facts"]["rounds"]
        assert not secrets_open(at)


class TestSecretChoices:
    def worlds(self, *moves):
        """Two tables where Ann picked another card."""
        return [on(table(), *DAY_2, Choose(0, number), *moves) for number in (1, 2)]

    def test_nobody_learns_a_choice_before_all_have_chosen(self):
        assert who_can_tell(*self.worlds()) == {0}
        assert who_can_tell(*self.worlds(Choose(1, 1), Choose(2, 1))) == {0}
        assert [view(world, 0).pick for world in self.worlds()] == [1, 2]

    def test_all_learn_it_together(self):
        assert who_can_tell(*self.worlds(Choose(1, 1), Choose(2, 1), Choose(3, 1))) == EVERYBODY

    def test_that_somebody_has_chosen_is_seen_by_all(self):
        at = on(table(), *DAY_2, Choose(1, 3))
        assert view(at, None).chosen == (False, True, False, False)
        assert waiting(at) == (0, 2, 3)


class TestHandsThatAreShown:
    @pytest.mark.parametrize(("choices", "acts"), [("kkkk", 0), ("pkkk", 1)])
    def test_the_act_of_hands_takes_no_time_where_everybody_keeps(self, choices, acts):
        words = view(on(table(), *WRITTEN, *declares(choices)), None).unfolding("declare").split()
        assert (words[0], words.count("hands")) == ("count", acts)
        assert "open" in words

    def test_a_decree_is_shown_alone_and_nothing_that_many_write_at_the_same_time(self):
        shown = view(on(table(), *WRITTEN), None)
        assert [kind for kind in ("decree", "write", "reading", "declare", "choose") if shown.is_spotlit(kind)] == [
            "decree"
        ]
