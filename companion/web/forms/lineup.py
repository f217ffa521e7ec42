"""The option of a game that names what is in its box, place by place, and how names that several type are one."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple

from companion.games import GAMES
from companion.games.game import Game
from companion.group import preferences
from companion.storage.database import Database
from companion.storage.stored_table import LiveTable
from companion.table.model import Line, Table
from companion.web.forms.options import fields


class Lineup(Struct, frozen=True):
    """The `option` that lists names, and what each place is called as long as nobody has told: its number."""

    option: str
    usual: tuple[str, ...]


class Merged(Struct, frozen=True):
    """The names of all places; `clashes`: the places that somebody else has named otherwise meanwhile."""

    names: tuple[str, ...]
    clashes: frozenset[int] = frozenset()


def lineup_of(game: Game) -> Lineup | None:
    """What a game's box names place by place; None where it names nothing."""
    return _lineup(game.SLUG)


@lru_cache
def _lineup(slug: str) -> Lineup | None:
    game = GAMES[slug]
    for name, shape in fields(game).items():
        pile = game.PILES.get(name)
        if pile is not None and pile.in_options and "minItems" in shape:
            return Lineup(name, tuple(shape["default"]))
    return None


class Names(Struct, frozen=True):
    """What the places of a table are called: in its `record`, and on screens (`shown`), where more was `taught`."""

    record: tuple[str, ...]
    taught: Mapping[str, str]

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(self.taught.get(name, name) for name in self.record)


def names_of(lineup: Lineup, live: LiveTable, db: Database) -> Names:
    """What the places of a table are called by now."""
    later = preferences.names_at(db, live.header.group, live.header.game, live.header.record_id)
    return Names(_recorded(lineup, live.table), later)


def _recorded(lineup: Lineup, table: Table) -> tuple[str, ...]:
    return tuple(getattr(table.options, lineup.option))


def numbers(table: Table, option: str, later: Mapping[str, str]) -> frozenset[str]:
    """What an option of a table calls by its number, and nobody has told otherwise since (`later`)."""
    lineup = lineup_of(table.game)
    if lineup is None or lineup.option != option:
        return frozenset()
    return frozenset({*lineup.usual}.intersection(_recorded(lineup, table)) - later.keys())


def merged(seen: Sequence[str], typed: Sequence[str], now: Sequence[str]) -> Merged:
    """What somebody typed who had `seen` other names, and those of `now`: each place as whoever changed it says.

    >>> merged(("1", "2"), ("Risa", "2"), ("1", "Lee")).names
    ('Risa', 'Lee')
    >>> sorted(merged(("1", "2"), ("Risa", "2"), ("Mei", "2")).clashes)
    [0]
    """
    places = list(zip(seen, typed, now, strict=True))
    names = tuple(there if mine in (was, there) else mine for was, mine, there in places)
    return Merged(names, frozenset(n for n, (was, mine, there) in enumerate(places) if mine != was != there != mine))


def nameless(live: LiveTable, line: int, db: Database) -> str:
    """What a line names by its number, and no line before it, as long as nobody has told its name; empty if nothing."""
    lineup = lineup_of(live.table.game)
    if lineup is None:
        return ""
    alone = numbers(live.table, lineup.option, {})
    named = next((name for name in _texts(live.table.lines[line - 1]) if name in alone), "")
    if not named or any(named in _texts(earlier) for earlier in live.table.lines[: line - 1]):
        return ""
    return "" if named in names_of(lineup, live, db).taught else named


def _texts(line: Line) -> tuple[str, ...]:
    """The texts that a line says, but for those of a correction."""
    return () if line.recorded is None else tuple(one for one in astuple(line.recorded.move) if isinstance(one, str))
