"""Leagues of a group: which games count, from when to when, and the points that they give."""

import json
from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.games.moves import Refused, text
from companion.storage.database import Database
from companion.storage.identifiers import next_id
from companion.storage.log import to_json

LONGEST = 40  # characters of a name
PRESETS: dict[str, tuple[int, ...] | Literal["beaten", "wins"]] = {
    "5-3-2-1": (5, 3, 2, 1),
    "3-1": (3, 1),
    "beaten": "beaten",
    "wins": "wins",
}
COLUMNS = "name, since, until, kinds, points, best"
Gain = Annotated[int, Meta(ge=0, le=100)]


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Points of a game. `places`: for the first place, the second …; or one for each whom one has beaten, or for a win.

    `together`, `lost`: for each player of a game that all have won, or lost, alike.
    """

    places: Annotated[tuple[Gain, ...], Meta(min_length=1, max_length=16)] | Literal["beaten", "wins"]
    together: Gain
    lost: Gain


class League(Struct, frozen=True, forbid_unknown_fields=True):
    """A league, also as the group's file has it.

    `since`, `until`: its first and last evening; `kinds`: slugs of its games, all if empty. `best`: the number of
    evenings of a person that count, those with the most points; 0 for all.
    """

    name: str
    since: date | None
    until: date | None
    kinds: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=100)]
    points: Points
    best: Annotated[int, Meta(ge=0, le=1000)]


def read(plain: object) -> League:
    """A league of plain values; Refused if it cannot be."""
    try:
        league = msgspec.convert(plain, League)
    except msgspec.ValidationError:
        raise Refused("no-such-league") from None
    return checked(league)


def checked(league: League) -> League:
    """A league with its name tidied; Refused if it has none, or ends before it begins."""
    try:
        named = text(" ".join(league.name.split()), LONGEST)
    except ValueError:
        raise Refused("name") from None
    if (league.since or date.min) > (league.until or date.max) or league.until == date.max:
        raise Refused("no-such-league")
    return msgspec.structs.replace(league, name=named)


def all_leagues(db: Database, group: int) -> dict[int, League]:
    """The leagues of a group by their ids, the newest first."""
    rows = db.execute(f"select id, {COLUMNS} from leagues where group_id = ? order by id desc", [group])
    return {id: _league(*row) for id, *row in rows}


def _league(name: str, since: str, until: str, kinds: str, points: str, best: int) -> League:
    whole = {"name": name, "since": since or None, "until": until or None, "best": best}
    return msgspec.convert(whole | {"kinds": json.loads(kinds), "points": json.loads(points)}, League)


def _row(league: League) -> list[object]:
    plain = msgspec.to_builtins(league)
    return [
        plain["name"],
        plain["since"] or "",
        plain["until"] or "",
        to_json(plain["kinds"]),
        to_json(plain["points"]),
        plain["best"],
    ]


def add(db: Database, group: int, league: League) -> int:
    """Add a league to a group; its id."""
    id = next_id(db, "leagues", group)
    sql = f"insert into leagues (id, group_id, {COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)"
    db.execute(sql, [id, group, *_row(league)])
    return id


def change(db: Database, id: int, league: League) -> None:
    sql = "update leagues set name = ?, since = ?, until = ?, kinds = ?, points = ?, best = ? where id = ?"
    db.execute(sql, [*_row(league), id])


def remove(db: Database, id: int) -> None:
    """Delete a league; its games stay."""
    db.execute("delete from leagues where id = ?", [id])
