"""Options and screen settings that a group last played each game with, and names given after a table's first line."""

import json
from collections.abc import Mapping
from typing import Any

from companion.storage.database import Database
from companion.storage.log import to_json

TAUGHT = "taught"
KEPT = 8  # tables of a group and game of which they are kept, those that were taught last


def save_preferences(db: Database, group: int, game: str, habits: dict[str, Any]) -> None:
    sql = """insert into habits (group_id, game, name, value) values (?, ?, ?, ?)
             on conflict (group_id, game, name) do update set value = excluded.value"""
    db.executemany(sql, [(group, game, name, to_json(value)) for name, value in habits.items()])


def preferences(db: Database, group: int, game: str) -> dict[str, Any]:
    rows = db.execute("select name, value from habits where group_id = ? and game = ?", [group, game])
    return {name: json.loads(value) for name, value in rows}


def all_preferences(db: Database, group: int) -> dict[str, dict[str, Any]]:
    """The `preferences` of all games, by game."""
    games = db.execute("select distinct game from habits where group_id = ? order by game", [group])
    return {game: preferences(db, group, game) for (game,) in games}


def names(habits: Mapping[str, Any], record: str) -> dict[str, str]:
    """The names given at the table of this record, by the names that its lines use."""
    tables = habits.get(TAUGHT)
    given = tables.get(record) if isinstance(tables, dict) else None
    return given if isinstance(given, dict) else {}


def shown(habits: Mapping[str, Any], record: str) -> dict[str, Any]:
    """The preferences for the table of this record: with its `names`, without those of other tables."""
    return {name: value for name, value in habits.items() if name != TAUGHT} | {"names": names(habits, record)}


def names_at(db: Database, group: int, game: str, record: str) -> dict[str, str]:
    return names(preferences(db, group, game), record)


def teach(db: Database, group: int, game: str, record: str, given: Mapping[str, str]) -> None:
    tables = preferences(db, group, game).get(TAUGHT)
    others = [pair for pair in tables.items() if pair[0] != record] if isinstance(tables, dict) else []
    kept = dict([*others, (record, dict(given))][-KEPT:])
    save_preferences(db, group, game, {TAUGHT: kept})
