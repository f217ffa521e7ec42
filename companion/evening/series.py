"""One game after the other: what the evening adds up to so far, and who begins the next game."""

import random
import secrets
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.evening.model import Evening
from companion.evening.tables import Tables
from companion.games import GAMES
from companion.games.game import Game
from companion.group.people import Person
from companion.storage.log import Header
from companion.storage.projection import Ended
from companion.storage.stored_table import LiveTable
from companion.table.moves import struct_to_json


class Tally(Struct, frozen=True):
    """A person's evening: games, wins, and running points by game."""

    person: Person
    games: int
    wins: int
    points: dict[str, int]


def tallies(tables: Tables, evening: Evening) -> list[Tally]:
    """Everybody who sits, who has won most first; empty before the first game has ended."""
    ended = tables.ended(evening.id)
    tallies = [_tally(person, ended) for person in evening.guests] if ended else []
    return sorted(tallies, key=lambda tally: -tally.wins)


def _tally(person: Person, ended: Sequence[Ended]) -> Tally:
    games = wins = 0
    points: dict[str, int] = {}
    for ending in ended:
        if person.id in ending.persons:
            seat = ending.persons.index(person.id)
            games, wins = games + 1, wins + ending.won[seat]
            if GAMES[ending.game].SCORES_CARRY_OVER:
                points[ending.game] = points.get(ending.game, 0) + ending.totals[seat]
    return Tally(person, games, wins, points)


def begins(tables: Tables, evening: Evening, game: Game) -> dict[str, int]:
    """The option that says who begins the next game, as the rulebook has it after the last one of tonight."""
    last = next((ending for ending in reversed(tables.ended(evening.id)) if ending.game == game.SLUG), None)
    live = tables.find_whole(last.code) if last and game.STARTER_OPTION else None
    seats = game.next_starters(live.table.state) if live else ()
    if not last or not seats:
        return {}
    drawn = random.Random(last.table_id).choice(seats)  # drawn once: the same on every screen, however often asked
    places = [guest.id for guest in evening.guests]
    person = last.persons[drawn]
    return {game.STARTER_OPTION: places.index(person)} if person in places else {}


def drawn_starter(evening: Evening, game: Game) -> dict[str, int]:
    """As `begins`, for a person drawn among the seated; empty where nobody sits or nobody begins."""
    seats = range(len(evening.guests))
    return {game.STARTER_OPTION: secrets.choice(seats)} if game.STARTER_OPTION and seats else {}


def proposals(tables: Tables, evening: Evening) -> dict[str, dict[str, int]]:
    """The proposed starter of each game."""
    return {slug: begins(tables, evening, game) for slug, game in GAMES.items()}


def again(tables: Tables, evening: Evening, live: LiveTable) -> dict[str, Any]:
    """The options for another game of the same kind: the same, but for who begins."""
    options: dict[str, Any] = struct_to_json(live.table.options)
    return options | begins(tables, evening, live.table.game)


def others_tonight(tables: Tables, evening: Evening, table: Header) -> list[Ended]:
    """The other games of a table's kind that have ended tonight."""
    return [one for one in tables.ended(evening.id) if one.game == table.game and one.table_id != table.id]


def points_so_far(others: Sequence[Ended], table: Header, totals: Sequence[int]) -> list[int]:
    """Per seat, the points of a game with these `totals` and of the `others`."""
    points = list(totals)
    for ending in others:
        for person, total in zip(ending.persons, ending.totals, strict=True):
            if person in table.people:
                points[table.people.index(person)] += total
    return points
