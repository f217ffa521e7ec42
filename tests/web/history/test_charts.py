"""The picture of who was ahead."""

import pytest

from companion.games import GAMES
from companion.table.record import read
from companion.table.result import result
from companion.web.text.charts import race
from tests.reference import maker


@pytest.mark.parametrize("slug", GAMES)
def test_it_ends_with_the_places_of_the_result(slug):
    ended = 0
    for seed in range(40):
        table = read(maker(slug).games(seed)).table
        told = result(table)
        plot = race(told, table.game.aim(table.state), 480, 300)
        assert plot["table"][-1] == told["places"], f"seed {seed}"
        assert len(plot["table"]) == max(1, told["round"])
        ended += told["over"]
    assert ended > 10
