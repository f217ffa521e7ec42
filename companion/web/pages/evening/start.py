"""Starting tables: a new one, a rematch, one that was interrupted; an evening beside this one; ending the evening."""

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
    """A new table for everybody who sits, in the order in which they sit; with `draw` chance says who begins."""
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
    """What hosts of a group are offered where they start a game: how it was played last, and the cards of its decks."""
    piles = [name for name, pile in game.PILES.items() if pile.in_options]
    return preferences.preferences(db, group, game.SLUG), [decks.cards(db, group, game.SLUG, name) for name in piles]


@bp.post("/rematch")
@audience("host")
def play_again(visit: Visit) -> Response:
    """The game that has ended once more: the same options, whoever sits now, and the next one begins."""
    evening = visit.evening
    last = visit.services.tables.find(evening.table_code) if evening.table_code else None
    if last is None or not result.is_closed(last.table):
        raise Refused("stale")  # somebody was quicker
    _start(visit, last.table.game, series.again(visit.services.tables, evening, last) | _named_since(visit, last))
    return home()


def _named_since(visit: Visit, last: LiveTable) -> dict[str, Any]:
    """The option of what lies on the table, with the names that were told after its first line."""
    names = lineup_of(last.table.game)
    return {names.option: list(names_of(names, last, visit.db).shown)} if names else {}


def _assert_gathering(visit: Visit) -> None:
    """Refused if a table is shown: another host was quicker. In the place of a damaged one another may start."""
    if visit.services.tables.shown(visit.evening) is not None:
        raise Refused("stale")


def _start(
    visit: Visit,
    game: Game,
    options: dict[str, Any],
    also: Callable[[Database, Header], list[int]] = lambda db, header: [],
) -> None:
    """Lay a table and show it; `also`, done in the same commit, returns which other evenings show something of it."""
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
    """A table that was interrupted goes on tonight."""
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
    """Back to gathering; the table stays in the history, unless nothing was reported at it."""
    gone = visit.services.evenings.put_away(visit.evening)
    if gone is not None:
        visit.services.tables.let_go(gone)
    return home()


@bp.post("/evenings")
@audience("host")
def open_beside(visit: Visit) -> Response:
    """Another table of the same group, under a code of its own: this device goes there, and hosts as it does here."""
    evening = visit.services.evenings.open(visit.evening.group)
    visit.services.admission.arrive(evening, visit.device.device, host=True, stands_in=visit.device.stands_in)
    visit.services.say_evening(evening)
    return home()


@bp.post("/evenings/<code>")
@audience("guest")
def go_back(visit: Visit, code: str) -> Response:
    """Back to another table at which this device still is one of theirs."""
    others = visit.services.evenings.elsewhere(visit.evening, visit.device.device)
    evening = next((other for other in others if other.code == code), None)
    if evening is None:
        abort(404)
    visit.services.admission.arrive(evening, visit.device.device, host=visit.keeps(evening.group))
    return home()


@bp.post("/end")
@audience("host")
def end(visit: Visit) -> Response:
    """The evening ends."""
    visit.services.evenings.close(visit.evening)
    visit.services.entrances.tell_wifi(visit.evening.id, None)
    return home()
