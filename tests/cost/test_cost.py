"""What a tap costs in the game of each kind: calls of Python and bytes, which may only fall (tests/cost/bars.json).

No time is measured: the same code costs the same on every machine, also while others run beside it.
"""

import sys
from collections.abc import Callable

import pytest

from tests.cost.bars import FIRST_LOAD, above, bars, cost, well_below
from tests.cost.played import SCENES
from tests.support.effort import TOLD

PYTHON = (3, 11)  # with which the bars were found: another one calls less, or more

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.version_info[:2] != PYTHON, reason="the bars are Python 3.11's")]


@pytest.mark.parametrize("scene", SCENES)
def test_a_tap_costs_no_more_than_it_may(scene: str, record_property: Callable[[str, object], None]) -> None:
    figures, kept = cost(scene)["figures"], bars()[scene]
    for lower in well_below(figures, kept):
        record_property(TOLD, f"{scene}, {lower}: `python -m tests.cost --lower {scene}`")
    assert above(figures, kept) == []


def test_the_same_game_costs_the_same_each_time() -> None:
    one, other = (cost("death-wish", PYTHONHASHSEED=seed)["figures"] for seed in ("1", "2"))
    assert abs(one.pop(FIRST_LOAD) - other.pop(FIRST_LOAD)) < 100, "packed, with keys that are drawn by chance"
    assert one == other


def test_there_are_bars_for_all_that_is_measured_and_no_others() -> None:
    assert bars().keys() == SCENES.keys()
    assert len({(*figures,) for figures in bars().values()}) == 1
