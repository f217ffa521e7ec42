"""The hall: which evenings are open, for whoever runs the server; it looks into none of them."""

from datetime import UTC, datetime

from flask import Blueprint, Response, abort, render_template

from companion.evening.model import Evening
from companion.storage.identifiers import utc_time
from companion.table import questions, visibility
from companion.table.model import Table
from companion.table.result import summary
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import run_for_table, services
from companion.web.pages.rows import OpenTable
from companion.web.text import words
from companion.web.text.titles import title_of

bp = Blueprint("hall", __name__, url_prefix="/hall/<ticket>")
REFRESH_SECONDS = 10


@bp.get("")
@audience("operator")
def show(ticket: str) -> tuple[str, dict[str, str]]:
    """All open evenings, by their codes; the page fetches itself anew, also without scripts."""
    tables = [_open_table(evening) for evening in services().evenings.all_open()]
    tables.sort(key=lambda table: table.code)
    return render_template("hall/hall.html", address=f"/hall/{ticket}", tables=tables, asked=None), {
        "Refresh": str(REFRESH_SECONDS)
    }


@bp.get("/<code>")
@audience("operator")
def ask(ticket: str, code: str) -> str:
    """The question whether an evening shall end."""
    return render_template("hall/hall.html", address=f"/hall/{ticket}", tables=[], asked=_open_table(_evening(code)))


@bp.post("/<code>")
@audience("operator")
def close(ticket: str, code: str) -> Response:
    """An evening ends, as if its host had ended it."""
    evening = _evening(code)
    services().evenings.close(evening)
    services().entrances.tell_wifi(evening.id, None)
    return home(f"/hall/{ticket}")


def _evening(code: str) -> Evening:
    evening = services().evenings.by_code(code)
    if evening is None:
        abort(404)
    return evening


def _open_table(evening: Evening) -> OpenTable:
    """What may be known of an evening from outside. The minutes are those of the clock on the wall, never negative."""
    minutes = max(0, int((datetime.now(UTC) - utc_time(evening.opened_at)).total_seconds() // 60))
    live = services().tables.shown(evening)
    if live is None:
        return OpenTable(evening.code, "", "", minutes, 0)
    round, waiting = run_for_table(live, _round_and_waiting, live.header.game, live.snapshot().table)
    return OpenTable(evening.code, title_of(live.header.game), round, minutes, waiting)


def _round_and_waiting(slug: str, table: Table) -> tuple[str, int]:
    view = visibility.view(table, None)
    return words.words_of(slug).round(summary(table), view), len(questions.waiting(table))
