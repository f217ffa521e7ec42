"""What a page of the history was asked for: the search form's fields, read, and the address of the next page."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from flask import abort, request

from companion.history import search
from companion.history.search import Game, GameFilter
from companion.storage.database import Database
from companion.web.access.services import services


def game_filter() -> GameFilter:
    """What the search form asks for; 400 for a date that is none."""
    args = request.args
    return GameFilter(
        names=args.get("names", "")[:200],
        game=args.get("game", ""),
        since=day(args.get("since", "")),
        until=day(args.get("until", "")),
        hidden=bool(args.get("hidden")),
    )


def day(written: str) -> date | None:
    """A date as a form writes it; None for nothing, 400 for what is no date that has a next one."""
    try:
        read = date.fromisoformat(written) if written else None
    except ValueError:
        abort(400)
    if read == date.max:
        abort(400)
    return read


def next_page(games: Sequence[Game]) -> str:
    """The address of the page that follows; empty if there is none."""
    return query_with(after=search.cursor(games[-1])) if len(games) == search.PAGE else ""


def query_with(**other: Any) -> str:
    """This page's question with some of it otherwise."""
    asked = {name: value for name, value in (request.args.to_dict() | other).items() if value}
    return f"?{urlencode(asked)}" if asked else ""


def reader() -> Database:
    return services().store.reader()
