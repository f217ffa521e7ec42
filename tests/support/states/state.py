"""A state of a screen: a table, who looks at it, and what was refused there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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

    def __repr__(self) -> str:
        return self.name
