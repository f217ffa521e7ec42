"""A form of options: lists that are set as a whole, and numbers within an option; the fields of a move."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.web.forms.fields import seat_fields
from companion.web.forms.options import options

GANG = GAMES["gamushara-gang"]
OWN = [("preset.points", "own"), ("option.points", ""), ("option.points", "2"), ("only.amounts", "points=own")]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ([("preset.points", "")], {"points": []}),
        ([("preset.points", "1 2 3"), ("option.points", "5")], {"points": [1, 2, 3]}),
        (OWN, {"points": [2]}),
        (
            [*OWN, ("option.amounts.execution", "4"), ("option.amounts.win", "")],
            {"points": [2], "amounts": {"execution": 4}},
        ),
        ([*OWN[1:], ("preset.points", "1 2 3"), ("option.amounts.win", "4")], {"points": [1, 2, 3]}),
        ([("option.points", "1")], {"points": [1]}),
        ([*OWN, ("option.amounts.win", "many")], {"points": [2], "amounts": {"win": "many"}}),
        ([], {}),
    ],
)
def test_points_of_the_gang_are_none_proposed_or_ones_own(sent: list[tuple[str, str]], read: dict[str, Any]) -> None:
    assert options(GANG, MultiDict(sent)) == read


# Fields


def test_a_game_that_asks_for_a_move_that_it_has_not_is_named_with_its_moves():
    with pytest.raises(LookupError, match=r"death-wish asks for “breathe”, which is none of its MOVES: .*outbreak"):
        seat_fields(GAMES["death-wish"], "breathe")
