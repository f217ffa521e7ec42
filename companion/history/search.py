"""Searches over the games of a group."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.ledger import OVER
from companion.history.evenings import evening_date, evening_start
from companion.storage.database import Database, marks
from companion.storage.identifiers import record_id, table_id
from companion.storage.projection import IS_OVER
from companion.table.words import normalised

PAGE = 30
MOST_PARTS = 16  # of names; no more sit at a table
SPECIAL, BEHIND = re.compile("[!%_]"), r"!\g<0>"  # what has a meaning in a pattern of `like`, and how it has none
COMMAS = re.compile("[,、，]")  # also those of a Japanese keyboard
HAS_LINES = "exists (select 1 from lines where lines.table_id = c.table_id)"  # a damaged game may lack its first line
# Its newest seal says that it was counted early; a game that went on since is not over, or has a newer seal.
IS_COUNTED = f"""{IS_OVER} and (select result from seals where seals.table_id = c.table_id
                 order by line desc, rules desc limit 1) like '%"counted":true%'"""
BESIDES = "exists (select 1 from places where places.table_id = c.table_id and won = 0)"
RESULTS = {  # how a game can have ended, as it is searched for
    "won": f"outcome = 'won' and {BESIDES}",
    "together": f"outcome = 'won' and not {BESIDES}",
    "lost": "outcome = 'lost'",
    "nobody": "outcome = 'nobody'",
    "counted": IS_COUNTED,
    "stopped": "outcome = 'stopped'",
    "playing": "outcome = 'playing'",
}
FIELDS = "table_id, at, game, options, outcome, ended_at, aim, secrets, hidden, seconds, rounds, words"


class Place(Struct, frozen=True):
    """A seat of a game: its player, place and total, None while the game is played."""

    name: str
    person: int | None
    place: int | None
    total: int | None
    won: bool

    @property
    def who(self) -> int | str:
        """The key of this player in every game: the person, or without one the name."""
        return self.name if self.person is None else self.person


class OfGame(Struct, frozen=True):
    """A row about a game of the past."""

    table_id: str
    opened_at: str
    game: str

    @property
    def id(self) -> str:
        return record_id(self.table_id)


class Game(OfGame, frozen=True):
    """A game of the past. `counted`: it ended early and was counted as it stood.

    `seconds` of play, None if not known; `words`: those that everybody may read. Both None while it is played.
    """

    options: str
    outcome: str
    ended_at: str | None
    aim: str
    secrets: bool
    hidden: bool
    seconds: int | None = None
    rounds: int | None = None
    words: str | None = None
    seats: tuple[Place, ...] = ()
    counted: bool = False

    @property
    def over(self) -> bool:
        return self.outcome in OVER

    @property
    def is_exportable(self) -> bool:
        """Whether it is over and can be exported without secrets; a dropped round is left out."""
        return self.over and (self.counted or not self.secrets)

    @property
    def is_open(self) -> bool:
        """Whether it is over and holds no secret."""
        return self.over and not self.secrets

    @property
    def winners(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.won]

    @property
    def ahead(self) -> list[str]:
        """The players in first place where all have won together with different points; empty otherwise."""
        if all(seat.won and seat.place == 1 for seat in self.seats) or not all(seat.won for seat in self.seats):
            return []
        return [seat.name for seat in self.seats if seat.place == 1]

    @property
    def night(self) -> date:
        return evening_date(self.opened_at)


class GameFilter(Struct, frozen=True):
    """A search; empty fields match everything. `names`: parts of names, separated by commas; `exactly`: nobody sat
    besides. `result`: a key of RESULTS; `option`: the settings, as a record has them; `longer`, `shorter`: minutes of
    play, at least and at most; `words`: what its lines have to hold."""

    names: str = ""
    game: str = ""
    since: date | None = None
    until: date | None = None
    person: int | None = None
    hidden: bool = False
    over: bool = False
    exactly: bool = False
    result: str = ""
    seats: int | None = None
    option: str = ""
    longer: int | None = None
    shorter: int | None = None
    words: str = ""

    @property
    def is_detailed(self) -> bool:
        """Whether more than names, a game and dates is searched for."""
        numbers = (self.seats, self.longer, self.shorter)
        return bool(self.exactly or self.result or self.option or self.words) or any(n is not None for n in numbers)

    @property
    def narrows(self) -> bool:
        return self != GameFilter(hidden=self.hidden, over=self.over)


def games(db: Database, group: int, game_filter: GameFilter, after: str = "", most: int | None = PAGE) -> list[Game]:
    """The games of a group that match, the newest first; only those after the `cursor` `after`."""
    where, values = _where(db, group, game_filter)
    opened_at, _, id = after.partition("~")
    if id:
        where, values = f"{where} and (at, table_id) < (?, ?)", [*values, opened_at, table_id(group, id)]
    sql = f"select {FIELDS} from chronicle c where {where} order by at desc, table_id desc"
    limit = "" if most is None else f" limit {most:d}"
    return _with_seats(db, [Game(*row) for row in db.execute(sql + limit, values)])


def longest(db: Database, group: int, game_filter: GameFilter) -> Game | None:
    """The game that took longest, of those that match; None if of none is known how long it took."""
    where, values = _where(db, group, game_filter)
    sql = f"select {FIELDS} from chronicle c where {where} and seconds is not null order by seconds desc, at limit 1"
    return next(iter(_with_seats(db, [Game(*row) for row in db.execute(sql, values)])), None)


def cursor(game: Game) -> str:
    """The position after this game, for the next page."""
    return f"{game.opened_at}~{game.id}"


def count(db: Database, group: int, game_filter: GameFilter) -> int:
    where, values = _where(db, group, game_filter)
    number: int = db.execute(f"select count(*) from chronicle c where {where}", values).first()[0]
    return number


def game(db: Database, group: int, id: str) -> Game | None:
    sql = f"select {FIELDS} from chronicle where group_id = ? and table_id = ?"
    rows = [Game(*row) for row in db.execute(sql, [group, table_id(group, id)])]
    return next(iter(_with_seats(db, rows)), None)


def interrupted(db: Database, group: int, since: str, besides: Sequence[int], most: int = 3) -> list[tuple[str, Game]]:
    """Unfinished tables opened after `since`, not of the evenings `besides`, the newest first, with their codes."""
    without = [0, *besides]  # no evening has that number
    evening = "coalesce((select evening from resumed where table_id = c.table_id), evening)"
    sql = f"""select {", ".join(f"c.{name}" for name in FIELDS.split(", "))}, code from chronicle c
              join tables on id = c.table_id
              where c.group_id = ? and hidden = 0 and at > ? and outcome = 'playing' and evening is not null
              and {evening} not in ({marks(without)}) and {HAS_LINES} order by at desc limit ?"""
    rows = db.execute(sql, [group, since, *without, most])
    tables = _with_seats(db, [Game(*row[:-1]) for row in rows])
    return list(zip((row[-1] for row in rows), tables, strict=True))


def _where(db: Database, group: int, game_filter: GameFilter) -> tuple[str, list[Any]]:
    """The SQL condition of a search. A table without lines is no game."""
    where = ["group_id = ?", "hidden = ?", HAS_LINES]
    values: list[Any] = [group, int(game_filter.hidden)]
    if game_filter.over:
        where.append(f"{IS_OVER} and (secrets = 0 or {IS_COUNTED})")
    if game_filter.game:
        where.append("game = ?")
        values.append(game_filter.game)
    if game_filter.since:
        where.append("at >= ?")
        values.append(evening_start(game_filter.since))
    if game_filter.until:
        where.append("at < ?")
        values.append(evening_start(game_filter.until + timedelta(1)))
    if game_filter.person is not None:
        where.append("table_id in (select table_id from places where group_id = ? and person = ?)")
        values += [group, game_filter.person]
    for condition, value in (
        ("seats = ?", game_filter.seats),
        ("options = ?", game_filter.option or None),
        ("seconds >= ?", None if game_filter.longer is None else 60 * game_filter.longer),
        ("seconds < ?", None if game_filter.shorter is None else 60 * (game_filter.shorter + 1)),
        *(("words like ? escape '!'", _within(word)) for word in spoken(game_filter.words)),
    ):
        if value is not None:
            where.append(condition)
            values.append(value)
    if game_filter.result:
        where.append(RESULTS[game_filter.result])
    given = dict.fromkeys(filter(None, (" ".join(part.split()) for part in COMMAS.split(game_filter.names))))
    parts = [*given][:MOST_PARTS]
    if game_filter.exactly and parts:
        where.append("seats = ?")
        values.append(len(parts))
    for part in parts:
        named = ",".join(map(str, people(db, group, part))) or "null"  # as many as there may be are too many values
        among = f"person in ({named}) or person is null and lower(name) like lower(?) escape '!'"
        where.append(f"table_id in (select table_id from places where group_id = ? and ({among}))")
        values += [group, _within(part)]
    return " and ".join(where), values


def spoken(words: str) -> list[str]:
    """The words of a search, as they are compared."""
    return normalised(words).split()[:MOST_PARTS]


def _within(part: str) -> str:
    return f"%{SPECIAL.sub(BEHIND, part)}%"


def people(db: Database, group: int, part: str) -> list[int]:
    """The people whose name, or old name before a merge, contains `part`."""
    rows = db.execute("select name, coalesce(same_as, id) from people where group_id = ?", [group])
    return sorted({person for name, person in rows if normalised(part) in normalised(name)})


def places(db: Database, ids: Sequence[str]) -> dict[str, list[Place]]:
    """The seats of these games.

    A damaged row may be found by one id and read as another: its game then lacks a seat.
    """
    seats: dict[str, list[Place]] = {id: [] for id in ids}
    sql = "select table_id, name, person, place, total, won from places where {} order by seat"
    for id, name, person, place, total, won in of_games(db, sql, ids):
        if id in seats:
            seats[id].append(Place(name, person, place, total, bool(won)))
    return seats


def _with_seats(db: Database, rows: Sequence[Game]) -> list[Game]:
    seats = places(db, [game.table_id for game in rows])
    sql = f"select table_id from chronicle c where {{}} and {IS_COUNTED}"
    counted = {id for (id,) in of_games(db, sql, list(seats))}
    return [
        replace(
            game,
            seats=tuple(seats[game.table_id]),
            secrets=bool(game.secrets),
            hidden=bool(game.hidden),
            counted=game.table_id in counted,
        )
        for game in rows
    ]


def of_games(db: Database, sql: str, ids: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of these games by `sql`, which has a place for the condition."""
    for start in range(0, len(ids), 1000):
        some = ids[start : start + 1000]
        yield from db.execute(sql.format(f"table_id in ({marks(some)})"), some)


def line_count(db: Database, table_id: str) -> int:
    number: int = db.execute("select coalesce(max(line), 0) from lines where table_id = ?", [table_id]).first()[0]
    return number
