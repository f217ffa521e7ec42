"""The reader of a group's file: refuses it with the line of the first problem."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from companion.games import GAMES, RULES
from companion.games.moves import Refused, text
from companion.group import deck_files, decks, leagues, people
from companion.group.deck_files import WrittenDeck
from companion.group.leagues import League
from companion.group.records import Endings
from companion.history.group_file.entries import (
    FORMAT,
    KINDS,
    VERSION,
    End,
    Entry,
    GameEntry,
    Head,
    PersonEntry,
    PreferencesEntry,
    SameEntry,
    digest,
    last_hash,
)
from companion.storage.identifiers import COUNTED, moment
from companion.storage.projection import closing
from companion.table import record
from companion.table.limits import REREAD_IN_FILE, too_long
from companion.table.model import Table, as_written
from companion.table.moves import LONGEST_SEAT_NAME, options_for
from companion.table.record import Record, Refusal, Unplayed
from companion.table.strict_json import Unreadable, parse
from companion.table.words import normalised

LONGEST_LINE = 4 * 1024 * 1024  # bytes
MOST = 2**COUNTED - 1  # people, or decks, of a group
ID = re.compile(r"[0-9A-Za-z]{1,64}", re.ASCII)
VALUE = 80  # characters of a preference


class ReadGame(Struct, frozen=True):
    """A replayed game of the file, with the number of each seat's person. `ended_after`: empty unless it is stored."""

    id: str
    record: Record
    opened_at: str
    people: list[int | None]
    hidden: bool
    ended_after: Endings = ()


ReadEntry = Head | PersonEntry | SameEntry | WrittenDeck | PreferencesEntry | League | ReadGame | End


def read(file: BinaryIO) -> Iterator[ReadEntry | None]:
    """The entries of a group's file; Refused at the first that cannot be taken in. None where others may have a turn.

    The file is first checked to its end without replaying a game. Nothing may be stored before this iterator has ended.
    """
    for _ in _Reader(file, replays=False).entries():
        yield None
    yield from _Reader(file).entries()


def read_again(file: BinaryIO) -> Iterator[ReadEntry | None]:
    """As `read`, of a file that was read to its end, for storing: each game with its `ended_after`."""
    return _Reader(file, stores=True).entries()


def refused(reason: str, **numbers: object) -> Refused:
    """The refusal of a file; `reason`: the code of its problem."""
    return Refused("no-group-file", refused=Refused(reason, **numbers))


class _Reader:
    def __init__(self, file: BinaryIO, replays: bool = True, stores: bool = False) -> None:
        """Read `file`. `replays`: games are replayed, and their results compared; else their hashes."""
        self._file, self._replays, self._stores = file, replays, stores
        self._reread = self._line = self._people = self._decks = 0
        self._merged: set[int] = set()
        self._merged_into: set[int] = set()
        self._deck_names: set[tuple[str, str]] = set()
        self._preferences: set[str] = set()
        self._games: set[str] = set()
        self._rules, self._version = RULES, VERSION

    def entries(self) -> Iterator[ReadEntry | None]:
        """The entries from the beginning of the file; no games unless they are replayed."""
        self._file.seek(0)
        so_far = hashlib.sha256()
        source = self._next_line()
        yield self._head(source)
        while True:
            so_far.update(source)
            source = self._next_line()
            if not source.endswith(b"\n"):
                raise refused("group-cut")
            entry = self._entry(source)
            if isinstance(entry, GameEntry):
                yield from self._game(entry)
            else:
                yield self._checked(entry)
            if isinstance(entry, End):
                self._check_end(entry, so_far.hexdigest())
                return

    def _next_line(self) -> bytes:
        self._line += 1
        source = self._file.readline(LONGEST_LINE + 1)
        if len(source) > LONGEST_LINE:
            raise refused("group-foreign") if self._line == 1 else self._wrong()
        return source

    def _wrong(self) -> Refused:
        return refused("group-line", line=self._line)

    def _head(self, source: bytes) -> Head:
        try:
            plain = parse(source)
        except Unreadable:
            raise refused("group-foreign") from None
        if not isinstance(plain, dict) or plain.get("format") != FORMAT:
            raise refused("group-foreign")
        version = plain.get("version")
        if type(version) is not int or version < 1:
            raise refused("group-foreign")
        if version > VERSION:
            raise refused("group-newer")
        try:
            head = msgspec.convert(plain, Head)
            self._rules, self._version = head.rules, head.version
            self._check_text(head.name, decks.NAME, may_be_empty=True)
        except (ValueError, msgspec.ValidationError):
            raise self._wrong() from None
        return head

    def _entry(self, source: bytes) -> Entry:
        try:
            plain = parse(source)
            if not isinstance(plain, dict) or len(plain) != 1:
                raise self._wrong()
            ((name, content),) = plain.items()
            if name == "deck" and self._version < 3:
                content = _with_piles(content)
            entry: Entry = msgspec.convert(content, KINDS[name])
        except (KeyError, TypeError, Unreadable, msgspec.ValidationError):
            raise self._wrong() from None
        return entry

    def _checked(self, entry: PersonEntry | SameEntry | WrittenDeck | PreferencesEntry | League | End) -> ReadEntry:
        try:
            match entry:
                case PersonEntry():
                    self._check_person(entry)
                case SameEntry():
                    self._check_same(entry)
                case WrittenDeck():
                    return self._read_deck(entry)
                case PreferencesEntry():
                    self._check_preferences(entry)
                case League():
                    self._check(leagues.checked(entry) == entry)
        except (ValueError, Unreadable, Refused):
            raise self._wrong() from None
        return entry

    def _check(self, *conditions: bool) -> None:
        if not all(conditions):
            raise self._wrong()

    def _check_text(self, value: str, longest: int, may_be_empty: bool = False) -> None:
        self._check((may_be_empty and not value) or text(value, longest) == value)

    def _check_person(self, person: PersonEntry) -> None:
        self._people += 1
        self._check(person.id == self._people <= MOST, not self._merged, not self._games)
        self._check_text(person.name, LONGEST_SEAT_NAME)
        self._check(bool(normalised(person.name)), moment(person.seen_at) is not None)
        self._check(person.colour in people.COLOURS, person.shape in people.SHAPES)

    def _check_same(self, same: SameEntry) -> None:
        """Refuse merges of merged people."""
        person, into = same.person, same.into
        self._check(1 <= person <= self._people, 1 <= into <= self._people, person != into, not self._games)
        self._check(person not in self._merged | self._merged_into, into not in self._merged)
        self._merged.add(person)
        self._merged_into.add(into)

    def _read_deck(self, deck: WrittenDeck) -> WrittenDeck:
        self._decks += 1
        read = deck_files.read(deck)
        name = read.game, read.name.casefold()
        self._check(self._decks <= MOST, name not in self._deck_names or not read.name)
        self._deck_names.add(name)
        return read

    def _check_preferences(self, preferences: PreferencesEntry) -> None:
        self._check(preferences.game in GAMES, preferences.game not in self._preferences)
        self._preferences.add(preferences.game)
        for name, value in preferences.values.items():
            if name == "options":
                options_for(GAMES[preferences.game], value)
            else:
                self._check(isinstance(value, str) and len(value) <= VALUE)

    def _game(self, game: GameEntry) -> Iterator[ReadGame | None]:
        """A game whose lines are as they were written; replayed, its result is compared too."""
        try:
            written = record.unplayed(game.record)
        except (Refusal, Unreadable):
            raise refused("group-game", line=self._line) from None
        id, opened_at = written.extra.get("id"), written.extra.get("opened_at")
        if not isinstance(id, str) or not isinstance(opened_at, str):
            raise self._wrong()
        self._check(ID.fullmatch(id) is not None, id not in self._games, moment(opened_at) is not None)
        self._games.add(id)
        persons = [person for person in game.people if person is not None]
        self._check(len(game.people) == len(written.empty.seats), len(set(persons)) == len(persons))
        self._check(all(1 <= person <= self._people for person in persons))
        if self._replays:
            table, ended_after = yield from self._played(game, written)
            whole = Record(table, written.notes, written.extra)
            yield ReadGame(id, whole, opened_at, game.people, game.hidden, ended_after)
        elif game.hash != last_hash(id, opened_at, written.empty, map(as_written, written.moves), written.notes):
            raise refused("group-cut")

    def _played(self, game: GameEntry, written: Unplayed) -> Generator[None, None, tuple[Table, Endings]]:
        """The replayed table of a game; Refused if its corrections, or those of the file so far, are too long."""
        table, ended_after = written.empty, []
        try:
            for table in record.played(written.empty, written.moves, limited=True):
                if self._reread + table.reread > REREAD_IN_FILE:
                    raise Refused("no-group-file", refused=too_long())
                if self._stores:
                    ended_after.append(closing(table))
                yield None
        except Refusal as refusal:
            if refusal.refused.code == too_long().code:
                raise Refused("no-group-file", refused=refusal.refused) from None
            raise refused("group-game", line=self._line) from None
        self._reread += table.reread
        if self._rules == RULES and game.result != digest(table):
            raise refused("group-result", line=self._line)
        return table, ended_after

    def _check_end(self, end: End, sha256: str) -> None:
        counted = (self._people, self._decks, len(self._games))
        if (end.people, end.decks, end.games) != counted or end.sha256 != sha256 or self._file.read(1):
            raise refused("group-cut")


def _with_piles(deck: dict[str, Any]) -> dict[str, Any]:
    """A deck of format version 1 or 2, whose cards name their piles, as it is written now."""
    piles = defaultdict[str, list[dict[str, Any]]](list)
    for card in deck["cards"]:
        piles[card["pile"]].append({name: value for name, value in card.items() if name != "pile"})
    return {**{name: value for name, value in deck.items() if name != "cards"}, "piles": piles}


def first(entries: Iterator[ReadEntry | None]) -> Head:
    """The head of a file, which is read to its end; Refused if it cannot be taken in."""
    (head,) = (entry for entry in entries if isinstance(entry, Head))
    return head
