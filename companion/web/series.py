"""One game after the other: what the evening adds up to so far, and who begins the next game."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion import history, store
from companion.desk import Live
from companion.evening import Evening
from companion.games import GAMES
from companion.games import game as rules
from companion.history import Game
from companion.people import Person
from companion.record import plain_struct
from companion.web.house import house


class Tally(Struct, frozen=True):
    """What somebody has to show for an evening: games and wins, and the points that run on, by game."""

    person: Person
    games: int
    wins: int
    points: dict[str, int]


def tallies(evening: Evening) -> list[Tally]:
    """Everybody who sits, who has won most first; empty before the first game has ended."""
    ended = _ended(evening)
    found = [_tally(person, ended) for person in evening.guests] if ended else []
    return sorted(found, key=lambda tally: -tally.wins)


def _tally(person: Person, ended: Sequence[Game]) -> Tally:
    games = wins = 0
    points: dict[str, int] = {}
    for ending in ended:
        for place in ending.seats:
            if place.person == person.id:
                games, wins = games + 1, wins + place.won
                if GAMES[ending.game].RUNS_ON:
                    points[ending.game] = points.get(ending.game, 0) + (place.total or 0)
    return Tally(person, games, wins, points)


def _ended(evening: Evening, game: str = "") -> list[Game]:
    """The games of an evening that are over, the oldest first: from their rows, no table is unfolded for it."""
    found = history.of_evening(house().store.reader(), evening.id)
    damaged = {problem.table_id for problem in house().desk.damaged(evening.id)}
    return [of for of in found if of.game in GAMES and game in ("", of.game) and of.id not in damaged]


def begins(evening: Evening, game: rules.Game) -> dict[str, int]:
    """The option that says who begins the next game, as the rulebook has it after the last one of tonight."""
    return _begins(evening, game, _ended(evening, game.SLUG))


def _begins(evening: Evening, game: rules.Game, ended: Sequence[Game]) -> dict[str, int]:
    last = next((of for of in reversed(ended) if of.game == game.SLUG), None)
    live = _unfolded(last) if last and game.FIRST else None
    seats = game.begins_next(live.table.state) if live else ()
    if not last or not seats:
        return {}
    drawn = random.Random(last.id).choice(seats)  # drawn once: the same on every screen, however often asked
    places = [guest.id for guest in evening.guests]
    person = last.seats[drawn].person
    return {game.FIRST: places.index(person)} if person in places else {}


def _unfolded(of: Game) -> Live | None:
    """The table of a game; None if it is damaged."""
    (header,) = store.headers(house().store.reader(), "id = ?", [of.id])
    return house().desk.find_whole(header.code)


def proposals(evening: Evening) -> dict[str, dict[str, int]]:
    """Who begins, per game."""
    ended = _ended(evening)
    return {slug: _begins(evening, game, ended) for slug, game in GAMES.items()}


def again(evening: Evening, live: Live) -> dict[str, Any]:
    """The options for another game of the same kind: the same, but for who begins."""
    options: dict[str, Any] = plain_struct(live.table.options)
    return options | begins(evening, live.table.game)


def points_so_far(evening: Evening, live: Live) -> list[int] | None:
    """Per seat, the points of all games of this kind tonight with those of `live`; None if it is the first."""
    before = [ending for ending in _ended(evening, live.header.game) if ending.id != live.header.id]
    if not before:
        return None
    points = list(live.table.standing.totals)
    for place in (place for ending in before for place in ending.seats):
        if place.person in live.header.people:
            points[live.header.people.index(place.person)] += place.total or 0
    return points
