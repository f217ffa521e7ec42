"""The sheet: all lines of a table, as this viewer may know them."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.games.moves import Count, Refused
from companion.storage.log import Row
from companion.storage.stored_table import LiveTable
from companion.table import corrections, visibility
from companion.table.fold import append
from companion.table.model import Table, move_of
from companion.table.questions import late_asks, may_report
from companion.table.result import is_closed, result, summary
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.services import run_for_table
from companion.web.access.visit import Guest, at_this_evening, caller, own_seats, seat_in_hand, speakers, this_guest
from companion.web.forms import fields
from companion.web.forms.numbers import whole
from companion.web.pages.play.offers import offered
from companion.web.screens.seats import seats_of
from companion.web.text import words
from companion.web.text.titles import title_of

bp = Blueprint("sheet", __name__)
AT_ONCE = 500


@bp.get("/table/<code>/sheet")
@audience("guest")
def show(code: str) -> str:
    """All lines, the newest first, and the ledger."""
    live_table, guest = at_this_evening(code).snapshot(), this_guest()
    numbers = part(live_table, request.args.get("until", live_table.line, type=whole))
    seats = range(len(live_table.table.seats)) if guest.screen.host else own_seats(guest, live_table)
    shown = common(live_table) | {"may_take_back": _may_take_back(guest, live_table), "speaks_for": [*seats]}
    return run_for_table(live_table, _page, live_table, reader(live_table), numbers, shown)


def _may_take_back(guest: Guest, live_table: LiveTable) -> bool:
    """Whether the newest line is this device's to report, and so to take back."""
    if not live_table.line or guest.screen.host:
        return bool(live_table.line)
    newest = move_of(live_table.table.lines[-1])
    return any(may_report(live_table.table, seat, newest) for seat in own_seats(guest, live_table))


def _page(live_table: LiveTable, seat: int | None, numbers: range, shown: dict[str, Any]) -> str:
    shown_lines = lines(live_table, seat, numbers)
    more = {
        "lines": shown_lines,
        "older": older(shown_lines),
        "kinds": kinds(live_table),
        "result": result(live_table.table),
        "late": [*late_asks(live_table.table)],
        **_as_counted(live_table.table),
    }
    return render_template("play/sheet.html", **shown | more)


def _as_counted(table: Table) -> dict[str, Any]:
    """How the game would end if it was counted as it stands, or why it cannot be."""
    try:
        return {"as_counted": summary(append(table, Count()))}
    except Refused as refused:
        return {"as_counted": None, "not_counted": refused}


@bp.get("/table/<code>/sheet/<int:number>")
@audience("guest")
def line(code: str, number: int) -> str:
    """One line: strike it, let it read otherwise, or put in what was forgotten before it."""
    live_table, guest = at_this_evening(code), this_guest()
    if not 1 <= number <= live_table.line:
        abort(404)
    visible_moves = visibility.visible_reading(live_table.table, number, reader(live_table))
    (shown,) = lines(live_table, reader(live_table), [number])
    judge = partial(offered, live_table.snapshot(), number, caller(guest, live_table), speakers(guest, live_table))
    return render_template(
        "play/line.html",
        **common(live_table),
        line=shown,
        offer=run_for_table(live_table, judge),
        initial=fields.initial_values(visible_moves),
        kinds=kinds(live_table),
        own_seat=None if screen().host else reader(live_table),
    )


def part(live_table: LiveTable, until: int) -> range:
    """The lines that one page shows, up to the line `until`, the newest first."""
    last = max(0, min(until, live_table.line))
    return range(last, max(0, last - AT_ONCE), -1)


def older(shown: Sequence[dict[str, Any]]) -> int:
    """The line with which the next page begins; 0 if there is none."""
    return shown[-1]["number"] - 1 if shown else 0


def lines(live_table: LiveTable, seat: int | None, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """These lines of a table as the viewer in `seat` may know them."""
    gone, by = corrections.struck(live_table.table), _strikers(live_table)
    shown = []
    for number in numbers:
        written, row = live_table.table.lines[number - 1], live_table.rows[number - 1]
        shown.append(
            {
                "number": written.number,
                "move": visibility.visible_move(live_table.table, written, seat),
                "struck": written.number in gone,
                "stands": visibility.visible_reading(live_table.table, written.number, seat)
                if written.number in gone
                else [],
                "reporter": row.reporter,
                "reported_at": row.reported_at,
                "by": by.get(written.number),
            }
        )
    return shown


def _strikers(live_table: LiveTable) -> dict[int, Row]:
    """Per line that a correction names, the newest line that does so."""
    return {
        number: row
        for line, row in zip(live_table.table.lines, live_table.rows, strict=True)
        for number, _ in line.corrects
    }


def common(live_table: LiveTable) -> dict[str, Any]:
    """What every page of the sheet shows."""
    return {
        "code": live_table.header.code,
        "slug": live_table.header.game,
        "title": title_of(live_table.header.game),
        "tracks": live_table.table.tracks,
        "newest_line": live_table.line,
        "seats": seats_of(live_table, this_evening()),
        "result": summary(live_table.table),
        "view": visibility.view(live_table.table, None),
        "words": words.words_of(live_table.header.game),
        "closed": is_closed(live_table.table),
    }


def kinds(live_table: LiveTable) -> list[tuple[str, Sequence[fields.Field]]]:
    """What can be reported at a table: each kind of move with its fields."""
    return [(fields.tag(kind), fields.fields(kind)) for kind in fields.kinds(live_table.table.game)]


def reader(live_table: LiveTable) -> int | None:
    """As whom this device reads the sheet: its own seat, or everybody. A scoreboard has no secrets."""
    return None if screen().is_covered else seat_in_hand(live_table.header, screen())
