"""Death Wish, the rulebook at hand: what is laid out for whom, and the phase of the moment."""

import pytest

from companion.games.death_wish import guide
from companion.games.death_wish.moves import Act, Outbreak
from companion.web.text.guides import texts
from tests.support.games.death_wish import LOOMONIA, ill, on, table

TEXTS = texts("death-wish", "en")


def numbers(played):
    """The counts of what is laid out, without what is not counted."""
    items = guide.laying_out(len(played.seats), played.options)
    return [item.count for item in items if item.count]


def laid_out(played):
    items = guide.laying_out(len(played.seats), played.options)
    return [TEXTS.laying_out[item.key] % ({"count": item.count} | item.numbers) for item in items]


def phase(played):
    """The sentence of the moment with the numbers of its seats, or None."""
    now = guide.phase(played.state)
    return now and TEXTS.phases[now.key] % (now.numbers | now.seats)


class TestLayingOut:
    @pytest.mark.parametrize("seats", range(2, 9))
    def test_so_many_cards_for_so_many_people(self, seats):
        assert numbers(table(seats)) == [seats, 4, 1, 4 * seats, 4, 2 * seats, 1]

    @pytest.mark.parametrize(("seats", "options", "target"), [(5, {}, 10), (6, {}, 8), (6, {"target": 9}, 9)])
    def test_the_skulls_that_kill_are_those_of_the_table(self, seats, options, target):
        assert [text for text in laid_out(table(seats, **options)) if f"Skulls that kill: {target}." in text]

    def test_two_are_told_of_outbreaks_for_a_group(self):
        assert "group" in laid_out(table(2))[-1]
        assert not [text for text in laid_out(table(3)) if "group" in text]


class TestPhase:
    @pytest.mark.parametrize("moves", [[], [Act(1, "spread")], [ill(1, 2)]])
    def test_a_turn_is_one_of_four_with_their_limits(self, moves):
        assert phase(on(table(), *moves)).startswith("Do one: up to 2 symptoms")
        assert phase(on(table(), *moves)).endswith("Hold at most 7 symptoms, 3 afflicters.")

    def test_an_outbreak_is_drawn_first(self):
        due = on(table(), LOOMONIA)
        assert phase(due).startswith("0 draws an outbreak")
        assert phase(on(due, Outbreak(0, kept=False))).startswith("Do one")

    def test_of_two_outbreaks_the_newest_is_named(self):
        assert phase(on(table(), LOOMONIA, ill(2, 1, outbreak=True))).startswith("2 draws an outbreak")

    def test_who_is_dead_draws_none_and_the_others_play_on(self):
        played = on(table(last_survivor=True), ill(0, 10 - 1), Act(1, "symptoms"), ill(0, 2, outbreak=True))
        assert phase(played).startswith("Do one")

    def test_over_there_is_none(self):
        assert phase(on(table(), ill(0, 9), ill(0, 1))) is None


class TestCards:
    def test_every_action_has_its_card(self):
        assert {card.key for card in TEXTS.cards} >= {"symptoms", "afflicted", "spread", "contract"}

    def test_whatever_an_outbreak_does_has_its_card(self):
        assert {card.key for card in TEXTS.cards} >= {"outbreak", "keeper", "give", "cure", "mutate", "revive"}
