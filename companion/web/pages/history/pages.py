"""The saved history: evenings by date, and a game as it ended and line by line."""

from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.history import search
from companion.history.search import Game
from companion.history.verifying import verified
from companion.storage import projection
from companion.storage.identifiers import HOME
from companion.storage.stored_table import LiveTable
from companion.table import visibility
from companion.table.result import result
from companion.web.access.device import is_keeper, phones_base, this_evening
from companion.web.access.group import group
from companion.web.access.guard import audience
from companion.web.access.responses import on_worker
from companion.web.access.services import services
from companion.web.forms.numbers import whole
from companion.web.pages.history import replay, search_form
from companion.web.pages.history.finder import past_game
from companion.web.pages.history.handover import short_address
from companion.web.pages.history.nights import night_of
from companion.web.pages.history.search_form import next_page, query_with, reader
from companion.web.pages.play.sheet import lines, older, part
from companion.web.screens.seats import seats_of
from companion.web.text import words
from companion.web.text.titles import title_of, titles

bp = Blueprint("history", __name__, url_prefix="/history")

# --- evenings --------------------------------------------------------------------------------------------------------


@bp.get("/")
@audience("reader")
@on_worker
def evenings() -> str:
    """The games that are sought, evening by evening, the newest first."""
    game_filter, db = search_form.game_filter(), reader()
    if game_filter.hidden and not is_keeper():
        abort(403)
    games = search.games(db, group(), game_filter, request.args.get("after", ""))
    return render_template(
        "history/evenings.html",
        listed_games=games,
        damaged=services().verdicts.damaged(games),
        count=search.count(db, group(), game_filter) if games else 0,
        more=next_page(games),
        game_filter=game_filter,
        narrows=game_filter.narrows,
        query=query_with(after=None, hidden=None),
        titles=titles(),
        is_keeper=is_keeper(),
        is_home=group() == HOME,
    )


@bp.get("/evenings/<day>")
@audience("reader")
@on_worker
def evening(day: str) -> str:
    """One evening: who won how often, what there is to boast of, its games, and the series that were played."""
    on = search_form.day(day)
    if on is None:
        abort(404)
    return render_template("history/evening.html", night=night_of(group(), on, phones_base()))


# --- a game that was played ------------------------------------------------------------------------------------------


@bp.get("/<id>")
@audience("reader")
@on_worker
def game(id: str) -> str:
    """One game: how it ended, why every point was given, and every line. What is still secret stays so.

    With `line`: the screens as they were after that line.
    """
    played = past_game(group(), id, with_hidden=is_keeper())
    if "line" in request.args:
        return replay.page(played, request.args.get("line", 0, type=whole), request.args.get("as", ""))
    live = verified(services().store, played)
    shown_lines = lines(live, None, part(live, request.args.get("until", live.line, type=whole)))
    return render_template(
        "history/game.html",
        **_page_context(played, live),
        lines=shown_lines,
        older=older(shown_lines),
        is_keeper=is_keeper(),
    )


def _page_context(game: Game, live: LiveTable) -> dict[str, Any]:
    return {
        "game": game,
        "newest_line": live.line,
        "title": title_of(live.table.game.SLUG),
        "stopped": live.table.stopped,
        "options": live.table.options,
        "highlights": live.table.game.highlights(live.table.state),
        "night": live.header.opened_at,
        "slug": game.game,
        "seats": seats_of(live),
        "result": result(live.table),
        "view": visibility.view(live.table, None),
        "words": words.words_of(game.game),
        "settings": words.settings(game.game, game.options),
        "short": short_address(phones_base(), live.header.code, live.header.id),
    }


@bp.post("/<id>/hide")
@audience("keeper")
def hide(id: str) -> Response:
    """Leave a game out of all pages and sums, or show it again."""
    game = past_game(group(), id, with_hidden=True)
    hidden = bool(request.form.get("hidden"))
    services().evenings.change(this_evening(), lambda db: projection.hide(db, game.table_id, hidden), of_group=True)
    return make_response(redirect("/history/" if hidden else f"/history/{game.id}", 303))
