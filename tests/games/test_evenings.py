"""Whole evenings, kept as records with what they came to: rules may not change under an old log."""

import json

import pytest

from companion.games import GAMES
from companion.table.record import dump, read
from companion.table.result import result
from companion.table.strict_json import parse
from tests.support import EVENINGS

RECORDS = sorted(file for file in EVENINGS.glob("*/*.json") if not file.name.endswith(".result.json"))


def name(file):
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", RECORDS, ids=name)
def test_an_evening_comes_to_what_it_came_to(file):
    record = read(parse(file.read_text("utf-8")))
    known = json.loads(file.with_suffix(".result.json").read_text("utf-8"))
    told = json.loads(json.dumps(result(record.table)))
    assert told["ledger"] == known["ledger"]
    assert told["facts"] == known["facts"]
    assert told == known


@pytest.mark.parametrize("file", RECORDS, ids=name)
def test_an_evening_lies_in_the_folder_of_its_game_and_is_the_same_when_written_again(file):
    record = read(parse(file.read_text("utf-8")))
    assert record.table.game is GAMES[file.parent.name]
    assert read(parse(dump(record.table))).table == record.table


@pytest.mark.parametrize("file", RECORDS, ids=name)
def test_an_evening_can_be_read_by_people_one_move_a_line(file):
    plain = parse(file.read_text("utf-8"))
    lines = [line.strip().rstrip(",") for line in file.read_text("utf-8").splitlines()]
    moves = [json.loads(line) for line in lines if line.startswith('{"move"')]
    assert moves == plain["moves"]


def test_no_result_lies_about_without_its_evening():
    results = set(EVENINGS.glob("*/*.result.json"))
    assert results == {file.with_suffix(".result.json") for file in RECORDS}
