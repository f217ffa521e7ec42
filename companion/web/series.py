"""One game after the other: what the evening adds up to so far, and who begins the next game."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.desk import Live, of_evening
from companion.evening import Evening
from companion.games import GAMES
from companion.games.game import Game
from companion.people import Person
from companion.record import plain_struct
from companion.table import result
from companion.web.house import house


class Tally(Struct, frozen=True):
    """What somebody has to show for an evening: games and wins, and the points that run on, by game."""

    person: Person
    games: int
    wins: int
    points: dict[str, int]


def tallies(evening: Evening) -> list[Tally]:
    """Everybody who sits, who has won most first; empty before the first game has ended."""
    ended = [(live, result(live.table)) for live in _tables(evening) if live.table.standing.over]
    found = [_tally(person, ended) for person in evening.guests] if ended else []
    return sorted(found, key=lambda tally: -tally.wins)


def _tally(person: Person, ended: Sequence[tuple[Live, dict[str, Any]]]) -> Tally:
    games = wins = 0
    points: dict[str, int] = {}
    for live, ending in ended:
        if ending["over"] and person.id in live.header.people:
            seat = live.header.people.index(person.id)
            games, wins = games + 1, wins + (seat in ending["winners"])
            if live.table.game.RUNS_ON:
                slug = live.header.game
                points[slug] = points.get(slug, 0) + ending["totals"][seat]
    return Tally(person, games, wins, points)


def _tables(evening: Evening, game: str = "") -> list[Live]:
    """The tables of an evening, the oldest first, without those that are damaged."""
    headers = of_evening(house().store.reader(), evening.id)
    wanted = [header.code for header in headers if game in ("", header.game)]
    return [live for code in wanted if (live := house().desk.find_whole(code))]


def begins(evening: Evening, game: Game) -> dict[str, int]:
    """The option that says who begins the next game, as the rulebook has it after the last one of tonight."""
    return _begins(evening, game, _tables(evening, game.SLUG))


def _begins(evening: Evening, game: Game, tables: Sequence[Live]) -> dict[str, int]:
    ended = (live for live in reversed(tables) if live.table.game is game and live.table.standing.over)
    last = next(ended, None)
    seats = game.begins_next(last.table.state) if last and game.FIRST else ()
    if not last or not seats:
        return {}
    drawn = random.Random(last.header.id).choice(seats)  # drawn once: the same on every screen, however often asked
    places = [guest.id for guest in evening.guests]
    person = last.header.people[drawn]
    return {game.FIRST: places.index(person)} if person in places else {}


def proposals(evening: Evening) -> dict[str, dict[str, int]]:
    """Who begins, per game."""
    tables = _tables(evening)
    return {slug: _begins(evening, game, tables) for slug, game in GAMES.items()}


def again(evening: Evening, live: Live) -> dict[str, Any]:
    """The options for another game of the same kind: the same, but for who begins."""
    options: dict[str, Any] = plain_struct(live.table.options)
    return options | begins(evening, live.table.game)


def points_so_far(evening: Evening, live: Live) -> list[int] | None:
    """Per seat, the points of all games of this kind tonight with those of `live`; None if it is the first."""
    before = [
        of for of in _tables(evening, live.header.game) if of.table.standing.over and of.header.id != live.header.id
    ]
    if not before:
        return None
    points = list(live.table.standing.totals)
    for of in before:
        for person, total in zip(of.header.people, of.table.standing.totals, strict=True):
            if person in live.header.people:
                points[live.header.people.index(person)] += total
    return points
