"""Two ways to score must agree: the companion's, and the plain one in tests/naive."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.record import dump, parse, read
from companion.table import result
from tests.naive.death_name import score
from tests.naive.death_name_games import FEATURES, features, games

APP = Path(__file__).parents[2] / "app.py"
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


def test_1000_records_replay_through_the_front_door(tmp_path):
    records = [games(seed) for seed in range(1000)]
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    done = subprocess.run(
        [sys.executable, APP, "replay", file], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert results == [score(record) for record in records]
