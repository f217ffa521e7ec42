"""Whole evenings, kept as records with what they came to: rules may not change under an old log."""

import json

import pytest

from companion.games import GAMES
from companion.table.record import dump, read
from companion.table.strict_json import parse
from tests.evenings import EVENINGS, FOLDER, kept


@pytest.mark.parametrize("slug", GAMES)
def test_replay_prints_of_each_evening_what_it_came_to(say, slug):
    status, printed, complaints = say("replay", FOLDER / f"{slug}.jsonl")
    assert (status, complaints) == (0, "")
    results = dict(zip([title for title, _ in kept(slug)], map(json.loads, printed.splitlines()), strict=True))
    assert results == {title: evening.result for title, evening in kept(slug)}


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_one_of_its_game_and_is_the_same_when_written_again(name):
    table = read(EVENINGS[name].record).table
    assert table.game is GAMES[name.partition("/")[0]]
    assert read(parse(dump(table))).table == table
