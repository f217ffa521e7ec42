"""How a group likes a game: the options of last time."""

import json
from typing import Any

from sqlite_utils import Database

from companion.storage.log import to_json


def save_preferences(db: Database, game: str, habits: dict[str, Any]) -> None:
    """Remember how this house likes a game."""
    rows = [{"game": game, "name": name, "value": to_json(value)} for name, value in habits.items()]
    db.table("habits").insert_all(rows, replace=True)


def preferences(db: Database, game: str) -> dict[str, Any]:
    """How this house likes a game, by name."""
    rows = db.execute("select name, value from habits where game = ?", [game])
    return {name: json.loads(value) for name, value in rows}
