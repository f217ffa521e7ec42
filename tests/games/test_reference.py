"""Two ways to score each game must agree: the companion's, and the plain one in tests/reference."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.table.record import dump, read
from companion.table.result import result
from companion.table.strict_json import parse
from tests.reference import maker, scorer
from tests.support.effort import seeds

APP = Path(__file__).parents[2] / "app.py"
HOLDING_ALL = range(200)  # the seeds of games in which everything occurs
SEEDS = seeds(100)


class Naive:
    """The plain scorer of a game, and its maker of random records."""

    def __init__(self, slug: str) -> None:
        self.score = scorer(slug).score
        records = maker(slug)
        self.games, self.features, self.all_features = records.games, records.features, records.FEATURES


@pytest.fixture
def naive(slug: str) -> Naive:
    """The plain scorer of the game that is tested."""
    return Naive(slug)


every = pytest.mark.parametrize("slug", GAMES)


@pytest.mark.slow
@every
def test_the_200_games_hold_everything_that_can_happen(naive):
    seen = set().union(*(naive.features(naive.games(seed)) for seed in HOLDING_ALL))
    assert seen >= naive.all_features, naive.all_features - seen


@every
@pytest.mark.parametrize("tens", range(0, len(SEEDS), 10))
def test_a_random_game_scores_as_it_does_the_plain_way(naive, tens):
    for seed in SEEDS[tens : tens + 10]:
        record = naive.games(seed)
        table = read(record).table
        assert json.loads(json.dumps(result(table))) == naive.score(record), f"seed {seed}"
        assert read(parse(dump(table))).table == table, f"seed {seed}"


def test_many_records_replay_through_the_front_door(tmp_path):
    naive = Naive("death-name")
    records = [naive.games(seed) for seed in seeds(200)]
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    done = subprocess.run(
        [sys.executable, APP, "replay", file], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert results == [naive.score(record) for record in records]
