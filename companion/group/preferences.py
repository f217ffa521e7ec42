"""Preferences of a group: the options and screen settings that each game was last played with."""

import json
from typing import Any

from companion.storage.database import Database
from companion.storage.log import to_json


def save_preferences(db: Database, group: int, game: str, habits: dict[str, Any]) -> None:
    """Store the options and screen settings that a game was last played with."""
    sql = """insert into habits (group_id, game, name, value) values (?, ?, ?, ?)
             on conflict (group_id, game, name) do update set value = excluded.value"""
    db.executemany(sql, [(group, game, name, to_json(value)) for name, value in habits.items()])


def preferences(db: Database, group: int, game: str) -> dict[str, Any]:
    """The options and screen settings of the last game of this kind, by name."""
    rows = db.execute("select name, value from habits where group_id = ? and game = ?", [group, game])
    return {name: json.loads(value) for name, value in rows}


def all_preferences(db: Database, group: int) -> dict[str, dict[str, Any]]:
    """The same of all games, by the game."""
    games = db.execute("select distinct game from habits where group_id = ? order by game", [group])
    return {game: preferences(db, group, game) for (game,) in games}
