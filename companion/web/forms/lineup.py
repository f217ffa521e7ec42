"""Line-ups: the option of a game that names the cards in its box, place by place, and how names typed by several are
merged."""

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
    """Line-up of a game: the `option` that lists the names, and the `usual` name of each place, its number."""

    option: str
    usual: tuple[str, ...]


class Merged(Struct, frozen=True):
    """Merged names of all places; `clashes`: the places that somebody else has named otherwise meanwhile."""

    names: tuple[str, ...]
    clashes: frozenset[int] = frozenset()


def lineup_of(game: Game) -> Lineup | None:
    """Line-up of a game; None where its box names nothing."""
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
    """Names of the places of a table: those in its `record`, and on screens (`shown`) those `taught` later."""

    record: tuple[str, ...]
    taught: Mapping[str, str]

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(self.taught.get(name, name) for name in self.record)


def names_of(lineup: Lineup, live: LiveTable, db: Database) -> Names:
    """Names of the places of a table by now."""
    later = preferences.names_at(db, live.header.group, live.header.game, live.header.record_id)
    return Names(_recorded(lineup, live.table), later)


def _recorded(lineup: Lineup, table: Table) -> tuple[str, ...]:
    return tuple(getattr(table.options, lineup.option))


def numbers(table: Table, option: str, later: Mapping[str, str]) -> frozenset[str]:
    """Names in an option of a table that are still numbers: `later` has no name for them."""
    lineup = lineup_of(table.game)
    if lineup is None or lineup.option != option:
        return frozenset()
    return frozenset({*lineup.usual}.intersection(_recorded(lineup, table)) - later.keys())


def merged(seen: Sequence[str], typed: Sequence[str], now: Sequence[str]) -> Merged:
    """Merge the names that somebody `typed`, who had `seen` other ones, with those of `now`: a place that was changed
    takes the change.

    >>> merged(("1", "2"), ("Risa", "2"), ("1", "Lee")).names
    ('Risa', 'Lee')
    >>> sorted(merged(("1", "2"), ("Risa", "2"), ("Mei", "2")).clashes)
    [0]
    """
    places = list(zip(seen, typed, now, strict=True))
    names = tuple(there if mine in (was, there) else mine for was, mine, there in places)
    return Merged(names, frozenset(n for n, (was, mine, there) in enumerate(places) if mine != was != there != mine))


def nameless(live: LiveTable, line: int, db: Database) -> str:
    """Number by which `line` is the first to name a place that has no name yet; empty if there is none."""
    lineup = lineup_of(live.table.game)
    if lineup is None:
        return ""
    alone = numbers(live.table, lineup.option, {})
    named = next((name for name in _texts(live.table.lines[line - 1]) if name in alone), "")
    if not named or any(named in _texts(earlier) for earlier in live.table.lines[: line - 1]):
        return ""
    return "" if named in names_of(lineup, live, db).taught else named


def _texts(line: Line) -> tuple[str, ...]:
    """All texts in a line's move; none for a correction."""
    return () if line.recorded is None else tuple(one for one in astuple(line.recorded.move) if isinstance(one, str))
