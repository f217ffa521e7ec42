"""Hall: the operator's page of the open evenings, which shows nothing inside them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, render_template

from companion.evening.model import Evening
from companion.storage.identifiers import utc_time
from companion.table import questions, visibility
from companion.table.model import Table
from companion.table.result import summary
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Visit
from companion.web.text.words import title_of, words_of


@dataclass(frozen=True)
class OpenTable:
    """Open evening as the operator may know it: no names, no scores.

    `title` and `round` of the game that is played, empty between two games; `minutes`: for how long it has been open;
    `waiting`: the number of seats that are waited for.
    """

    code: str
    title: str
    round: str
    minutes: int
    waiting: int


bp = Blueprint("hall", __name__, url_prefix="/hall/<ticket>")
REFRESH_SECONDS = 10


@bp.get("")
@audience("operator")
def show(visit: Visit, ticket: str) -> tuple[str, dict[str, str]]:
    """Page of all open evenings, by their codes; it reloads itself, also without scripts."""
    tables = [_open_table(visit, evening) for evening in visit.services.evenings.all_open()]
    tables.sort(key=lambda table: table.code)
    return render_template("hall/hall.html", address=f"/hall/{ticket}", tables=tables, asked=None), {
        "Refresh": str(REFRESH_SECONDS)
    }


@bp.get("/<code>")
@audience("operator")
def ask(visit: Visit, ticket: str, code: str) -> str:
    """Page that asks whether an evening shall end."""
    return render_template(
        "hall/hall.html", address=f"/hall/{ticket}", tables=[], asked=_open_table(visit, _evening(visit, code))
    )


@bp.post("/<code>")
@audience("operator")
def close(visit: Visit, ticket: str, code: str) -> Response:
    """End an evening, as if its host had ended it."""
    evening = _evening(visit, code)
    visit.services.evenings.close(evening)
    visit.services.entrances.tell_wifi(evening.id, None)
    return home(f"/hall/{ticket}")


def _evening(visit: Visit, code: str) -> Evening:
    evening = visit.services.evenings.by("code", code)
    if evening is None:
        abort(404)
    return evening


def _open_table(visit: Visit, evening: Evening) -> OpenTable:
    """Open evening as the operator may know it. The minutes are by wall-clock time, and never negative."""
    minutes = max(0, int((datetime.now(UTC) - utc_time(evening.opened_at)).total_seconds() // 60))
    live = visit.services.tables.shown(evening)
    if live is None:
        return OpenTable(evening.code, "", "", minutes, 0)
    round, waiting = visit.services.run_for(live, _round_and_waiting, live.header.game, live.snapshot().table)
    return OpenTable(evening.code, title_of(live.header.game), round, minutes, waiting)


def _round_and_waiting(slug: str, table: Table) -> tuple[str, int]:
    view = visibility.view(table, None)
    return words_of(slug).round(summary(table), view), len(questions.waiting(table))
