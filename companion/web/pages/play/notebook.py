"""Private notes of a player at a table, and habits, which a group remembers."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from htmx_flask import request

from companion.evening.rows import check_laid
from companion.group import notebook, preferences
from companion.group.groups import check_not_forgotten
from companion.storage.database import Database
from companion.storage.stored_table import LiveTable
from companion.table import visibility
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Guest, Visit
from companion.web.pages.play.taps import opened
from companion.web.screens import private
from companion.web.screens.facts import Facts
from companion.web.screens.folds import NOTEBOOK

bp = Blueprint("notebook", __name__)


@bp.get("/table/<code>/notes")
@audience("guest")
def show(visit: Visit, code: str) -> str:
    """Notebook for the fold that holds it; as a page for a phone without scripts."""
    if request.htmx:
        return opened(visit, visit.table(code).header.code, NOTEBOOK)
    return _page("play/notebook.html", _at_table_with_notebook(visit, code))


@bp.post("/table/<code>/notes")
@audience("guest")
def note(visit: Visit, code: str) -> Response:
    """Write a mark into a cell: `cell` is CHARACTER.SEAT.MARK."""
    guest = _at_table_with_notebook(visit, code)
    live_table = guest.live
    character, _, rest = request.form.get("cell", "").partition(".")
    seat, _, mark = rest.partition(".")
    characters, seats = (
        list(map(str, range(len(items)))) for items in (_characters(live_table), live_table.table.seats)
    )
    if character not in characters or seat not in seats or mark not in notebook.MARKS:
        abort(400)
    me, owner = guest.device.device, guest.reads  # a phone that several share has one for each
    assert owner is not None

    def write(db: Database) -> None:
        check_not_forgotten(db, live_table.header.group)
        check_laid(db, live_table.header.id)
        notebook.note(db, me, live_table.header.id, owner, int(character), int(seat), mark)

    guest.services.writer.write(write)
    if not request.htmx:
        return make_response(redirect(f"/table/{code}/notes", 303))
    return make_response(_page("play/_notes.html", guest))


def _at_table_with_notebook(visit: Visit, code: str) -> Guest:
    """Device at the table, a phone that plays there; 404 if its game has no suspects, 403 for others."""
    guest = visit.guest(code)
    if not _characters(guest.live):
        abort(404)
    if guest.reads is None:
        abort(403)
    return guest


def _characters(live_table: LiveTable) -> tuple[object, ...]:
    return visibility.view(live_table.table, None).characters


def _page(template: str, guest: Guest) -> str:
    notebook_of_seat = private.notebook(Facts(guest.services, guest.live, guest.evening), guest.device)
    return render_template(template, **vars(notebook_of_seat))


@bp.post("/table/<code>/own")
@audience("guest")
def say_habit(visit: Visit, code: str) -> Response:
    """Store a habit of the player who holds the phone: `name`, one of the game's, and `value`, empty to remove it."""
    guest = visit.guest(code)
    live = guest.live
    name, value = request.form.get("name", ""), request.form.get("value", "")
    values = visibility.view(live.table, None).own_habits.get(name)
    if values is None or value not in ("", *values):
        abort(400)
    if guest.reads is None:
        abort(403)
    habit = {f"{name}.{live.table.seats[guest.reads]}": value}
    visit.services.evenings.change(
        visit.evening,
        lambda db: preferences.save_preferences(db, live.header.group, live.header.game, habit),
        of_group=True,
    )
    return home()
