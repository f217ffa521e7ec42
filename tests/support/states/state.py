"""A state of a screen: a table, who looks at it, and what was refused there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.table import record
from companion.table.model import Table
from companion.table.strict_json import parse


@dataclass(frozen=True)
class State:
    """A table as the viewer in seat `viewer` sees it; None looks at the scoreboard.

    `refused`: a move, as JSON, that somebody tries there, and the rules refuse.
    """

    name: str
    table: Table
    viewer: int | None = None
    refused: Mapping[str, Any] | None = None

    @property
    def record(self) -> dict[str, Any]:
        """The record of the table."""
        plain: dict[str, Any] = parse(record.dump(self.table))
        return plain

    @property
    def own_texts(self) -> set[str]:
        """What is shown at the table as it is: its title, names and what was written there; and halves of a day."""
        chosen = set(_texts(msgspec.json.schema_components(self.table.game.MOVES)[1]))
        return {self.table.game.TITLE, *self.table.seats, *(set(_texts(self.record["moves"])) - chosen), "AM", "PM"}

    def __repr__(self) -> str:
        return self.name


def _texts(plain: Any) -> Iterator[str]:
    """All texts in a piece of JSON."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, (dict, list)):
        for inner in plain.values() if isinstance(plain, dict) else plain:
            yield from _texts(inner)
