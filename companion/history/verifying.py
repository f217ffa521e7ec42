"""Verification of past games before they are shown or exported: lines, seals, and rows of the history."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.games import RULES
from companion.history import search
from companion.history.search import Game
from companion.paths import PROGRAM
from companion.storage import log, projection
from companion.storage.damage import Damaged
from companion.storage.log import Header
from companion.storage.projection import opening, places_in
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, unfold
from companion.table.result import is_closed, result
from companion.table.words import open_words

KEPT = 4096


def header_of(store: Store, game: Game) -> Header:
    """The table of a game; Damaged if only its rows are left."""
    header = log.table_by_id(store.reader(), game.table_id)
    if header is None:
        raise Damaged(game.table_id, game.game, "its rows are here, and the game is not")
    return header


def verified(store: Store, game: Game) -> LiveTable:
    """The table of a game; Damaged if it is not as it was written, or the history counts it otherwise."""
    header = header_of(store, game)
    while True:
        live = unfold(store, header)
        if _agrees(store, game, live):
            return live
        newer = search.game(store.reader(), header.group, game.id)
        if newer is None or newer == game or _opening(newer) != _opening(game):
            raise Damaged(game.table_id, game.game, f"the history counts it as something else ({PROGRAM} recount)")
        game = newer  # it has ended between the two looks


def _agrees(store: Store, game: Game, live: LiveTable) -> bool:
    """Whether the rows of a game match its lines. A game sealed by older rules may differ."""
    seal = log.last_seal(store.reader(), game.table_id)
    if seal is not None and seal[1] != RULES:
        return True
    if _opening(game) != opening(live.header):
        return False
    rows = [(seat.name, seat.place, seat.total, seat.won) for seat in game.seats]
    length = game.seconds, game.rounds, game.words
    if not is_closed(live.table):
        none_yet = [(name, None, None, False) for name in live.table.seats]
        return (game.outcome, rows, length) == ("playing", none_yet, (None, None, None))
    ended = result(live.table)
    seats = zip(live.table.seats, places_in(ended), ended["totals"], strict=True)
    sums = [(name, place, total, seat in ended["winners"]) for seat, (name, place, total) in enumerate(seats)]
    if game.words is None:  # of an older release
        return (game.outcome, rows) == (ended["outcome"], sums)
    lasted = projection.span(store.reader(), game.table_id).seconds, ended["round"], open_words(live.table)
    return (game.outcome, rows, length) == (ended["outcome"], sums, lasted)


def _opening(game: Game) -> tuple[str, str, str]:
    """The columns of a game that never change."""
    return game.opened_at, game.game, game.options


def each(store: Store, games: Iterable[Game]) -> Iterator[tuple[Game, LiveTable | None]]:
    for game in games:
        try:
            yield game, verified(store, game)
        except Damaged:
            yield game, None


class Verdicts:
    """The damaged games of a list: each is verified once, and again when its rows change."""

    def __init__(self, store: Store) -> None:
        self.is_damaged = lru_cache(KEPT)(lambda game: any(live is None for _, live in each(store, [game])))

    def damaged(self, games: Iterable[Game]) -> frozenset[str]:
        return frozenset(game.id for game in games if self.is_damaged(game))
