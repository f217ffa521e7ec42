"""Questions about the past: which games were played, and how they ended."""

import json
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

PAGE = 30


class Game(Struct, frozen=True):
    """A game of the past: as it was laid, how many lines it has, and its result if it was closed."""

    id: str
    code: str
    game: str
    seats: list[str]
    opened_at: str
    evening: int | None
    lines: int
    result: dict[str, Any] | None


def games(db: Database, before: str = "", most: int = PAGE) -> list[Game]:
    """The newest games, those opened before `before` (a time as stored; "" is now)."""
    sql = """
        select id, code, game, seats, opened_at, evening,
               (select max(line) from lines where table_id = id),
               (select result from seals where table_id = id order by line desc limit 1)
        from tables where opened_at < ? and exists (select 1 from lines where table_id = id)
        order by opened_at desc, id desc limit ?
    """
    found = db.execute(sql, [before or "9999", most])
    return [_game(*row) for row in found]


def _game(
    id: str, code: str, game: str, seats: str, opened_at: str, evening: int | None, lines: int, sealed: str | None
) -> Game:
    result = json.loads(sealed) if sealed else None
    return Game(id, code, game, json.loads(seats), opened_at, evening, lines, result)
