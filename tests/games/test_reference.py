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
from tests.reference import maker, occurrences, scorer
from tests.support.effort import seeds

APP = Path(__file__).parents[2] / "app.py"
HOLDING_ALL = range(200)  # the seeds of games in which everything occurs
SEEDS = seeds(100)


every = pytest.mark.parametrize("slug", GAMES)


@pytest.mark.slow
@pytest.mark.drawn("200 games")
@every
def test_the_200_games_hold_everything_that_can_happen(slug):
    all_features, records = occurrences(slug).FEATURES, map(maker(slug).games, HOLDING_ALL)
    seen = set().union(*map(occurrences(slug).features, records))
    assert seen >= all_features, all_features - seen


@every
@pytest.mark.parametrize("tens", range(0, len(SEEDS), 10))
def test_a_random_game_scores_as_it_does_the_plain_way(slug, tens):
    for seed in SEEDS[tens : tens + 10]:
        record = maker(slug).games(seed)
        table = read(record).table
        assert json.loads(json.dumps(result(table))) == scorer(slug).score(record), f"seed {seed}"
        assert read(parse(dump(table))).table == table, f"seed {seed}"


def test_many_records_replay_through_the_front_door(tmp_path):
    records = [maker("death-name").games(seed) for seed in seeds(200)]
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    done = subprocess.run(
        [sys.executable, APP, "replay", file], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert results == [scorer("death-name").score(record) for record in records]
