"""Death Wish by the book: a class for each chapter, then what is asked, refused and kept secret, and its own laws."""

import ast
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import death_wish, ledger, moves
from companion.games.death_wish import SEATS, Options, highlights, initial_state
from companion.games.death_wish.moves import Act, Contract, Cure, Farewell, Give, Outbreak, PlayKeeper
from companion.games.death_wish.state import Death
from companion.games.ledger import Highlight
from companion.games.moves import Adjust, Move, Refused, Stop
from companion.messages import sentence, source
from companion.table.fold import append, open_table
from companion.table.model import Correct
from companion.table.moves import move, move_to_json, options_for
from companion.table.questions import asks, may_report, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import secrets_open, view, visible_move, visible_reading
from tests.support.effort import tries
from tests.support.games import random_play
from tests.support.games.random_play import source_of

LOOMONIA = Contract(0, "Loomonia", "blue", 2, outbreak=True)


def table(seats=4, **options):
    return open_table(death_wish, random_play.CAST[:seats], options_for(death_wish, options))


def on(at, *moves):
    for each in moves:
        at = append(at, each)
    return at


def ill(seat, skulls, disease="", color="white", **more):
    """A disease of so many skulls; its name says whose it was first, and how bad it is."""
    return Contract(seat, disease or f"{random_play.CAST[seat]}'s {skulls}", color, skulls, **more)


def skulls(at):
    return result(at)["totals"]


def names(at, seat):
    return [disease["disease"] for disease in result(at)["facts"]["diseases"][seat]]


def fact(at, name):
    return result(at)["facts"][name]


def entries(at, start=0):
    return [(entry["round"], entry["seat"], entry["by"], entry["because"]) for entry in result(at)["ledger"][start:]]


def by(skulls, seat=0):
    return Adjust(seat, "skulls", skulls, "a bet")


class TestTheGame:
    def test_the_first_to_die_wins(self):
        at = on(table(), ill(0, 4), ill(1, 9), ill(2, 3), ill(3, 4), ill(1, 1))
        assert (result(at)["over"], result(at)["outcome"]) == (True, "won")
        assert (result(at)["winners"], result(at)["places"]) == ([1], [2, 1, 4, 2])
        assert fact(at, "dead") == [1]

    def test_there_are_two_to_eight_seats(self):
        assert list(SEATS) == [2, 3, 4, 5, 6, 7, 8]


class TestContractingADisease:
    @pytest.mark.parametrize(("seats", "total"), [(2, 10), (3, 10), (4, 10), (5, 10), (6, 8), (7, 8), (8, 8)])
    def test_the_agreed_total_is_10_for_up_to_five_and_8_for_more(self, seats, total):
        assert view(table(seats), None).target == total
        at = on(table(seats), by(total - 1))
        assert not result(at)["over"]
        assert result(on(at, by(1)))["over"]

    @pytest.mark.parametrize("total", [1, 9, 12, 40])
    def test_another_total_may_be_agreed_on(self, total):
        at = on(table(target=total), by(-1), by(total))
        assert (result(at)["over"], result(on(at, by(1)))["over"]) == (False, True)

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

    def test_to_reach_or_to_exceed_the_total_is_the_same(self):
        for last in (1, 2, 9):
            assert result(on(table(), by(9), ill(0, last)))["winners"] == [0]

    def test_a_round_is_a_disease_and_an_entry_carries_its_own(self):
        at = table()
        assert result(at)["round"] == 0
        at = on(at, ill(0, 1), Act(1, "spread"), ill(2, 3))
        assert result(at)["round"] == 2
        assert entries(at) == [(1, 0, 1, "contract"), (2, 2, 3, "contract")]

    def test_a_disease_without_skulls_counts_but_stands_in_no_ledger(self):
        at = on(table(), ill(0, 0, "A sniffle"))
        assert (result(at)["round"], result(at)["ledger"], names(at, 0)) == (1, [], ["A sniffle"])

    def test_another_players_afflicter_may_be_stolen(self):
        at = on(table(), ill(0, 2, from_=3))
        assert (skulls(at), view(at, None).newest.from_) == ([2, 0, 0, 0], 3)

    def test_diseases_lie_in_the_stack_in_the_order_in_which_they_came(self):
        at = on(table(), ill(0, 3, "Poolio"), ill(0, 1, "Athlete's mouth"))
        assert names(at, 0) == ["Poolio", "Athlete's mouth"]

    def test_whoever_reaches_the_total_draws_no_outbreak(self):
        at = on(table(3, last_survivor=True), ill(0, 9), ill(0, 3, outbreak=True))
        assert view(at, None).due == ()
        with pytest.raises(Refused, match="dead"):
            append(at, Outbreak(0, False))
        with pytest.raises(Refused, match="over"):
            append(on(table(), ill(0, 9), ill(0, 3, outbreak=True)), Outbreak(0, False))


class TestOutbreaks:
    def test_an_outbreak_is_drawn_for_the_last_contract_only(self):
        at = on(table(), LOOMONIA, ill(1, 1), ill(0, 1))
        assert view(at, None).due == ()
        with pytest.raises(Refused, match="no-outbreak"):
            append(at, Outbreak(0, False))

    def test_others_may_go_on_before_it_is_told(self):
        at = on(table(), LOOMONIA, ill(1, 1), Outbreak(0, False))
        assert (fact(at, "keepers"), view(at, None).due) == ([0, 0, 0, 0], ())

    def test_a_keeper_is_kept_and_used_later(self):
        at = on(table(), LOOMONIA, Outbreak(0, True, "Swap hands"))
        assert fact(at, "keepers") == [1, 0, 0, 0]
        at = on(at, ill(0, 1, outbreak=True), Outbreak(0, True))
        assert fact(at, "keepers") == [2, 0, 0, 0]
        at = on(at, PlayKeeper(0))
        assert fact(at, "keepers") == [1, 0, 0, 0]
        assert fact(on(at, PlayKeeper(0, "Swap hands")), "keepers") == [0, 0, 0, 0]

    def test_an_outbreak_is_drawn_though_its_disease_has_gone(self):
        at = on(table(), LOOMONIA, Give(0, 1, "Loomonia"), Outbreak(0, True))
        assert fact(at, "keepers") == [1, 0, 0, 0]


class TestTurnActions:
    def test_the_first_player_begins_and_it_goes_clockwise(self):
        at = table(first=2)
        assert fact(at, "next") == 2
        turns = [Act(2, "symptoms"), Act(3, "afflicted"), Act(0, "spread"), ill(1, 1)]
        seen = []
        for each in turns:
            at = append(at, each)
            seen.append(fact(at, "next"))
        assert seen == [3, 0, 1, 2]

    def test_only_whose_turn_it_is_is_waited_for(self):
        at = on(table(), Act(0, "symptoms"))
        assert (waiting(at), view(at, None).next) == ((1,), 1)

    def test_a_turn_reported_in_another_order_is_taken(self):
        at = on(table(), ill(3, 1), ill(1, 1))
        assert fact(at, "next") == 2

    def test_what_changes_hands_does_not_move_the_turn(self):
        at = on(table(), LOOMONIA, Outbreak(0, True), Give(0, 2, "Loomonia"), PlayKeeper(0), Cure(2, "Loomonia"))
        at = on(at, Farewell(3, "at sea"), by(1, 2))
        assert fact(at, "next") == 1

    def test_the_turn_goes_past_the_dead(self):
        at = on(table(last_survivor=True), by(10, 1), Act(0, "spread"))
        assert fact(at, "next") == 2
        assert fact(on(table(last_survivor=True), by(10, 0)), "next") == 1
        assert fact(on(table(last_survivor=True), by(10, 3), Act(2, "spread")), "next") == 0

    def test_nobody_is_next_when_it_is_over(self):
        assert fact(on(table(), by(10)), "next") is None


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
    def test_wild_is_a_colour_like_any_other(self):
        at = on(table(), *(ill(0, 1, color, color) for color in ("white", "blue", "orange", "red", "wild")))
        assert [of["color"] for of in fact(at, "diseases")[0]] == ["white", "blue", "orange", "red", "wild"]

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
        with pytest.raises(Refused, match="no-outbreak"):
            append(at, Outbreak(2, False))

    def test_entries_of_one_passing_come_by_seat(self):
        at = on(table(), ill(2, 2), Give(2, 0, "Cy's 2"))
        assert entries(at, 1) == [(1, 0, 2, "got"), (1, 2, -2, "gave")]

    def test_it_can_bring_the_total_over_the_line(self):
        at = on(table(), ill(0, 8), ill(1, 2), Give(1, 0, "Bo's 2"))
        assert (result(at)["winners"], view(at, None).deaths) == ([0], (Death(0, "Bo's 2", 2),))

    def test_or_below_what_would_have_been_enough(self):
        at = on(table(), ill(0, 8), ill(0, 1), Give(0, 1, "Ann's 8"), ill(0, 9))
        assert (skulls(at)[0], result(at)["over"]) == (10, True)
        assert not result(on(table(), ill(0, 9), Give(0, 1, "Ann's 9"), ill(0, 2)))["over"]

    def test_two_may_exchange_diseases_at_once(self):
        """Ann has 9 and gets 6 for her 7: she never has 15."""
        at = on(table(), ill(0, 7), ill(0, 2), ill(1, 6), Give(0, 1, "Ann's 7", back="Bo's 6"))
        assert (skulls(at), result(at)["over"]) == ([8, 7, 0, 0], False)
        assert entries(at, 3) == [(3, 0, -7, "gave"), (3, 0, 6, "got"), (3, 1, 7, "got"), (3, 1, -6, "gave")]
        assert (names(at, 0), names(at, 1)) == (["Ann's 2", "Bo's 6"], ["Ann's 7"])

    def test_in_an_exchange_it_is_the_giver_who_may_die(self):
        at = on(table(), ill(0, 7), ill(0, 2), ill(1, 4), Give(0, 1, "Ann's 2", back="Bo's 4"))
        assert (fact(at, "dead"), view(at, None).deaths) == ([0], (Death(0, "Bo's 4", 3),))

    def test_a_name_that_the_receiver_has_already_is_refused_but_others_may_have_it(self):
        at = on(table(), ill(0, 1, "Poolio"), ill(1, 2, "Poolio"), ill(2, 3, "Pimples"), ill(0, 1, "Pimples"))
        for refused in (Give(0, 1, "Poolio"), Give(0, 2, "Pimples"), Give(1, 0, "Poolio", back="Pimples")):
            with pytest.raises(Refused, match="disease-held"):
                append(at, refused)
        assert skulls(on(at, Give(2, 1, "Pimples", back="Poolio"))) == [2, 3, 2, 0]

    def test_a_disease_may_be_lost_by_an_effect(self):
        at = on(table(), LOOMONIA, ill(1, 3), Cure(0, "Loomonia"))
        assert (entries(at, 2), names(at, 0), skulls(at)) == ([(2, 0, -2, "cured")], [], [0, 3, 0, 0])

    def test_who_lost_a_disease_may_catch_it_again(self):
        assert skulls(on(table(), LOOMONIA, Cure(0, "Loomonia"), ill(0, 5, "Loomonia"))) == [5, 0, 0, 0]

    def test_with_two_players_outbreaks_for_the_group_are_ignored(self):
        assert [view(table(seats), None).group_ignored for seats in (2, 3, 8)] == [True, False, False]


class TestEndingTheGame:
    def test_without_playing_on_the_first_death_ends_it(self):
        at = on(table(), by(10, 2))
        assert (result(at)["over"], result(at)["winners"]) == (True, [2])

    def test_playing_on_goes_until_a_lone_survivor_is_left(self):
        at = on(table(last_survivor=True), by(10, 2), ill(3, 1), by(10, 0))
        assert (result(at)["over"], result(at)["outcome"], result(at)["winners"]) == (False, "playing", [])
        at = on(at, ill(3, 9))
        assert (result(at)["over"], result(at)["outcome"], result(at)["winners"]) == (True, "won", [2])
        assert (fact(at, "dead"), result(at)["places"], fact(at, "next")) == ([2, 0, 3], [2, 4, 1, 3], None)

    def test_places_on_the_way_are_the_dead_in_their_order_then_the_living_by_skulls(self):
        at = on(table(5, last_survivor=True), ill(0, 1), ill(1, 4), ill(3, 4), by(10, 4), by(30, 2))
        assert result(at)["places"] == [5, 3, 2, 3, 1]

    def test_before_the_first_death_places_are_by_skulls(self):
        assert result(on(table(), ill(0, 1), ill(1, 4), ill(3, 4)))["places"] == [3, 1, 4, 1]

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

    def test_nobody_revives(self):
        at = on(table(last_survivor=True), by(10), by(-9))
        assert (fact(at, "dead"), skulls(at), result(at)["places"]) == ([0], [1, 0, 0, 0], [1, 2, 2, 2])
        at = on(table(), by(10), by(-9), by(5, 1))
        assert (result(at)["over"], result(at)["winners"], result(at)["places"]) == (True, [0], [1, 2, 3, 3])

    def test_after_the_end_another_may_die_but_the_winner_stays(self):
        at = on(table(), by(10), by(12, 3))
        assert (fact(at, "dead"), result(at)["winners"], result(at)["places"]) == ([0, 3], [0], [1, 3, 3, 2])
        at = on(table(3, last_survivor=True), by(10), by(10, 2), by(10, 1))
        assert (fact(at, "dead"), result(at)["winners"], result(at)["places"]) == ([0, 2, 1], [0], [1, 3, 2])

    def test_it_enters_the_round_of_the_newest_disease(self):
        assert entries(on(table(), by(1), ill(1, 2), by(-2)))[::2] == [(0, 0, 1, "adjust"), (1, 0, -2, "adjust")]

    def test_it_kills_after_a_stop_too_but_nobody_wins(self):
        at = on(table(), ill(0, 2), Stop(), by(10, 1))
        assert (fact(at, "dead"), result(at)["outcome"], result(at)["winners"]) == ([1], "stopped", [])
        assert result(at)["places"] == [2, 1, 3, 3]


class TestCorrections:
    def test_a_death_taken_back_lets_the_game_go_on(self):
        at = on(table(), ill(0, 9), ill(0, 1, "Poolio"), Correct(((2, ill(1, 1, "Poolio")),)))
        assert (result(at)["over"], skulls(at), fact(at, "next")) == (False, [9, 1, 0, 0], 2)

    def test_an_earlier_death_must_not_leave_lines_of_the_dead(self):
        at = on(table(), ill(0, 1), ill(1, 2), ill(0, 3))
        with pytest.raises(Refused, match="no-longer-fits") as caught:
            append(at, Correct(((1, (ill(0, 9), ill(0, 1))),)))
        assert (caught.value.numbers["line"], caught.value.numbers["refused"].code) == (2, "over")


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
        assert [ask.move for ask in asks(at, 0)] == ["contract", "act", "play-keeper", "give", "cure", "farewell"]
        assert {"move": "play-keeper", "seat": 0, "choices": {}, "optional": True} in asked(at, 0)
        assert {"move": "cure", "seat": 0, "choices": {"disease": ["Loomonia"]}, "optional": True} in asked(at, 0)

    def test_names_of_the_own_stack_are_taken(self):
        at = on(table(), LOOMONIA)
        assert next(ask for ask in asks(at, 0) if ask.move == "contract").taken == {"disease": ("Loomonia",)}

    def test_the_dead_are_asked_for_their_burial_alone(self):
        at = on(table(last_survivor=True), LOOMONIA, by(10))
        assert asked(at, 0) == [FAREWELL]
        assert asks(on(at, Farewell(0, "at sea")), 0) == ()
        gifts = [ask for ask in asked(on(at, ill(1, 1)), 1) if ask["move"] == "give"]
        assert [ask["choices"]["to"] for ask in gifts] == [[2, 3]]

    def test_after_the_end_only_burials_are_left(self):
        at = on(table(), ill(1, 2), by(10))
        assert [[ask.move for ask in asks(at, seat)] for seat in range(4)] == [["farewell"]] * 4
        assert (waiting(at), view(at, None).stage) == ((), "over")

    def test_a_seat_reports_for_itself(self):
        assert may_report(table(), 0, LOOMONIA)
        assert not may_report(table(), 1, LOOMONIA)


def test_the_numbers_that_its_players_brag_about():
    at = on(table(), ill(0, 3, from_=1), ill(1, 2), ill(0, 1, "Poolio", from_=2), Give(0, 1, "Ann's 3"), by(10, 3))
    assert highlights(at.state) == (
        Highlight("diseases", 0, 2),
        Highlight("diseases", 1, 1),
        Highlight("stolen", 0, 2),
        Highlight("passed-on", 0, 3),
        Highlight("heaviest", 0, 3, "Ann's 3"),
        Highlight("heaviest", 1, 2, "Bo's 2"),
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


# What is refused, and why


class Foreign(Move, frozen=True, tag="foreign"):
    """A move of some other game."""

    seat: int


PLAYING_ON = [by(10, 1)]
KEPT = [LOOMONIA, Outbreak(0, True)]

REFUSED = [
    ([by(10)], ill(1, 1), "over", {}),
    ([by(10)], Act(1, "spread"), "over", {}),
    ([LOOMONIA, by(10)], Give(0, 1, "Loomonia"), "over", {}),
    ([LOOMONIA, by(10)], Cure(0, "Loomonia"), "over", {}),
    ([LOOMONIA, by(10)], Outbreak(0, False), "over", {}),
    ([*KEPT, by(10)], PlayKeeper(0), "over", {}),
    ([], ill(0, 1, from_=0), "itself", {"seat": 0}),
    ([LOOMONIA], Give(0, 0, "Loomonia"), "itself", {"seat": 0}),
    ([], ill(0, 1, color="wild", from_=1), "wild-stolen", {}),
    ([LOOMONIA], ill(0, 1, "Loomonia"), "disease-held", {"seat": 0, "disease": "Loomonia"}),
    ([LOOMONIA, ill(1, 1, "Loomonia")], Give(0, 1, "Loomonia"), "disease-held", {"seat": 1, "disease": "Loomonia"}),
    (
        [LOOMONIA, ill(1, 1, "Loomonia")],
        Give(0, 1, "Loomonia", back="Loomonia"),
        *("disease-held", {"seat": 1, "disease": "Loomonia"}),
    ),
    (
        [LOOMONIA, ill(1, 1), ill(1, 1, "Loomonia"), ill(0, 1)],
        Give(0, 1, "Ann's 1", back="Loomonia"),
        *("disease-held", {"seat": 0, "disease": "Loomonia"}),
    ),
    ([], Give(0, 1, "Loomonia"), "no-disease", {"seat": 0, "disease": "Loomonia"}),
    ([LOOMONIA], Give(0, 1, "loomonia"), "no-disease", {"seat": 0, "disease": "loomonia"}),
    ([LOOMONIA], Give(0, 1, "Loomonia", back="Rash"), "no-disease", {"seat": 1, "disease": "Rash"}),
    ([LOOMONIA], Cure(1, "Loomonia"), "no-disease", {"seat": 1, "disease": "Loomonia"}),
    ([], Outbreak(0, False), "no-outbreak", {"seat": 0}),
    ([ill(0, 1)], Outbreak(0, True), "no-outbreak", {"seat": 0}),
    ([LOOMONIA], Outbreak(1, True), "no-outbreak", {"seat": 1}),
    (KEPT, Outbreak(0, True), "reported", {"seat": 0}),
    ([LOOMONIA, Outbreak(0, False)], PlayKeeper(0), "no-keeper", {"seat": 0}),
    ([*KEPT, PlayKeeper(0)], PlayKeeper(0), "no-keeper", {"seat": 0}),
    (KEPT, PlayKeeper(1), "no-keeper", {"seat": 1}),
    ([Farewell(0, "at sea")], Farewell(0, "at sea"), "reported", {}),
    ([], ill(4, 1, "Rash"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], ill(0, 1, from_=4), "no-such-seat", {"seat": 4, "seats": 4}),
    ([LOOMONIA], Give(0, 4, "Loomonia"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Farewell(5, "at sea"), "no-such-seat", {"seat": 5, "seats": 4}),
    ([by(10)], Act(4, "spread"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(4, "skulls", 1, "a bet"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(0, "points", 1, "a bet"), "no-such-track", {"track": "points"}),
    ([], Foreign(0), "no-such-move", {"move": "Foreign"}),
    ([Stop()], ill(0, 1), "stopped", {}),
    ([Stop()], Farewell(0, "at sea"), "stopped", {}),
    ([by(10)], Stop(), "over", {}),
]
OF_THE_DEAD = [
    ill(1, 1),
    Act(1, "spread"),
    Give(1, 0, "Bo's 2"),
    Cure(1, "Bo's 2"),
    Outbreak(1, True),
    PlayKeeper(1),
    Give(0, 1, "Loomonia"),
    Give(0, 1, "Loomonia", back="Bo's 2"),
    ill(0, 1, from_=1),
]


@pytest.mark.parametrize(("lines", "move", "code", "numbers"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_reason(lines, move, code, numbers):
    at = on(table(), *lines)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert source(code)
    assert sentence(caught.value).endswith(".")


@pytest.mark.parametrize("move", OF_THE_DEAD)
def test_the_dead_neither_act_nor_give_nor_receive(move):
    kept = [ill(1, 1, outbreak=True), Outbreak(1, True), ill(1, 2, outbreak=True)]
    at = on(table(last_survivor=True), LOOMONIA, *kept, *PLAYING_ON)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == ("dead", {"seat": 1})
    assert sentence(caught.value) == "Seat 1 is dead."


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (2, {"last_survivor": True}, "no-survivor"),
        (2, {"first": 2}, "no-such-seat"),
        (8, {"first": 8}, "no-such-seat"),
    ],
)
def test_options_that_do_not_go_with_so_many_seats_are_refused(seats, options, code):
    with pytest.raises(Refused) as caught:
        table(seats, **options)
    assert caught.value.code == code
    assert sentence(caught.value).endswith(".")


@pytest.mark.parametrize(
    "options", [{"target": 0}, {"target": 41}, {"target": None}, {"target": True}, {"first": -1}, {"last_survivor": 1}]
)
def test_options_outside_their_range_are_refused(options):
    with pytest.raises(Unreadable):
        table(**options)


def test_options_that_are_the_rulebooks_stand_in_no_record():
    assert msgspec.to_builtins(options_for(death_wish, {"first": 0, "last_survivor": False})) == {}
    assert initial_state(5, Options()).target == 10


def test_every_refusal_of_the_rules_is_tried_above():
    calls = [node for of in (death_wish, ledger, moves) for node in ast.walk(ast.parse(source_of(of)))]
    raised = [
        node.args[0] for node in calls if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"
    ]
    codes = {part.value for code in raised for part in ast.walk(code) if isinstance(part, ast.Constant)}
    assert codes == {code for _, _, code, _ in REFUSED} - {"stopped", "no-such-move"} | {"dead", "no-survivor"}


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


# Its own laws


chance = st.randoms(use_true_random=True)


def tables(rng):
    """A random table after each of its lines."""
    at = random_play.laid(rng, death_wish)
    return [at, *random_play.played(rng, at, optional=0.6)]


@settings(max_examples=tries(30))
@given(chance)
def test_skulls_are_what_lies_in_the_stacks(rng):
    for at in tables(rng):
        assert skulls(at) == [sum(of["skulls"] for of in stack) for stack in fact(at, "diseases")]


@settings(max_examples=tries(30))
@given(chance)
def test_passing_makes_no_skull_and_loses_none(rng):
    for before, after in pairwise(tables(rng)):
        if isinstance(after.lines[-1].recorded.move, Give):
            assert sum(skulls(before)) == sum(skulls(after))
            both = [sorted(str(of) for stack in fact(at, "diseases") for of in stack) for at in (before, after)]
            assert both[0] == both[1]


@settings(max_examples=tries(30))
@given(chance)
def test_exactly_the_living_are_below_the_total_and_the_dead_stay_dead(rng):
    for before, after in pairwise(tables(rng)):
        dead = fact(after, "dead")
        assert dead[: len(fact(before, "dead"))] == fact(before, "dead")
        assert len(dead) - len(fact(before, "dead")) <= 1
        assert {seat for seat, n in enumerate(skulls(after)) if n >= view(after, None).target} == set(dead)


@settings(max_examples=tries(30))
@given(chance)
def test_names_are_unique_within_a_stack(rng):
    for at in tables(rng):
        for seat in range(len(at.seats)):
            assert len(names(at, seat)) == len(set(names(at, seat)))


@settings(max_examples=tries(30))
@given(chance)
def test_whose_turn_it_is_is_alive(rng):
    for at in tables(rng):
        assert (fact(at, "next") is None) == result(at)["over"]
        assert fact(at, "next") not in fact(at, "dead")
