"""The fields of a form, from the types of a move."""

import pytest

from companion.games import GAMES
from companion.web.forms.fields import seat_fields


def test_a_game_that_asks_for_a_move_that_it_has_not_is_named_with_its_moves():
    with pytest.raises(LookupError, match=r"death-wish asks for “breathe”, which is none of its MOVES: .*outbreak"):
        seat_fields(GAMES["death-wish"], "breathe")
