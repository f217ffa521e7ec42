"""Cards seen in a turn of Death Over The Kingdom: counted where the group wants it, until all are shuffled."""

import pytest

from companion.games.death_over_the_kingdom.moves import Card, Character, Winners
from companion.games.death_over_the_kingdom.screens import View
from companion.table.model import Table
from companion.table.visibility import view
from tests.support.games.death_over_the_kingdom import on
from tests.support.games.death_over_the_kingdom import table as begun

SHOWN = {"seen": "shown"}
FIRST: tuple[Character, ...] = ("thief", "juggler", "merchant")


def table(*rounds: tuple[Character, ...], mode: str = "classic") -> Table:
    """Three at a table, after rounds that they ended with these cards, the first seat's first."""
    moves = [Card(seat, character) for cards in rounds for seat, character in enumerate(cards)]
    return on(begun(3, mode=mode), moves)


def court(played: Table, seat: int | None = None) -> View:
    shown = view(played, seat)
    assert isinstance(shown, View)
    return shown


def seen(played: Table, seat: int | None = None) -> dict[Character, int]:
    return dict(court(played, seat).seen(SHOWN))


def test_it_is_off_unless_the_group_wants_it():
    assert court(table(FIRST)).seen({}) == court(table(FIRST)).seen({"seen": "hidden"}) == ()


def test_the_cards_of_the_turn_so_far_are_counted_and_those_that_lie_there():
    assert seen(table()) == {}
    assert seen(table(FIRST)) == {"merchant": 1, "thief": 1, "juggler": 1}
    played = table(FIRST, ("thief", "death"))
    assert seen(played) == seen(played, 1) == {"death": 1, "merchant": 1, "thief": 2, "juggler": 1}


def test_a_new_turn_begins_with_none_for_all_are_shuffled():
    assert seen(table(FIRST, FIRST)) == {"merchant": 2, "thief": 2, "juggler": 2}
    assert seen(table(FIRST, FIRST, FIRST)) == {}
    assert seen(table(FIRST, FIRST, FIRST, ("death",))) == {"death": 1}


def test_more_than_the_box_holds_are_no_more_than_it_holds():
    assert seen(table(FIRST, FIRST, ("thief",)))["thief"] == 2


def test_of_rounds_and_cards_that_were_told_without_faces_nothing_is_known():
    assert seen(on(table(), Winners((0,)))) == {}
    assert seen(on(table(), Card(0, value=7))) == {}


@pytest.mark.parametrize("mode", ["crowd", "last-standing"])
def test_where_a_round_is_a_turn_nothing_is_counted(mode):
    assert seen(table(("thief",), mode=mode)) == {}


def test_nothing_is_counted_when_it_is_over():
    assert seen(table(*[FIRST] * 9)) == {}
