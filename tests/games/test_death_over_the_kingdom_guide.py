"""Death Over The Kingdom, the rulebook at hand: what is laid out for whom, and the phase of the moment."""

import pytest

from companion.games.death_over_the_kingdom import guide
from companion.games.death_over_the_kingdom.moves import CHARACTERS, Card, Losers, Value, Winners
from companion.web.text.guides import texts
from tests.support.games.death_over_the_kingdom import cards, crowd, last, on, table

TEXTS = texts("death-over-the-kingdom", "en")


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
    @pytest.mark.parametrize(("seats", "dealt", "deck"), [(3, 9, 17), (4, 12, 14), (5, 15, 11), (6, 18, 8), (7, 21, 5)])
    def test_three_cards_each_and_the_others_are_the_deck(self, seats, dealt, deck):
        assert numbers(table(seats)) == [26, dealt, deck]

    @pytest.mark.parametrize("seats", range(3, 17))
    @pytest.mark.parametrize("kind", [crowd, last])
    def test_in_a_crowd_one_card_each(self, kind, seats):
        assert numbers(kind(seats)) == [26, seats, 26 - seats]

    def test_lives_are_told_where_the_last_one_standing_wins(self):
        assert [text for text in laid_out(last(9, lives=2)) if "Lives each: 2." in text]
        assert not [text for text in (*laid_out(crowd(9)), *laid_out(table(4))) if "Lives" in text]


class TestPhase:
    def test_a_turn_begins_with_three_cards_each_and_ends_with_the_dealer(self):
        assert phase(table(4, dealer=1)) == (
            "Deal three each → lay one, Kings face up → act in turn, the Dealer last → turn up."
        )

    def test_the_hand_gets_smaller_from_round_to_round_and_the_next_deals_anew(self):
        second = on(table(), Winners((0,)))
        third = on(second, Winners((0,)))
        assert phase(second).startswith("Lay one of two")
        assert phase(third).startswith("Lay the last card")
        assert phase(on(third, Winners(()))).startswith("Deal three each")

    @pytest.mark.parametrize("kind", [crowd, last])
    def test_in_a_crowd_a_card_each_is_dealt_in_every_round(self, kind):
        first = kind(4)
        assert phase(first).startswith("Deal one each")
        assert phase(on(first, Losers((0,)))).startswith("Deal one each")

    def test_once_a_card_is_told_all_turn_up(self):
        assert phase(on(table(), Card(0, "thief"))).startswith("All turn up")

    def test_turned_cards_are_read_off(self):
        waiting = on(table(3, values={}), cards("innkeeper", "king", "thief"))
        assert "read off" in phase(waiting)
        assert phase(on(waiting, Value(0, 9))).startswith("Lay one of two")

    def test_over_there_is_none(self):
        assert phase(on(crowd(3, rounds=1), Losers((0,)))) is None


class TestCards:
    def test_every_character_has_its_card(self):
        assert {card.key for card in TEXTS.cards} >= set(CHARACTERS)

    def test_every_goal_has_its_card(self):
        assert {card.key for card in TEXTS.cards} >= {
            "highest",
            "lowest",
            "intermediate",
            "crowd",
            "last-standing",
        }
