"""Names that were given at a table after its first line: no part of its record, they are shown beside its numbers."""

from collections.abc import Mapping
from typing import Any

from companion.group import preferences
from companion.storage.database import Database

TAUGHT = "taught"
KEPT = 8  # tables of a group and game of which they are kept, those that were taught last


def names(habits: Mapping[str, Any], record: str) -> dict[str, str]:
    """What is called otherwise at the table of this record, by what its lines call it."""
    tables = habits.get(TAUGHT)
    given = tables.get(record) if isinstance(tables, dict) else None
    return given if isinstance(given, dict) else {}


def shown(habits: Mapping[str, Any], record: str) -> dict[str, Any]:
    """What a group's habits are at the table of this record: with its `names`, and nothing of other tables."""
    return {name: value for name, value in habits.items() if name != TAUGHT} | {"names": names(habits, record)}


def names_at(db: Database, group: int, game: str, record: str) -> dict[str, str]:
    """The same, from the file."""
    return names(preferences.preferences(db, group, game), record)


def teach(db: Database, group: int, game: str, record: str, given: Mapping[str, str]) -> None:
    """Keep what is called otherwise at a table, in the place of what was kept of it."""
    tables = preferences.preferences(db, group, game).get(TAUGHT)
    others = [pair for pair in tables.items() if pair[0] != record] if isinstance(tables, dict) else []
    kept = dict([*others, (record, dict(given))][-KEPT:])
    preferences.save_preferences(db, group, game, {TAUGHT: kept})
