"""Records and spreadsheets from stored games."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from companion.games import GAMES
from companion.history.evenings import local_time
from companion.history.search import Game
from companion.history.verifying import each
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, record_of, record_of_rows
from companion.table.result import result

TRIGGERS = ("=", "+", "-", "@", "\t", "\r")
DAMAGED = "damaged"
Cell = str | int | None


def records(store: Store, games: Iterable[Game]) -> str:
    return "".join(_record(live) + "\n" for _, live in each(store, games) if live)


def _record(live: LiveTable) -> str:
    """The record of a finished game; of one that was counted early, without the dropped round."""
    return record_of(live, for_everybody=True) if live.table.counted else record_of_rows(live.header, live.rows)


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
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(TRIGGERS) else cell


def results(store: Store, games: Iterable[Game]) -> Iterator[tuple[Cell, ...]]:
    """A row for each seat of each game; a damaged game has a single row that says so."""
    for game, live in each(store, games):
        head = (game.id, f"{local_time(game.opened_at):%Y-%m-%d %H:%M}", GAMES[game.game].TITLE)
        if live is None:
            yield (*head, DAMAGED, *[None] * (len(RESULTS) - 4))
            continue
        for seat, place in enumerate(game.seats):
            yield (*head, game.outcome, len(game.seats), seat, place.name, place.place, place.total, int(place.won))


def ledgers(store: Store, games: Iterable[Game]) -> Iterator[tuple[Cell, ...]]:
    """A row for each entry of each ledger, computed from the lines; a damaged game has a single row that says so."""
    for game, live in each(store, games):
        head = (game.id, f"{local_time(game.opened_at):%Y-%m-%d %H:%M}", GAMES[game.game].TITLE)
        if live is None:
            yield (*head, *[None] * (len(LEDGER) - 4), DAMAGED)
        for entry in result(live.table)["ledger"] if live else ():
            name = game.seats[entry["seat"]].name
            yield (*head, entry["round"], entry["seat"], name, entry["track"], entry["by"], entry["because"])
