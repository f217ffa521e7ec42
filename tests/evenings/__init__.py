"""Whole evenings that were kept: of each game a file of records, each with its title and the result it comes to."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent


class Evening(NamedTuple):
    """A record as it was written, and the result that `app.py replay` prints for it."""

    record: dict[str, Any]
    result: dict[str, Any]


def kept(slug: str) -> Iterator[tuple[str, Evening]]:
    """The evenings of a game, each with its title."""
    for line in (FOLDER / f"{slug}.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        title, result = record.pop("title"), record.pop("result")
        yield title, Evening(record, result)


# All of them, by game and title.
EVENINGS = {f"{file.stem}/{title}": one for file in sorted(FOLDER.glob("*.jsonl")) for title, one in kept(file.stem)}
