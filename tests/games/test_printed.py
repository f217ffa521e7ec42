"""What the rulebooks print of their cards is a card of that pile, spelt as decks spell it."""

import pytest

from companion.games import GAMES
from companion.games.cards import Printed

CARDS = [(slug, pile, card) for slug, game in GAMES.items() for pile in game.PILES for card in game.PILES[pile].printed]


@pytest.mark.parametrize(("slug", "pile", "printed"), CARDS)
def test_a_printed_card_can_be_in_a_deck(slug: str, pile: str, printed: Printed) -> None:
    assert GAMES[slug].PILES[pile].read(printed.card) == printed.card


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_practice_decree_costs_the_second_what_the_last_but_one_gains(seats: int) -> None:
    (practice,) = GAMES["death-name"].PILES[str(seats)].printed
    assert [(place, icon) for place, icon in enumerate(practice.card, 1) if icon] == [(2, -1), (seats - 1, 1)]
    assert bool(practice.note) == (seats != 4), "it is printed for 4 alone"
