"""The sheet: all lines of a table, as this viewer may know them."""

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.storage.log import Row
from companion.storage.stored_table import LiveTable
from companion.table import corrections, visibility
from companion.table.result import is_closed, result, summary
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.forms import fields
from companion.web.forms.numbers import whole
from companion.web.play.context import seat_in_hand, seats_of
from companion.web.play.current import at_this_evening, own_seats
from companion.web.play.tap_keys import key_for
from companion.web.services import run_for_table
from companion.web.text import words

bp = Blueprint("sheet", __name__)
AT_ONCE = 500


@bp.get("/table/<code>/sheet")
@audience("screen")
def show(code: str) -> str:
    """All lines, the newest first, and the ledger."""
    at = at_this_evening(code).snapshot()
    numbers = part(at, request.args.get("until", at.line, type=whole))
    return run_for_table(at.table, _page, at, reader(at), numbers, common(at))


def _page(at: LiveTable, seat: int | None, numbers: range, shown: dict[str, Any]) -> str:
    told = lines(at, seat, numbers)
    more = {"lines": told, "older": older(told), "kinds": kinds(at), "result": result(at.table), "keys": _keys(at)}
    return render_template("play/sheet.html", **shown | more)


def _keys(live_table: LiveTable) -> dict[str, str]:
    """The keys of the forms that stand on the sheet itself, by the kind of move."""
    device, code = screen().device, live_table.header.code
    return {move: key_for(device, code, "sheet", live_table.line, move) for move in ("adjust", "stop")}


@bp.get("/table/<code>/sheet/<int:number>")
@audience("screen")
def line(code: str, number: int) -> str:
    """One line: strike it, let it read otherwise, or put in what was forgotten before it."""
    at = at_this_evening(code)
    if not 1 <= number <= at.line:
        abort(404)
    told = visibility.visible_reading(at.table, number, reader(at))
    (shown,) = lines(at, reader(at), [number])
    return render_template(
        "play/line.html", **common(at), line=shown, known=fields.initial_values(told), kinds=kinds(at)
    )


def part(at: LiveTable, until: int) -> range:
    """The lines that one page shows, up to the line `until`, the newest first."""
    last = max(0, min(until, at.line))
    return range(last, max(0, last - AT_ONCE), -1)


def older(shown: Sequence[dict[str, Any]]) -> int:
    """The line with which the next page begins; 0 if there is none."""
    return shown[-1]["number"] - 1 if shown else 0


def lines(at: LiveTable, seat: int | None, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """These lines of a table as the viewer in `seat` may know them."""
    gone, by = corrections.struck(at.table), _strikers(at)
    shown = []
    for number in numbers:
        written, row = at.table.lines[number - 1], at.rows[number - 1]
        shown.append(
            {
                "number": written.number,
                "told": visibility.visible_move(at.table, written, seat),
                "struck": written.number in gone,
                "stands": visibility.visible_reading(at.table, written.number, seat) if written.number in gone else [],
                "reporter": row.reporter,
                "at": row.reported_at,
                "by": by.get(written.number),
            }
        )
    return shown


def _strikers(at: LiveTable) -> dict[int, Row]:
    """Per line that a correction names, the newest line that does so."""
    return {number: row for of, row in zip(at.table.lines, at.rows, strict=True) for number, _ in of.corrects}


def common(at: LiveTable) -> dict[str, Any]:
    """What every page of the sheet shows."""
    return {
        "live": at,
        "table": at.table,
        "seats": seats_of(at, this_evening()),
        "result": summary(at.table),
        "view": visibility.view(at.table, None),
        "words": words.words_of(at.header.game),
        "screen": screen(),
        "own": own_seats(at),
        "closed": is_closed(at.table),
    }


def kinds(at: LiveTable) -> list[tuple[str, list[fields.Field]]]:
    """What can be reported at a table: each kind of move with its fields."""
    return [(fields.tag(kind), fields.fields(kind)) for kind in fields.kinds(at.table.game)]


def reader(at: LiveTable) -> int | None:
    """As whom this device reads the sheet: its own seat, or everybody. A scoreboard has no secrets."""
    return None if screen().is_covered else seat_in_hand(at, screen())
