"""Results of now, held against what was written beside a folder of before."""

import json
from collections.abc import Mapping
from typing import Any


def as_then(results: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    """Results by the ids of games, as the rules of `then` had them, which told nobody who is first in a scored week."""
    plain: dict[str, Any] = json.loads(json.dumps(results))
    for id, told in plain.items():
        if id in then and "first" not in then[id]["facts"]:
            told["facts"].pop("first", None)
    return plain
