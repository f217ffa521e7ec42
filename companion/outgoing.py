"""The way out: records, and tables for a spreadsheet, from what is stored."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlite_utils import Database

from companion import store
from companion.games import GAMES
from companion.history import Game, local
from companion.record import FORMAT
from companion.store import Header, Row

TRIGGERS = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int | None

# --- records ---------------------------------------------------------------------------------------------------------


def record(header: Header, rows: Iterable[Row]) -> str:
    """A table's canonical record, as `export` writes it, from its stored lines: they are canonical already."""
    moves = ",".join(f"{row.move[:-1]},{store.plain({'at': row.at, 'reporter': row.reporter})[1:]}" for row in rows)
    head = {"format": FORMAT, "game": header.game, "seats": header.seats, "options": header.options}
    tail = {"id": header.id, "opened_at": header.opened_at}
    return f'{store.plain(head)[:-1]},"moves":[{moves}],{store.plain(tail)[1:]}'


def records(db: Database, found: Sequence[Game]) -> str:
    """The records of these games, a line each."""
    return "".join(record(header, store.rows(db, header.id)) + "\n" for header in _headers(db, found))


def _headers(db: Database, found: Sequence[Game]) -> list[Header]:
    marks = ",".join("?" * len(found))
    known = {header.id: header for header in store.headers(db, f"id in ({marks})", [game.id for game in found])}
    return [known[game.id] for game in found]


# --- tables for a spreadsheet ----------------------------------------------------------------------------------------

RESULTS = ("id", "date", "game", "outcome", "seats", "seat", "name", "place", "total", "won")
LEDGER = ("id", "date", "game", "round", "seat", "name", "track", "by", "because")


def sheet(rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV (RFC 4180): numbers stay numbers, and no text is taken for a formula.

    >>> sheet([("=1+1", -10, "Ann")])
    "'=1+1,-10,Ann\\r\\n"
    """
    written = io.StringIO()
    csv.writer(written).writerows([defused(cell) for cell in row] for row in rows)
    return written.getvalue()


def defused(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula is told to be a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(TRIGGERS) else cell


def results(found: Iterable[Game]) -> Iterator[tuple[Cell, ...]]:
    """A row for every seat of every game."""
    for game in found:
        head = (game.id, f"{local(game.at):%Y-%m-%d %H:%M}", GAMES[game.game].TITLE, game.outcome, len(game.seats))
        for seat, of in enumerate(game.seats):
            yield (*head, seat, of.name, of.place, of.total, int(of.won))


def ledgers(db: Database, found: Sequence[Game]) -> Iterator[tuple[Cell, ...]]:
    """A row for every entry of every ledger, as it was sealed last."""
    for game in found:
        head = (game.id, f"{local(game.at):%Y-%m-%d %H:%M}", GAMES[game.game].TITLE)
        for entry in _sealed(db, game.id)["ledger"]:
            name = game.seats[entry["seat"]].name
            yield (*head, entry["round"], entry["seat"], name, entry["track"], entry["by"], entry["because"])


def _sealed(db: Database, id: str) -> dict[str, Any]:
    sql = "select result from seals where table_id = ? order by line desc limit 1"
    result: dict[str, Any] = json.loads(db.execute(sql, [id]).fetchone()[0])
    return result
