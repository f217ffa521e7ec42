"""How a group likes a game: the options of last time."""

import json
from typing import Any

from sqlite_utils import Database

from companion.storage.log import plain


def keep_habits(db: Database, game: str, habits: dict[str, Any]) -> None:
    """Remember how this house likes a game."""
    rows = [{"game": game, "name": name, "value": plain(value)} for name, value in habits.items()]
    db.table("habits").insert_all(rows, replace=True)


def habits(db: Database, game: str) -> dict[str, Any]:
    """How this house likes a game, by name."""
    found = db.execute("select name, value from habits where game = ?", [game])
    return {name: json.loads(value) for name, value in found}
