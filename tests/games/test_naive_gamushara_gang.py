"""Two ways to score Gamushara Gang must agree: the companion's, and the plain one in tests/naive."""

import json

import pytest

from companion.record import dump, parse, read
from companion.table import result
from tests.naive.gamushara_gang import score
from tests.naive.gamushara_gang_games import FEATURES, features, games

SEEDS = range(200)


def test_the_200_games_hold_everything_that_can_happen():
    seen = set().union(*(features(games(seed)) for seed in SEEDS))
    assert seen >= FEATURES, FEATURES - seen


@pytest.mark.parametrize("tens", range(0, len(SEEDS), 10))
def test_a_random_game_scores_as_it_does_the_plain_way(tens):
    for seed in SEEDS[tens : tens + 10]:
        record = games(seed)
        table = read(record).table
        assert json.loads(json.dumps(result(table))) == score(record), f"seed {seed}"
        assert read(parse(dump(table))).table == table, f"seed {seed}"
