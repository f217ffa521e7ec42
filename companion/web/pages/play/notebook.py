"""A player's private notes at a table."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from htmx_flask import request

from companion.evening.rows import check_laid
from companion.group import notebook
from companion.group.groups import check_not_forgotten
from companion.storage.database import Database
from companion.storage.stored_table import LiveTable
from companion.table import visibility
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.services import services
from companion.web.access.visit import at_this_evening, seat_in_hand
from companion.web.pages.play.folds import opened
from companion.web.screens import prepare_own
from companion.web.screens.facts import Facts
from companion.web.screens.prepare_folds import NOTEBOOK

bp = Blueprint("notebook", __name__)


@bp.get("/table/<code>/notes")
@audience("guest")
def show(code: str) -> str:
    """The notebook for the fold that holds it; on a page of its own for a phone without scripts."""
    if request.htmx:
        return opened(at_this_evening(code).header.code, NOTEBOOK)
    return _page("play/notebook.html", _table_with_notebook(code))


@bp.post("/table/<code>/notes")
@audience("guest")
def note(code: str) -> Response:
    """Write a mark into a cell: `cell` is CHARACTER.SEAT.MARK."""
    live_table = _table_with_notebook(code)
    character, _, rest = request.form.get("cell", "").partition(".")
    seat, _, mark = rest.partition(".")
    characters, seats = (
        list(map(str, range(len(items)))) for items in (_characters(live_table), live_table.table.seats)
    )
    if character not in characters or seat not in seats or mark not in notebook.MARKS:
        abort(400)
    me, owner = screen().device, _owner(live_table)

    def write(db: Database) -> None:
        check_not_forgotten(db, live_table.header.group)
        check_laid(db, live_table.header.id)
        notebook.note(db, me, live_table.header.id, owner, int(character), int(seat), mark)

    services().writer.write(write)
    if not request.htmx:
        return make_response(redirect(f"/table/{code}/notes", 303))
    return make_response(_page("play/_notes.html", live_table))


def _table_with_notebook(code: str) -> LiveTable:
    """The table, for a phone that plays there; 404 where there is nobody to suspect, 403 for anybody else."""
    live_table = at_this_evening(code)
    if not _characters(live_table):
        abort(404)
    if seat_in_hand(live_table.header, screen()) is None or screen().is_covered:
        abort(403)
    return live_table


def _owner(live_table: LiveTable) -> int:
    """Whose notebook it is: a phone that several share has one for each."""
    owner = seat_in_hand(live_table.header, screen())
    assert owner is not None
    return owner


def _characters(live_table: LiveTable) -> tuple[object, ...]:
    return visibility.view(live_table.table, None).characters


def _page(template: str, live_table: LiveTable) -> str:
    notebook_of_seat = prepare_own.notebook(Facts(live_table, this_evening()), screen())
    return render_template(template, **vars(notebook_of_seat))
