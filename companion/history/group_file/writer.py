"""The writer of a group's file: every game is verified before it goes out."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Raw

from companion.games import GAMES, RULES
from companion.group import deck_files, decks, leagues, preferences
from companion.group.groups import Group
from companion.history import search
from companion.history.group_file.entries import (
    FORMAT,
    VERSION,
    End,
    GameEntry,
    Head,
    LeftOut,
    PersonEntry,
    PreferencesEntry,
    SameEntry,
    digest,
    last_hash,
    line,
)
from companion.history.verifying import verified
from companion.storage import log
from companion.storage.damage import Damaged
from companion.storage.log import Header
from companion.storage.sqlite.condition import games
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, record_of, unfold
from companion.table.model import move_of
from companion.table.open_round import is_locked
from companion.table.result import is_closed
from companion.table.shared import shared
from companion.table.visibility import secrets_open, without_secrets

AT_ONCE = 20  # games of a piece
PEOPLE = "select id, name, colour, shape, seen_at from people where group_id = ? order by id"


class Writer:
    """Writes the file of a group. `with_secrets`: also open secrets, for the owner of the data folder.

    `left_out` and `still_secret`, the number of games with open secrets, are complete once all pieces are written.
    """

    def __init__(self, store: Store, group: Group, with_secrets: bool = False) -> None:
        self._store = store
        self._group = group
        self._with_secrets = with_secrets
        self._people = self._merged = self._decks = self._games = 0
        self.left_out: list[LeftOut] = []
        self.still_secret = 0

    def pieces(self) -> Iterator[str]:
        """The file in pieces, each computed on demand. Games that are added meanwhile are left out."""
        so_far = hashlib.sha256()
        for piece in self._pieces():
            so_far.update(piece.encode())
            yield piece
        yield line(End(self._people, self._decks, self._games, self.left_out, so_far.hexdigest()))

    @property
    def written(self) -> str:
        """The contents of the file in words, once all pieces are written."""
        people = self._people - self._merged
        everybody = "1 person" if people == 1 else f"{people} people"
        decks = "1 deck" if self._decks == 1 else f"{self._decks} decks"
        return f"{everybody}, {games(self._games)}, {decks}"

    def _pieces(self) -> Iterator[str]:
        # before the people, so that all who sat at these games are among them
        ids = [*log.ids_of_group(self._store.reader(), self._group.id)]
        people = self._store.reader().execute(PEOPLE, [self._group.id])
        numbers = {id: number for number, (id, *_) in enumerate(people, 1)}
        yield line(Head(FORMAT, VERSION, RULES, self._group.name)) + self._lines_of_people(numbers)
        yield self._lines_beside_games()
        for start in range(0, len(ids), AT_ONCE):
            yield "".join(self._line_of_game(id, numbers) for id in ids[start : start + AT_ONCE])

    def _lines_of_people(self, numbers: dict[int, int]) -> str:
        db, group = self._store.reader(), self._group.id
        self._people = len(numbers)
        rows = [row for row in db.execute(PEOPLE, [group]) if row[0] in numbers]
        same = "select id, same_as from people where group_id = ? and same_as is not null order by id"
        pairs = [pair for pair in db.execute(same, [group]) if pair[0] in numbers]
        self._merged = len(pairs)
        entries = [PersonEntry(numbers[id], *others) for id, *others in rows]
        merges = [SameEntry(numbers[person], numbers[into]) for person, into in pairs]
        return "".join([*map(line, entries), *map(line, merges)])

    def _lines_beside_games(self) -> str:
        db, group = self._store.reader(), self._group.id
        in_order = sorted(decks.all_decks(db, group), key=lambda deck: deck.id)
        entries = [deck_files.written(db, deck) for deck in in_order if deck.game in GAMES]
        self._decks = len(entries)
        habits = preferences.all_preferences(db, group)
        manners = [PreferencesEntry(game, values) for game, values in habits.items() if game in GAMES]
        tables = reversed([*leagues.all_leagues(db, group).values()])
        return "".join([*map(line, entries), *map(line, manners), *map(line, tables)])

    def _line_of_game(self, id: str, numbers: dict[int, int]) -> str:
        header = log.table_by_id(self._store.reader(), id)
        assert header is not None  # tables are never deleted while the file is in use
        game = search.game(self._store.reader(), header.group, header.record_id)
        try:  # an older file has games that its history does not have before a server opens it
            live = verified(self._store, game) if game else unfold(self._store, header)
        except Damaged:
            return self._leave_out(header, "damaged")
        is_secret = secrets_open(live.table)
        if is_secret and not self._with_secrets:
            live.table = shared(live.table)
            if not is_closed(live.table) or is_locked(live.table):
                return self._leave_out(header, "secret")
            live.table = without_secrets(live.table)  # a kept outbreak that was never played: no line needs its text
        self.still_secret += is_secret and self._with_secrets
        self._games += 1
        seats = log.first_people(self._store.reader(), id) or [None] * len(live.table.seats)
        return line(_entry(live, [numbers.get(person or -1) for person in seats], bool(game and game.hidden)))

    def _leave_out(self, header: Header, why: Literal["damaged", "secret"]) -> str:
        self.left_out.append(LeftOut(header.record_id, header.game, why))
        return ""


def _entry(live: LiveTable, seats: Sequence[int | None], hidden: bool) -> GameEntry:
    notes = [{"at": row.reported_at, "reporter": row.reporter} for row in live.rows]
    header, moves = live.header, map(move_of, live.table.lines)
    ends_with = last_hash(header.record_id, header.opened_at, live.table, moves, notes)
    return GameEntry(Raw(record_of(live).encode()), [*seats], hidden, ends_with, digest(live.table))
