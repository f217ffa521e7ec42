"""Whole records whose results were worked out by hand, from the rulebooks alone."""

import json
from functools import reduce
from pathlib import Path

import pytest

from companion.table.record import read
from companion.table.result import result

CASES = [json.loads(line) for line in Path(__file__).with_name("worked_by_hand.jsonl").read_text("utf-8").splitlines()]


def at(value, key):
    """What stands in a list or an object at a key."""
    return value[int(key)] if isinstance(value, list) else value[key]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_a_record_adds_up_to_what_was_worked_out(case):
    outcome = json.loads(json.dumps(result(read(case["record"]).table)))
    assert {path: reduce(at, path.split("."), outcome) for path in case["expect"]} == case["expect"]
