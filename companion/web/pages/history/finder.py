"""Queries of history pages: one game, or those that a search finds."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from flask import abort, request

from companion.games import GAMES
from companion.group import people
from companion.history import search
from companion.history.search import Game, GameFilter
from companion.history.verifying import verified
from companion.storage.log import Header
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole

MOST_NUMBER = 100_000  # minutes, or players, beyond which there is none


def past_game(visit: Visit, group: int, id: str, with_hidden: bool = False) -> Game:
    """Game of a group with this id; 404 if there is none, or a hidden one unless `with_hidden`."""
    game = search.game(visit.db, group, id)
    if game is None or game.game not in GAMES or (game.hidden and not with_hidden):
        abort(404)
    return game


def exportable_game(visit: Visit, group: int, id: str) -> tuple[Game, Header]:
    """Game that may be exported, and its table: 404 if there is none, 409 if it is not over or keeps a secret.

    Damaged if its stored lines are not as they were written.
    """
    game = past_game(visit, group, id)
    if not game.is_exportable:
        abort(409)
    return game, visit.services.workers.run(group, verified, visit.services.store, game).header


def game_filter() -> GameFilter:
    """Filter of the search form; 400 for a date or a number that is none, and for a result that there is not."""
    args = request.args
    if args.get("result", "") not in ("", *search.RESULTS):
        abort(400)
    return GameFilter(
        names=args.get("names", "")[:200],
        game=args.get("game", ""),
        since=day(args.get("since", "")),
        until=day(args.get("until", "")),
        hidden=bool(args.get("hidden")),
        exactly=bool(args.get("exactly")),
        result=args.get("result", ""),
        seats=_number("seats"),
        option=args.get("option", ""),
        longer=_number("longer"),
        shorter=_number("shorter"),
        words=args.get("words", "")[:200],
    )


def day(written: str) -> date | None:
    """Parse a date of a form; None for nothing, 400 for no date, or the last one, which has no next."""
    try:
        read = date.fromisoformat(written) if written else None
    except ValueError:
        abort(400)
    if read == date.max:
        abort(400)
    return read


def _number(name: str) -> int | None:
    """Number of the search form, up to `MOST_NUMBER`; None for nothing, 400 for no number."""
    written = request.args.get(name, "")
    try:
        return min(whole(written), MOST_NUMBER) if written else None
    except ValueError:
        abort(400)


def next_page(games: Sequence[Game]) -> str:
    """Address of the page that follows; empty if there is none."""
    return query_with(after=search.cursor(games[-1])) if len(games) == search.PAGE else ""


def winners(visit: Visit, games: Sequence[Game]) -> dict[int, people.Person]:
    """People who won one of these games, by their numbers."""
    won = (seat.person for game in games for seat in game.seats if seat.won and seat.person)
    return people.by_id(visit.db, visit.group, won)


def query_with(**other: Any) -> str:
    """Query of this page with some values replaced."""
    asked = {name: value for name, value in (request.args.to_dict() | other).items() if value}
    return f"?{urlencode(asked)}" if asked else ""
