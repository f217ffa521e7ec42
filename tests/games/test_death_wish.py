"""Death Wish by the book, chapter by chapter, as far as tests/reference does not score it."""

import pytest

from companion.games.death_wish import GAME as death_wish
from companion.games.death_wish.moves import Act, Contract, Farewell, Give, Outbreak
from companion.games.death_wish.scoring import highlights
from companion.games.death_wish.state import Death
from companion.games.ledger import Highlight
from companion.games.moves import Refused
from companion.table.fold import append
from companion.table.model import Correct
from companion.table.moves import move, move_to_json
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import view
from tests.support.games.death_wish import LOOMONIA, by, entries, fact, ill, names, on, skulls, table


class TestTheGame:
    def test_there_are_two_to_eight_seats(self):
        assert list(death_wish.SEATS) == [2, 3, 4, 5, 6, 7, 8]


class TestContractingADisease:
    @pytest.mark.parametrize(("seats", "total"), [(2, 10), (3, 10), (4, 10), (5, 10), (6, 8), (7, 8), (8, 8)])
    def test_the_agreed_total_is_10_for_up_to_five_and_8_for_more(self, seats, total):
        assert view(table(seats), None).target == total
        at = on(table(seats), by(total - 1))
        assert not result(at)["over"]
        assert result(on(at, by(1)))["over"]

    def test_the_example_of_the_book(self):
        """Loomonia is blue, has 2 skulls and shows an outbreak, which is drawn after it."""
        at = on(table(), LOOMONIA)
        assert result(at)["ledger"] == [{"round": 1, "seat": 0, "track": "skulls", "by": 2, "because": "contract"}]
        assert fact(at, "diseases") == [[{"disease": "Loomonia", "color": "blue", "skulls": 2}], [], [], []]
        assert (skulls(at), view(at, None).due) == ([2, 0, 0, 0], (0,))
        assert asks(at, 0)[0].plain() == {
            "move": "outbreak",
            "seat": 0,
            "choices": {"kept": [True, False]},
            "optional": True,
        }
        assert view(on(at, Outbreak(0, False, "Take two symptoms")), None).due == ()

    def test_another_players_afflicter_may_be_stolen(self):
        at = on(table(), ill(0, 2, from_=3))
        assert (skulls(at), view(at, None).newest.from_) == ([2, 0, 0, 0], 3)

    def test_whoever_reaches_the_total_draws_no_outbreak(self):
        at = on(table(3, last_survivor=True), ill(0, 9), ill(0, 3, outbreak=True))
        assert view(at, None).due == ()
        with pytest.raises(Refused, match="dead"):
            append(at, Outbreak(0, False))
        with pytest.raises(Refused, match="over"):
            append(on(table(), ill(0, 9), ill(0, 3, outbreak=True)), Outbreak(0, False))


class TestOutbreaks:
    def test_an_outbreak_is_asked_for_after_the_last_contract_only(self):
        at = on(table(), LOOMONIA, ill(1, 1), ill(0, 1))
        assert view(at, None).due == ()

    def test_others_may_go_on_before_it_is_told(self):
        at = on(table(), LOOMONIA, ill(1, 1), Outbreak(0, False))
        assert (fact(at, "keepers"), view(at, None).due) == ([0, 0, 0, 0], ())


class TestTurnActions:
    def test_only_whose_turn_it_is_is_waited_for(self):
        at = on(table(), Act(0, "symptoms"))
        assert (waiting(at), view(at, None).next) == ((1,), 1)


class TestShareYourDiagnosis:
    def test_the_example_of_the_book(self):
        diagnosis = Contract(
            *(1, "Poolio", "white", 1),
            cause="I licked an armpit",
            symptoms=("meat cravings", "a hurty face", "cheesy feet"),
        )
        at = on(table(), diagnosis)
        assert view(at, None).newest == diagnosis
        assert view(at, 3).stacks[1] == (diagnosis,)
        assert fact(at, "diseases")[1] == [{"disease": "Poolio", "color": "white", "skulls": 1}]

    def test_the_diagnosis_goes_with_the_disease(self):
        at = on(table(), ill(0, 2, "Poolio", cause="I licked an armpit"), Give(0, 1, "Poolio"))
        assert [(of.seat, of.cause) for of in view(at, None).stacks[1]] == [(0, "I licked an armpit")]

    def test_all_that_is_said_is_trimmed(self):
        plain = {"move": "contract", "seat": 0, "disease": " Poolio\u3000", "color": "red", "skulls": 3}
        read = move(death_wish, plain | {"from": 1, "cause": " a cat ", "symptoms": [" itch ", "glow"]})
        told = {"disease": "Poolio", "from": 1, "cause": "a cat", "symptoms": ("itch", "glow")}
        assert move_to_json(read) == plain | told

    @pytest.mark.parametrize("said", [{"symptoms": [" "]}, {"symptoms": ["x" * 81]}, {"cause": ""}, {"disease": "\t"}])
    def test_what_is_said_has_1_to_80_characters(self, said):
        plain = {"move": "contract", "seat": 0, "disease": "Poolio", "color": "red", "skulls": 3}
        with pytest.raises(Unreadable):
            move(death_wish, plain | said)


class TestWildCards:
    def test_for_a_wild_disease_nothing_is_stolen(self):
        with pytest.raises(Refused, match="wild-stolen"):
            append(table(), ill(0, 3, color="wild", from_=1))

    @pytest.mark.parametrize(("color", "skulls"), [("green", 1), ("", 1), ("red", -1), ("red", 10), ("red", True)])
    def test_other_colours_and_more_than_9_skulls_there_are_none(self, color, skulls):
        plain = {"move": "contract", "seat": 0, "disease": "Poolio", "color": color, "skulls": skulls}
        with pytest.raises(Unreadable):
            move(death_wish, plain)


class TestMoreStuff:
    def test_a_disease_that_is_passed_moves_its_skulls_and_brings_no_outbreak(self):
        at = on(table(), LOOMONIA, Outbreak(0, False), Give(0, 2, "Loomonia"))
        assert entries(at, 1) == [(1, 0, -2, "gave"), (1, 2, 2, "got")]
        assert (skulls(at), names(at, 0), names(at, 2)) == ([0, 0, 2, 0], [], ["Loomonia"])
        assert view(at, None).due == ()

    def test_it_can_bring_the_total_over_the_line(self):
        at = on(table(), ill(0, 8), ill(1, 2), Give(1, 0, "Bo's 2"))
        assert (result(at)["winners"], view(at, None).deaths) == ([0], (Death(0, "Bo's 2", 2),))

    def test_in_an_exchange_it_is_the_giver_who_may_die(self):
        at = on(table(), ill(0, 7), ill(0, 2), ill(1, 4), Give(0, 1, "Ann's 2", back="Bo's 4"))
        assert (fact(at, "dead"), view(at, None).deaths) == ([0], (Death(0, "Bo's 4", 3),))

    def test_a_name_that_the_receiver_has_already_is_refused_but_others_may_have_it(self):
        at = on(table(), ill(0, 1, "Poolio"), ill(1, 2, "Poolio"), ill(2, 3, "Pimples"), ill(0, 1, "Pimples"))
        for refused in (Give(0, 1, "Poolio"), Give(0, 2, "Pimples"), Give(1, 0, "Poolio", back="Pimples")):
            with pytest.raises(Refused, match="disease-held"):
                append(at, refused)
        assert skulls(on(at, Give(2, 1, "Pimples", back="Poolio"))) == [2, 3, 2, 0]

    def test_with_two_players_outbreaks_for_the_group_are_ignored(self):
        assert [view(table(seats), None).group_ignored for seats in (2, 3, 8)] == [True, False, False]


class TestEndingTheGame:
    def test_a_burial_preference_is_told_at_any_time_also_after_the_end(self):
        at = on(table(last_survivor=True), Farewell(1, "at sea"), by(10, 0), Farewell(0, " in a pie "))
        at = on(at, by(10, 1), by(10, 2), Farewell(3, "no thanks"))
        assert view(at, None).farewells == ("in a pie", "at sea", None, "no thanks")

    def test_two_cannot_play_on(self):
        with pytest.raises(Refused, match="no-survivor"):
            table(2, last_survivor=True)


class TestNumbersByHand:
    def test_an_adjust_that_reaches_the_total_kills_at_once(self):
        at = on(table(), ill(0, 7), by(3))
        assert (fact(at, "dead"), view(at, None).deaths) == ([0], (Death(0, None, 1),))


class TestCorrections:
    def test_an_earlier_death_must_not_leave_lines_of_the_dead(self):
        at = on(table(), ill(0, 1), ill(1, 2), ill(0, 3))
        with pytest.raises(Refused, match="no-longer-fits") as caught:
            append(at, Correct(((1, (ill(0, 9), ill(0, 1))),)))
        assert (caught.value.numbers["line"], caught.value.numbers["refused"].code) == (2, "over")


def test_the_numbers_that_its_players_brag_about():
    at = on(table(), ill(0, 3, from_=1), ill(1, 2), ill(0, 1, "Poolio", from_=2), Give(0, 1, "Ann's 3"), by(10, 3))
    assert highlights(at.state) == (
        Highlight("diseases", 0, 2),
        Highlight("diseases", 1, 1),
        Highlight("stolen", 0, 2),
        Highlight("passed-on", 0, 3, "Ann's 3", 1),
        Highlight("heaviest", 0, 1, "Poolio"),
        Highlight("heaviest", 1, 3, "Ann's 3"),
        Highlight("disease", 0, 3, "Ann's 3"),
        Highlight("disease", 1, 2, "Bo's 2"),
        Highlight("disease", 0, 1, "Poolio"),
        Highlight("died-after", 3, 3),
    )


def test_who_died_quickly_is_told_by_the_diseases_contracted_until_then():
    at = on(
        table(target=3, last_survivor=True), ill(0, 3), ill(1, 1), ill(2, 1), Give(2, 1, "Cy's 1"), by(1, 1), ill(2, 4)
    )
    died = [(highlight.seat, highlight.amount) for highlight in highlights(at.state) if highlight.what == "died-after"]
    assert died == [(0, 1), (1, 3), (2, 4)]
