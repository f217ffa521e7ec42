"""A folder with games of the past, and all that the app serves of them."""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.history import search, verifying
from companion.storage import log
from companion.storage.damage import Damaged
from companion.storage.errors import DatabaseError
from companion.storage.identifiers import HOME
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from companion.storage.stored_table import record_of, unfold
from companion.table.result import result
from tests.reference import maker
from tests.support.past_games import bring, record

Served = dict[str, Any]  # by what it is, and of which game
TOLD = "damaged"
OF_EACH = 2  # games of each kind


def bring_past(folder: Path, seed: int) -> None:
    """Fill a folder with two games of each kind, of which the second broke off in the middle, all in one file."""
    with closing(SqliteStore(folder)) as store:
        bring(store, *_records(random.Random(seed)))
        store.checkpoint()
    with closing(sqlite3.connect(folder / FILE)) as conn:
        conn.execute("pragma journal_mode = delete")


def _records(rng: random.Random) -> Iterator[dict[str, Any]]:
    for slug in GAMES:
        for number in range(OF_EACH):
            whole = record(maker(slug), rng.randrange(10**6))
            moves = whole["moves"]
            yield whole | {"moves": moves[: len(moves) // 2] if number else moves}


def served(store: Store) -> Served:
    """What is served of every game: its record and result, and what the history lists of it; TOLD if it is damaged."""
    return dict([*_tables(store), *_listed(store)])


def _tables(store: Store) -> Iterator[tuple[str, Any]]:
    for header in log.all_tables(store.reader()):
        try:
            live = unfold(store, header)
            yield f"table {header.id}", [record_of(live), json.loads(json.dumps(result(live.table)))]
        except (Damaged, DatabaseError):
            yield f"table {header.id}", TOLD


def _listed(store: Store) -> Iterator[tuple[str, Any]]:
    try:
        games = [
            game
            for hidden in (False, True)
            for game in search.games(store.reader(), HOME, search.GameFilter(hidden=hidden), most=None)
        ]
    except DatabaseError:  # no list is shown
        yield from ((f"listed {header.id}", TOLD) for header in log.all_tables(store.reader()))
        return
    for game in games:
        try:
            verifying.verified(store, game)
            seats = [(seat.name, seat.place, seat.total, seat.won) for seat in game.seats]
            yield f"listed {game.table_id}", [game.opened_at, game.game, game.options, game.outcome, seats]
        except (Damaged, DatabaseError):
            yield f"listed {game.table_id}", TOLD
