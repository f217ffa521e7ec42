"""Death Wish: outbreaks that change a disease, or bring somebody back to life."""

import pytest

from companion.games.death_wish.moves import Act, Farewell, Mutate, Outbreak, PlayKeeper, Revive
from companion.games.death_wish.scoring import highlights
from companion.games.moves import Refused
from companion.table.model import Correct
from companion.table.moves import move
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import view
from tests.support.games.death_wish import LOOMONIA, by, fact, ill, on, skulls, table

DEADLY = ill(0, 9, "Poolio")


class TestADiseaseMutates:
    def test_to_the_total_it_kills_at_once(self):
        played = on(table(), ill(0, 7), LOOMONIA, Mutate(0, "Loomonia", skulls=4))
        assert (skulls(played)[0], result(played)["outcome"], result(played)["winners"]) == (11, "won", [0])
        assert view(played, None).deaths[0].disease == "Loomonia"

    def test_it_moves_no_turn_and_asks_for_no_outbreak(self):
        played = on(table(), LOOMONIA, Mutate(0, "Loomonia", skulls=3))
        assert (fact(played, "next"), waiting(played), view(played, None).due) == (1, (1,), (0,))

    @pytest.mark.parametrize(
        "more", [{}, {"skulls": 10}, {"skulls": -1}, {"color": "green"}, {"color": None, "skulls": None}]
    )
    def test_without_a_change_that_a_card_can_say_it_is_none(self, more):
        with pytest.raises(Unreadable):
            move(table().game, {"move": "mutate", "seat": 0, "disease": "Loomonia"} | more)


class TestSomebodyComesBack:
    def test_a_game_that_was_over_goes_on_where_the_turn_was(self):
        played = on(table(), LOOMONIA, ill(2, 1), DEADLY)
        assert result(played)["over"]
        played = on(played, Revive(0, ("Poolio",)))
        assert (result(played)["outcome"], result(played)["winners"]) == ("playing", [])
        assert (fact(played, "next"), view(played, None).stage) == (1, "play")
        assert result(on(played, DEADLY))["winners"] == [0], "a name that was cured may be contracted again"

    @pytest.mark.parametrize("cured", [["Rash", "Rash"], ["Rash", " Rash "], [""], "Rash", [None]])
    def test_what_is_cured_is_told_as_different_names(self, cured):
        with pytest.raises(Unreadable):
            move(table().game, {"move": "revive", "seat": 0, "cured": cured})

    def test_its_death_is_not_counted_among_the_quick(self):
        played = on(table(last_survivor=True), LOOMONIA, DEADLY, Revive(0, ("Poolio",)))
        assert "died-after" not in [highlight.what for highlight in highlights(played.state)]

    def test_a_correction_may_take_it_back(self):
        played = on(table(), LOOMONIA, DEADLY, Revive(0, ("Poolio",)), Act(1, "spread"))
        with pytest.raises(Refused, match="no-longer-fits"):
            on(played, Correct(((3, None),)))
        played = on(played, Correct(((3, None), (4, None))))
        assert result(played)["winners"] == [0]


class TestWhatAnOutbreakBrings:
    def test_it_is_told_at_any_time_and_never_asked_for(self):
        assert not [ask for ask in asks(table(), 1) if ask.move == "outbreak"]
        played = on(table(), Outbreak(1, True))
        assert (fact(played, "keepers"), fact(played, "next")) == ([0, 1, 0, 0], 0)

    def test_it_answers_what_is_asked_of_its_seat(self):
        assert view(on(table(), LOOMONIA, ill(1, 1), Outbreak(0, False)), None).due == ()
        assert view(on(table(), LOOMONIA, Outbreak(1, False)), None).due == (0,)


class TestWhatDeathForfeits:
    def test_an_outbreak_that_was_not_told_is_never_asked_for_again(self):
        played = on(table(last_survivor=True), LOOMONIA, by(8), Revive(0, ("Loomonia",)))
        assert view(played, None).due == ()
        assert not [ask for ask in asks(played, 0) if ask.move == "outbreak"]
        played = on(played, ill(0, 1, outbreak=True))
        assert asks(played, 0)[0].move == "outbreak"

    def test_nor_is_that_of_the_deadly_disease(self):
        played = on(table(), LOOMONIA, Outbreak(0, False), ill(0, 9, "Poolio", outbreak=True), Revive(0, ("Poolio",)))
        assert view(played, None).due == ()

    def test_others_still_draw_theirs_when_the_game_goes_on(self):
        played = on(table(), LOOMONIA, by(10, 1), by(-5, 1), Revive(1))
        assert view(on(played, Outbreak(0, True)), None).keepers == (1, 0, 0, 0)

    def test_keepers_are_kept_and_played_again_by_the_revived(self):
        kept = [LOOMONIA, Outbreak(0, True, "Swap hands"), by(8)]
        played = on(table(last_survivor=True), *kept)
        assert fact(played, "keepers") == [1, 0, 0, 0]
        with pytest.raises(Refused, match="dead"):
            on(played, PlayKeeper(0))
        played = on(played, Revive(0, ("Loomonia",)), PlayKeeper(0, "Swap hands"))
        assert fact(played, "keepers") == [0, 0, 0, 0]

    def test_a_wish_for_the_burial_is_kept_too(self):
        played = on(table(), LOOMONIA, Farewell(0, "at sea"), by(8), Revive(0, ("Loomonia",)))
        assert view(played, None).farewells[0] == "at sea"


class TestWhoDrewWhichAndWhy:
    """Told of a game that is over."""

    DRAWN = (
        LOOMONIA,
        Outbreak(0, kept=False, text="All cough"),
        Outbreak(1, kept=True, text="Cough later"),
        ill(1, 1, "Rash"),
        Outbreak(0, kept=True, text="Not now"),
    )

    def test_by_seat_with_the_disease_or_because_of_another_outbreak(self):
        played = on(table(), *self.DRAWN, PlayKeeper(1, "Cough later"), ill(2, 9), ill(2, 9, "Poolio"))
        assert [(one.seat, one.disease, one.text) for one in view(played, None).outbreaks] == [
            (0, "Loomonia", "All cough"),
            (1, None, "Cough later"),
            (0, None, None),
        ]

    def test_what_was_never_played_is_told_to_nobody_not_even_to_who_keeps_it(self):
        played = on(table(), *self.DRAWN, ill(2, 9), ill(2, 9, "Poolio"))
        for seat in (None, 0, 1):
            assert [one.text for one in view(played, seat).outbreaks] == ["All cough", None, None]

    def test_while_it_is_played_the_lines_alone_tell_it(self):
        assert view(on(table(), *self.DRAWN), None).outbreaks == ()
