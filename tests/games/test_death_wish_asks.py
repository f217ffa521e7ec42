"""Death Wish: what is asked, and what is secret."""

from companion.games.death_wish.moves import Farewell, Mutate, Outbreak, PlayKeeper, Revive
from companion.games.moves import Stop
from companion.table.model import Correct
from companion.table.questions import asks, may_report, waiting
from companion.table.result import result
from companion.table.visibility import secrets_open, view, visible_move, visible_reading
from tests.support.games.death_wish import LOOMONIA, by, ill, on, table

# What is asked, and who may report it


def asked(at, seat):
    return [ask.plain() for ask in asks(at, seat)]


CONTRACT = {
    "move": "contract",
    "seat": 0,
    "choices": {
        "disease": {"text": 80},
        "color": ["white", "blue", "orange", "red", "wild"],
        "skulls": {"min": 0, "max": 9},
        "outbreak": [False, True],
    },
}
ACT = {"move": "act", "seat": 0, "choices": {"action": ["symptoms", "afflicted", "spread"]}, "optional": True}
FAREWELL = {"move": "farewell", "seat": 0, "choices": {"text": {"text": 80}}, "optional": True}


class TestAsks:
    def test_whose_turn_it_is_is_asked_for_a_contract_and_may_act_instead(self):
        assert asked(table(), 0) == [CONTRACT, ACT, FAREWELL]

    def test_the_others_may_report_one_too(self):
        assert asked(table(first=1), 0) == [CONTRACT | {"optional": True}, ACT, FAREWELL]

    def test_a_disease_may_go_to_whoever_lacks_it(self):
        at = on(table(), LOOMONIA, ill(0, 1, "Poolio"), ill(0, 1, "Rash"), ill(2, 1, "Poolio"))
        gifts = [ask for ask in asked(at, 0) if ask["move"] == "give" and "back" not in ask["choices"]]
        assert gifts == [
            {
                "move": "give",
                "seat": 0,
                "choices": {"to": [1, 2, 3], "disease": ["Loomonia", "Rash"]},
                "optional": True,
            },
            {"move": "give", "seat": 0, "choices": {"to": [1, 3], "disease": ["Poolio"]}, "optional": True},
        ]

    def test_an_exchange_is_asked_for_each_other_who_has_something_to_give_back(self):
        at = on(table(), LOOMONIA, ill(0, 1, "Poolio"), ill(2, 1, "Poolio"), ill(2, 2, "Rash"), ill(3, 1, "Poolio"))
        exchanges = [ask for ask in asked(at, 0) if "back" in ask["choices"]]
        choices = {"disease": ["Loomonia"], "back": ["Rash"]}
        assert exchanges == [{"move": "give", "seat": 0, "to": 2, "choices": choices, "optional": True}]

    def test_a_disease_may_be_cured_and_a_keeper_played(self):
        at = on(table(), LOOMONIA, Outbreak(0, True, "Swap hands"))
        assert [ask.move for ask in asks(at, 0)] == [
            "contract",
            "act",
            "play-keeper",
            "give",
            "cure",
            "mutate",
            "farewell",
        ]
        assert {"move": "play-keeper", "seat": 0, "choices": {}, "optional": True} in asked(at, 0)
        assert {"move": "cure", "seat": 0, "choices": {"disease": ["Loomonia"]}, "optional": True} in asked(at, 0)

    def test_names_of_the_own_stack_are_taken(self):
        at = on(table(), LOOMONIA)
        assert next(ask for ask in asks(at, 0) if ask.move == "contract").taken == {"disease": ("Loomonia",)}

    def test_a_disease_of_ones_own_may_have_mutated(self):
        played = on(table(), LOOMONIA, ill(0, 1, "Rash"))
        (mutate,) = [ask for ask in asked(played, 0) if ask["move"] == "mutate"]
        choices = {
            "disease": ["Loomonia", "Rash"],
            "color": CONTRACT["choices"]["color"],
            "skulls": {"min": 0, "max": 9},
        }
        assert mutate == {"move": "mutate", "seat": 0, "choices": choices, "optional": True}
        assert "mutate" not in [ask.move for ask in asks(played, 1)]

    def test_the_dead_may_come_back_without_enough_of_their_diseases(self):
        played = on(table(), *(ill(0, n, f"D{n}") for n in (5, 1, 4)))
        assert [ask.many for ask in asks(played, 0) if ask.move == "revive"] == [{"cured": (1, 3)}]
        sick = [ill(0, n, f"D{n}") for n in (3, 1, 2, 9)]
        any_of, *alone = [ask for ask in asked(on(table(), *sick), 0) if ask["move"] == "revive"]
        cured = {"of": ["D3", "D1", "D2", "D9"], "least": 3, "most": 4}
        assert any_of == {"move": "revive", "seat": 0, "choices": {"cured": cured}, "optional": True}
        assert alone == [{"move": "revive", "seat": 0, "cured": ["D9"], "choices": {}, "optional": True}]

    def test_who_can_not_come_back_is_not_asked_to(self):
        assert asked(on(table(), by(10)), 0) == [FAREWELL]
        revive = {"move": "revive", "seat": 0, "choices": {}, "optional": True}
        assert asked(on(table(), by(10), by(-1)), 0) == [revive, FAREWELL]

    def test_the_dead_are_asked_for_their_burial_besides(self):
        at = on(table(last_survivor=True), by(10))
        assert asked(at, 0) == [FAREWELL]
        assert asks(on(at, Farewell(0, "at sea")), 0) == ()
        gifts = [ask for ask in asked(on(at, ill(1, 1)), 1) if ask["move"] == "give"]
        assert [ask["choices"]["to"] for ask in gifts] == [[2, 3]]

    def test_after_the_end_only_burials_are_left(self):
        at = on(table(), ill(1, 2), by(10))
        assert [[ask.move for ask in asks(at, seat)] for seat in range(4)] == [["farewell"]] * 4
        assert (waiting(at), view(at, None).stage) == ((), "over")

    def test_a_seat_reports_for_itself_and_what_an_outbreak_does_to_anybody(self):
        assert may_report(table(), 0, LOOMONIA)
        assert not may_report(table(), 1, LOOMONIA)
        for seat in range(4):
            assert may_report(table(), seat, Mutate(0, "Loomonia", skulls=3))
            assert may_report(table(), seat, Revive(0))


# What is secret: the text of a kept outbreak


def who_can_tell(one, other):
    """The viewers to whom two worlds look different: seats, and None (the tablet, the host, whoever watches)."""
    return {viewer for viewer in (None, *range(len(one.seats))) if seen(one, viewer) != seen(other, viewer)}


def seen(at, viewer):
    lines = [visible_move(at, line, viewer) for line in at.lines]
    sheet = [visible_reading(at, line.number, viewer) for line in at.lines]
    return view(at, viewer), lines, sheet, () if viewer is None else asks(at, viewer), waiting(at), result(at)


EVERYBODY = {None, 0, 1, 2, 3}


class TestSecrets:
    def worlds(self, *moves, kept=True, **options):
        """Two tables where Ann drew something else."""
        drawn = [Outbreak(0, kept, drawn) for drawn in ("Swap hands", "Skip a turn")]
        return [on(table(**options), LOOMONIA, each, *moves) for each in drawn]

    more = (ill(0, 1, outbreak=True), Outbreak(0, True, "Discard all"))

    def test_only_who_kept_an_outbreak_knows_what_it_says(self):
        one, other = self.worlds(ill(1, 1))
        assert who_can_tell(one, other) == {0}
        assert (view(one, 0).kept, view(one, 1).kept, view(one, None).kept) == (("Swap hands",), (), ())
        assert visible_move(one, one.lines[1], None) == {"move": "outbreak", "seat": 0, "kept": True}
        assert secrets_open(one)

    def test_one_that_is_not_kept_is_read_out(self):
        one, other = self.worlds(kept=False)
        assert who_can_tell(one, other) == EVERYBODY
        assert not secrets_open(one)

    def test_one_kept_without_a_text_has_nothing_to_hide(self):
        assert not secrets_open(on(table(), LOOMONIA, Outbreak(0, True)))

    def test_once_it_is_played_everybody_knows(self):
        one, other = self.worlds(PlayKeeper(0))
        assert who_can_tell(one, other) == EVERYBODY
        assert not secrets_open(one)
        assert view(one, 0).kept == ()

    def test_of_two_keepers_the_one_is_open_whose_text_is_told(self):
        at = on(table(), LOOMONIA, Outbreak(0, True, "Swap hands"), *self.more, PlayKeeper(0, "Discard all"))
        assert [visible_move(at, at.lines[line], None).get("text") for line in (1, 3)] == [None, "Discard all"]
        assert (view(at, 0).kept, secrets_open(at)) == (("Swap hands",), True)

    def test_while_nobody_said_which_was_played_both_stay_closed(self):
        one, other = self.worlds(*self.more, PlayKeeper(0))
        assert who_can_tell(one, other) == {0}
        assert who_can_tell(on(one, PlayKeeper(0)), on(other, PlayKeeper(0))) == EVERYBODY
        assert not secrets_open(on(one, PlayKeeper(0)))

    def test_the_same_text_kept_twice_stays_closed_until_both_are_played(self):
        at = on(table(), LOOMONIA, Outbreak(0, True, "Swap"), ill(0, 1, outbreak=True), Outbreak(0, True, "Swap"))
        at = on(at, PlayKeeper(0, "Swap"))
        assert (secrets_open(at), secrets_open(on(at, PlayKeeper(0)))) == (True, False)

    def test_that_another_played_the_same_text_tells_nothing(self):
        moves = (ill(1, 1, outbreak=True), Outbreak(1, True, "Swap hands"), PlayKeeper(1, "Swap hands"))
        assert who_can_tell(*self.worlds(*moves)) == {0}

    def test_it_stays_closed_after_the_end_and_after_a_stop(self):
        assert who_can_tell(*self.worlds(by(10))) == {0}
        assert who_can_tell(*self.worlds(Stop())) == {0}

    def test_it_stays_closed_when_its_line_is_struck(self):
        assert who_can_tell(*self.worlds(Correct(((2, None),)))) == {0}

    def test_an_outbreak_kept_by_somebody_else_is_open_to_all_when_that_one_plays_it(self):
        moved = Correct(((1, ill(1, 2, "Loomonia", outbreak=True)), (2, Outbreak(1, True, "Swap hands"))))
        at = on(table(), LOOMONIA, Outbreak(0, True, "Swap hands"), moved)
        assert [visible_reading(at, 2, viewer)[0].get("text") for viewer in (None, 0, 1)] == [None, None, "Swap hands"]
        assert not secrets_open(on(at, PlayKeeper(1)))
