"""Steps of laying out a game that are done, before its first line."""

import json

from msgspec import Struct

from companion.storage.database import Database
from companion.storage.log import to_json


class Ticks(Struct, frozen=True):
    """The items that were ticked off, by their index, and whether somebody has passed the rest by."""

    items: frozenset[int] = frozenset()
    is_done: bool = False


def ticks(db: Database, table_id: str) -> Ticks:
    row = db.execute("select items, is_done from laid_out where table_id = ?", [table_id]).first()
    return Ticks(frozenset(json.loads(row[0])), bool(row[1])) if row else Ticks()


def keep(db: Database, table_id: str, ticks: Ticks) -> None:
    anew = "on conflict (table_id) do update set items = excluded.items, is_done = excluded.is_done"
    values = [table_id, to_json(sorted(ticks.items)), int(ticks.is_done)]
    db.execute(f"insert into laid_out values (?, ?, ?) {anew}", values)


def tick(db: Database, table_id: str, item: int | None) -> None:
    """Tick an item off, or take its tick back; None marks all as done, or as not wanted."""
    now = ticks(db, table_id)
    keep(db, table_id, Ticks(now.items, True) if item is None else Ticks(now.items ^ {item}, now.is_done))
