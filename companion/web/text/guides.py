"""Guides of games: their texts, a file a game and language, and worked examples, replayed once by the rules."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, assert_never

from msgspec import toml

from companion.games import GAMES
from companion.games.guide import Change, Example, Fact, Place, Reader, Sum, Texts, Total
from companion.games.sentences import signed
from companion.table.fold import append, open_table
from companion.table.model import Table
from companion.table.moves import move, options_for
from companion.table.result import result

FIRST = "en"  # the language that every guide has, for whoever reads one that it lacks


def guided() -> list[str]:
    """Slugs of the games that have a guide."""
    return [slug for slug in GAMES if has_guide(slug)]


@cache
def has_guide(slug: str) -> bool:
    """Whether a game has a guide; its texts are not read for that."""
    return _file(slug, FIRST).is_file()


@cache
def texts(slug: str, language: str) -> Texts:
    """Texts of the guide of a game, read once.

    In English if there is no file of `language`, a tag; empty for a game that has no guide.
    """
    there = [file for tag in (language, FIRST) if (file := _file(slug, tag)).is_file()]
    return toml.decode(there[0].read_bytes(), type=Texts) if there else Texts()


def _file(slug: str, language: str) -> Traversable:
    return files(type(GAMES[slug]).__module__) / "guide" / f"{language}.toml"


@cache
def shown_values(slug: str, language: str, key: str) -> Mapping[str, str]:
    """Numbers and words of the example at `key` in a game's guide, by the names of their places in its text.

    Refused if a move does not fit.
    """
    game = GAMES[slug]
    example = next(entry.example for entry in texts(slug, language).entries if entry.key == key)
    assert example, f"{key} has no example"
    table = replayed(game, example)
    return {name: written(read(table, reader), reader) for name, reader in example.shows.items()}


def replayed(game: Any, example: Example) -> Table:
    """Table that an example adds up to; Refused or Unreadable if it is no game."""
    table = open_table(game, example.seats, options_for(game, example.options))
    for plain in example.moves:
        table = append(table, move(game, plain))
    return table


def read(table: Table, reader: Reader) -> int | str:
    """Value that a reader finds in a table; LookupError if it is not there."""
    whole = result(table)
    match reader:
        case Total(seat):
            return int(whole["totals"][seat])
        case Sum(seat, track):
            return int(whole["tracks"][track][seat])
        case Place(seat):
            return int(whole["places"][seat])
        case Change():
            return _changed(whole["ledger"], reader)
        case Fact(path):
            return _fact(whole["facts"], path)
        case _:
            assert_never(reader)


def _changed(ledger: list[dict[str, Any]], change: Change) -> int:
    entries = [
        entry["by"]
        for entry in ledger
        if (entry["seat"], entry["track"]) == (change.seat, change.track)
        and change.because in ("", entry["because"])
        and change.round in (None, entry["round"])
    ]
    if not entries:
        raise LookupError(f"Nothing was entered for {change}")
    return sum(entries)


def _fact(facts: Any, path: tuple[str | int, ...]) -> int | str:
    for step in path:
        facts = facts[step]
    if not isinstance(facts, int | str):
        raise LookupError(f"{path} leads to no single value")
    return facts


def written(value: int | str, reader: Reader) -> str:
    """Value as text: a change and an icon with their sign, a place, a count or a word without."""
    if isinstance(reader, Change) and not reader.signed:
        return str(abs(int(value)))
    if isinstance(reader, Change) or (isinstance(value, int) and value < 0):
        return signed(int(value))
    return str(value)
