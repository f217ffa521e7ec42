"""Starting tables: a new one, a rematch, one that was interrupted; another evening beside this one; ending it."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, request

from companion.evening import series
from companion.evening.rows import change, changed_beside, show_next
from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Refused
from companion.group import decks, preferences
from companion.storage.database import Database
from companion.storage.log import Header
from companion.storage.stored_table import LiveTable
from companion.table import result
from companion.table.fold import open_table
from companion.table.moves import options_for
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Visit
from companion.web.forms import options as forms_options
from companion.web.forms.lineup import lineup_of, names_of

bp = Blueprint("start", __name__)


@bp.post("/tables")
@audience("host")
def start(visit: Visit) -> Response:
    """Start a table for all who sit, in the order in which they sit; with `draw` chance says who begins."""
    game = GAMES.get(request.form.get("game", ""))
    if game is None:
        abort(404)
    _assert_gathering(visit)
    evening, group = visit.evening, visit.evening.group
    drawn = series.drawn_starter(evening, game) if "draw" in request.form else {}
    options = forms_options.options(game, request.form) | drawn
    habits = forms_options.preferences(game, request.form) | {"options": options}

    def keep(db: Database, header: Header) -> list[int]:
        before = _offered(db, group, game)
        preferences.save_preferences(db, group, game.SLUG, habits)
        decks.remember_options(db, group, game.SLUG, options)
        return changed_beside(db, evening.id) if _offered(db, group, game) != before else []

    _start(visit, game, options, keep)
    return home()


def _offered(db: Database, group: int, game: Game) -> object:
    """Values that hosts of a group are offered when they start a game: its last options, and the cards of its decks."""
    piles = [name for name, pile in game.PILES.items() if pile.in_options]
    return preferences.preferences(db, group, game.SLUG), [decks.cards(db, group, game.SLUG, name) for name in piles]


@bp.post("/rematch")
@audience("host")
def play_again(visit: Visit) -> Response:
    """Start the game that has ended once more: the same options, the guests of now, and the next one begins."""
    evening = visit.evening
    last = visit.services.tables.find(evening.table_code) if evening.table_code else None
    if last is None or not result.is_closed(last.table):
        raise Refused("stale")  # somebody was quicker
    _start(visit, last.table.game, series.again(visit.services.tables, evening, last) | _named_since(visit, last))
    return home()


def _named_since(visit: Visit, last: LiveTable) -> dict[str, Any]:
    """Option with the names of the line-up, including those that were given after the first line."""
    names = lineup_of(last.table.game)
    return {names.option: list(names_of(names, last, visit.db).shown)} if names else {}


def _assert_gathering(visit: Visit) -> None:
    """Check that no table is shown: Refused (`stale`) if another host was quicker. A damaged one may be replaced."""
    if visit.services.tables.shown(visit.evening) is not None:
        raise Refused("stale")


def _start(
    visit: Visit,
    game: Game,
    options: dict[str, Any],
    also: Callable[[Database, Header], list[int]] = lambda db, header: [],
) -> None:
    """Open a table and show it. `also` runs in the same commit, and returns the other evenings whose screens it
    changes."""
    evening = visit.evening
    table = open_table(game, [guest.name for guest in evening.guests], options_for(game, options))

    def show(db: Database, header: Header) -> list[int]:
        others = change(db, evening.id, lambda now: show_next(now, evening.table_code, header.code))
        return [*others, *also(db, header)]

    guests = [guest.id for guest in evening.guests]
    _, others = visit.services.tables.open(evening.group, table, evening.id, guests, show)
    visit.services.evenings.notify(evening, others)


@bp.post("/tables/<code>/go-on")
@audience("host")
def go_on(visit: Visit, code: str) -> Response:
    """Resume a table that was interrupted."""
    live = visit.services.tables.find_in_group(visit.evening.group, code)
    if live is None or live.header.evening is None or result.is_closed(live.table):
        abort(404)
    if visit.services.evenings.is_elsewhere(visit.evening, live.header):
        abort(404)
    _assert_gathering(visit)
    sat = [person for person in live.header.people if person is not None]
    others = visit.services.evenings.resume(visit.evening, live.header, sat)
    visit.services.tables.read_anew(code)
    visit.services.evenings.notify(visit.evening, others)
    return home()


@bp.post("/put-away")
@audience("host")
def put_away(visit: Visit) -> Response:
    """Go back to gathering; the table stays in the history, unless it has no line."""
    gone = visit.services.evenings.put_away(visit.evening)
    if gone is not None:
        visit.services.tables.let_go(gone)
    return home()


@bp.post("/evenings")
@audience("host")
def open_beside(visit: Visit) -> Response:
    """Open a second evening of the same group, under a code of its own: this device goes there, and hosts as it does
    here."""
    evening = visit.services.evenings.open(visit.evening.group)
    visit.services.admission.arrive(evening, visit.device.device, host=True, stands_in=visit.device.stands_in)
    visit.services.say_evening(evening)
    return home()


@bp.post("/evenings/<code>")
@audience("guest")
def go_back(visit: Visit, code: str) -> Response:
    """Return to another evening at which this device still is."""
    others = visit.services.evenings.elsewhere(visit.evening, visit.device.device)
    evening = next((other for other in others if other.code == code), None)
    if evening is None:
        abort(404)
    visit.services.admission.arrive(evening, visit.device.device, host=visit.keeps(evening.group))
    return home()


@bp.post("/end")
@audience("host")
def end(visit: Visit) -> Response:
    """End the evening."""
    visit.services.evenings.close(visit.evening)
    visit.services.entrances.tell_wifi(visit.evening.id, None)
    return home()
