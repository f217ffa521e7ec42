"""The sheet: every line of a table, why every number is what it is, and the way to put a mistake right."""

from typing import Any

from flask import Blueprint, abort, render_template

from companion import table
from companion.desk import Live
from companion.store import Row
from companion.table import result
from companion.web import fields, words
from companion.web.device import screen
from companion.web.guard import audience
from companion.web.house import house
from companion.web.screen import seat_in_hand, seats_of
from companion.web.table import at_this_evening, own_seats

bp = Blueprint("sheet", __name__)


@bp.get("/table/<code>/sheet")
@audience("screen")
def show(code: str) -> str:
    """All lines, the newest first, and the ledger."""
    at = at_this_evening(code)
    return render_template("sheet.html", **common(at), lines=lines(at, reader(at)), kinds=kinds(at))


@bp.get("/table/<code>/sheet/<int:number>")
@audience("screen")
def line(code: str, number: int) -> str:
    """One line: strike it, let it read otherwise, or put in what was forgotten before it."""
    at = at_this_evening(code)
    if not 1 <= number <= at.line:
        abort(404)
    told = table.told_sheet(at.table, number, reader(at))
    (shown,) = (of for of in lines(at, reader(at)) if of["number"] == number)
    return render_template("line.html", **common(at), line=shown, known=fields.known(told), kinds=kinds(at))


def lines(at: Live, seat: int | None) -> list[dict[str, Any]]:
    """The lines of a table as the viewer in `seat` may know them, the newest first."""
    gone, by = table.struck(at.table), _strikers(at)
    shown = []
    for written, row in zip(at.table.lines, at.rows, strict=True):
        shown.append(
            {
                "number": written.number,
                "told": table.told(at.table, written, seat),
                "struck": written.number in gone,
                "stands": table.told_sheet(at.table, written.number, seat) if written.number in gone else [],
                "reporter": row.reporter,
                "at": row.at,
                "by": by.get(written.number),
            }
        )
    return shown[::-1]


def _strikers(at: Live) -> dict[int, Row]:
    """Per line that a correction names, the newest line that does so."""
    return {number: row for of, row in zip(at.table.lines, at.rows, strict=True) for number, _ in of.corrects}


def common(at: Live) -> dict[str, Any]:
    """What every page of the sheet shows."""
    return {
        "live": at,
        "table": at.table,
        "seats": seats_of(at, house().evenings.now()),
        "result": result(at.table),
        "view": table.view(at.table, None),
        "words": words.of(at.header.game),
        "screen": screen(),
        "own": own_seats(at),
        "closed": table.is_closed(at.table),
    }


def kinds(at: Live) -> list[tuple[str, list[fields.Field]]]:
    """What can be reported at a table: each kind of move with its fields."""
    return [(fields.tag(kind), fields.fields(kind)) for kind in fields.kinds(at.table.game)]


def reader(at: Live) -> int | None:
    """As whom this device reads the sheet: its own seat, or everybody. A scoreboard has no secrets."""
    return None if screen().is_covered else seat_in_hand(at, screen())
