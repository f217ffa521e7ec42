"""The lines of a group's file: a head, then people, decks, preferences, leagues and games, and an end: it is whole."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.games.moves import Move
from companion.group import records
from companion.group.deck_files import WrittenDeck
from companion.group.leagues import League
from companion.storage import log
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.table.model import Table
from companion.table.moves import struct_to_json
from companion.table.result import result

FORMAT = "reapers-ledger-group"
VERSION = 4  # in 1 no card has an effect; up to 2 the cards of a deck stand in one list; up to 3 there are no leagues


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line. `rules`: under which the results of the games were worked out."""

    format: str
    version: int
    rules: int
    name: str


class PersonEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A person. People are numbered from 1."""

    id: int
    name: str
    colour: str
    shape: str
    seen_at: str


class SameEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A merge of two people: `person` has always been `into`."""

    person: int
    into: int


class PreferencesEntry(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    values: dict[str, Any]


class GameEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A game. `people`: per seat the number of the person, before merges; `hidden`: a keeper left it out.

    `hash`: of its last line as a home stores the record. `result`: the digest of its result.
    """

    record: Any
    people: list[int | None]
    hidden: bool
    hash: str
    result: str


class LeftOut(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    game: str
    why: Literal["damaged", "secret"]


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the number of each kind, and the SHA-256 of all bytes before this line."""

    people: int
    decks: int
    games: int
    left_out: list[LeftOut]
    sha256: str


Entry = PersonEntry | SameEntry | WrittenDeck | PreferencesEntry | League | GameEntry | End
KINDS: dict[str, type[Entry]] = {
    "person": PersonEntry,
    "same": SameEntry,
    "deck": WrittenDeck,
    "preferences": PreferencesEntry,
    "league": League,
    "game": GameEntry,
    "end": End,
}
NAMES = {kind: name for name, kind in KINDS.items()}


def line(entry: Head | Entry) -> str:
    plain = entry if isinstance(entry, Head) else {NAMES[type(entry)]: entry}
    return msgspec.json.encode(plain).decode() + "\n"


def digest(table: Table) -> str:
    return hashlib.sha256(json.dumps(result(table), sort_keys=True).encode()).hexdigest()


def last_hash(id: str, opened_at: str, table: Table, moves: Iterable[Move], notes: Iterable[Mapping[str, Any]]) -> str:
    """The hash of the last line of a record as a home stores it. `table` may be without lines."""
    header = Header(id, HOME, "", table.game.SLUG, [*table.seats], struct_to_json(table.options), opened_at)
    hash = log.first_hash(header)
    for row in records.rows(header, moves, notes):
        hash = row.hash
    return hash
