"""Decks: what a table taught (decrees by player count, say), and the habits of the house (as last time)."""

import json
from collections.abc import Iterable
from typing import Any

from sqlite_utils import Database

from companion.store import now, plain


def teach(db: Database, game: str, deck: str, card: Any) -> None:
    """Remember a card of the named deck; a known one is noted as used again."""
    sql = "insert into deck_cards values (?, ?, ?, ?) on conflict do update set used_at = excluded.used_at"
    db.execute(sql, [game, deck, plain(card), now()])


def teach_all(db: Database, game: str, deck: str, pile: Iterable[Any]) -> None:
    """Remember several cards of the named deck."""
    for card in pile:
        teach(db, game, deck, card)


def cards(db: Database, game: str, deck: str) -> list[Any]:
    """The cards of a deck, in a lasting order."""
    found = db.execute("select card from deck_cards where game = ? and deck = ? order by card", [game, deck])
    return [json.loads(row[0]) for row in found]


def newest(db: Database, game: str, deck: str) -> list[Any]:
    """The cards of a deck, the one used last first: where two cannot both be right, that one is."""
    sql = "select card from deck_cards where game = ? and deck = ? order by used_at desc, card"
    return [json.loads(row[0]) for row in db.execute(sql, [game, deck])]


def keep_habits(db: Database, game: str, habits: dict[str, Any]) -> None:
    """Remember how this house likes a game."""
    rows = [{"game": game, "name": name, "value": plain(value)} for name, value in habits.items()]
    db.table("habits").insert_all(rows, replace=True)


def habits(db: Database, game: str) -> dict[str, Any]:
    """How this house likes a game, by name."""
    found = db.execute("select name, value from habits where game = ?", [game])
    return {name: json.loads(value) for name, value in found}
