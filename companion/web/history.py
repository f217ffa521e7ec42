"""The saved history: evenings by date, and each game with its ledger, its chart and its sheet."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from itertools import groupby
from typing import ParamSpec, TypeVar

from flask import Blueprint, abort, render_template, request

from companion import history, store, table
from companion.desk import unfold
from companion.games import GAMES
from companion.web import words
from companion.web.guard import audience
from companion.web.house import house
from companion.web.screen import seats_of
from companion.web.sheet import lines

bp = Blueprint("history", __name__, url_prefix="/history")
P = ParamSpec("P")
R = TypeVar("R")


def aside(view: Callable[P, R]) -> Callable[P, R]:
    """Make a page beside the taps, not before them."""

    @wraps(view)
    def elsewhere(*given: P.args, **named: P.kwargs) -> R:
        return house().aside.run(view, *given, **named)

    return elsewhere


@bp.get("/")
@audience("screen")
@aside
def evenings() -> str:
    """The games, evening by evening, the newest first."""
    found = history.games(house().store.reader(), request.args.get("before", ""))
    days = [(day, list(of)) for day, of in groupby(found, key=lambda game: local(game.opened_at).date())]
    more = found[-1].opened_at if len(found) == history.PAGE else None
    return render_template("history/evenings.html", days=days, more=more, games=GAMES)


@bp.get("/<id>")
@audience("screen")
@aside
def game(id: str) -> str:
    """One game: how it ended, why every point was given, and every line. What is still secret stays so."""
    found = store.headers(house().store.reader(), "id = ?", [id])
    if not found or found[0].game not in GAMES:
        abort(404)
    live = unfold(house().store, found[0])
    return render_template(
        "history/game.html",
        live=live,
        table=live.table,
        slug=live.header.game,
        seats=seats_of(live),
        result=table.result(live.table),
        view=table.view(live.table, None),
        lines=lines(live, None),
        words=words.of(live.header.game),
        opened=local(live.header.opened_at),
    )


def local(at: str) -> datetime:
    """A stored moment in this house's own time."""
    return datetime.fromisoformat(at).astimezone().replace(tzinfo=None)
