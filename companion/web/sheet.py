"""The sheet: every line of a table, why every number is what it is, and the way to put a mistake right."""

import secrets as chance
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion import table
from companion.desk import Live
from companion.games.game import Move, Refused
from companion.table import Correct, Table, append, may_report, result, secrets_open
from companion.web import fields, words
from companion.web.device import screen
from companion.web.forms import move_from
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
    return render_template("sheet.html", **_common(at), lines=lines(at, _seat(at)), kinds=_kinds(at))


@bp.get("/table/<code>/sheet/<int:number>")
@audience("screen")
def line(code: str, number: int) -> str:
    """One line: strike it, let it read otherwise, or put in what was forgotten before it."""
    at = at_this_evening(code)
    if not 1 <= number <= at.line:
        abort(404)
    told = table.told_sheet(at.table, number, _seat(at))
    (shown,) = (of for of in lines(at, _seat(at)) if of["number"] == number)
    return render_template("line.html", **_common(at), line=shown, known=fields.known(told), kinds=_kinds(at))


@bp.post("/table/<code>/correct")
@audience("screen")
def correct(code: str) -> Response | str:
    """Show what a correction would change; with `sure` it is made."""
    at = at_this_evening(code)
    move = _correction(at)
    own = own_seats(at)
    if not screen().host and not any(may_report(at.table, seat, move) for seat in own):
        abort(403)
    if request.form.get("sure"):
        reporter = "host" if screen().host and not own else at.table.seats[own[0]]
        key = request.form.get("key", "")
        if not 8 <= len(key) <= 64:
            abort(400)
        house().desk.report(code, move, key, request.form.get("seen", type=int), reporter)
        return make_response(redirect(f"/table/{code}/sheet", 303))
    after = append(at.table, move)
    return render_template(
        "sure.html",
        **_common(at),
        form=request.form,
        differences=differences(at.table, after),
        key=chance.token_urlsafe(12),
    )


def _correction(at: Live) -> Correct:
    number, how = request.form.get("line", 0, type=int), request.form.get("how", "")
    if not 1 <= number <= at.line:
        raise Refused("no-such-line", line=number)
    if how == "strike":
        return Correct(((number, None),))
    given = move_from(at.table.game, request.form)
    if how == "replace":
        return Correct(((number, given),))
    if how != "before":
        abort(400)
    standing: tuple[Move, ...] = tuple(written.move for written in at.table.sheet[number - 1])
    return Correct(((number, (given, *standing)),))


def lines(at: Live, seat: int | None) -> list[dict[str, Any]]:
    """The lines of a table as the viewer in `seat` may know them, the newest first."""
    gone = table.struck(at.table)
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
            }
        )
    return shown[::-1]


def differences(before: Table, after: Table) -> list[tuple[int, int, int]]:
    """(seat, score before, score after) where a correction changes a score.

    As long as something is secret, the round that is open does not count: a preview must not tell it.
    """
    open_round = before.standing.round if secrets_open(before) else None
    was, becomes = (_scores(of, open_round) for of in (before, after))
    return [(seat, a, b) for seat, (a, b) in enumerate(zip(was, becomes, strict=True)) if a != b]


def _scores(of: Table, open_round: int | None) -> list[int]:
    scores = [0] * len(of.seats)
    for entry in of.game.ledger(of.state):
        if entry.round != open_round:
            scores[entry.seat] += entry.by
    return scores


def _common(at: Live) -> dict[str, Any]:
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


def _kinds(at: Live) -> list[tuple[str, list[fields.Field]]]:
    return [(fields.tag(kind), fields.fields(kind)) for kind in fields.kinds(at.table.game)]


def _seat(at: Live) -> int | None:
    """As whom this device reads the sheet: its own seat, or everybody. A scoreboard has no secrets."""
    return None if screen().is_covered else seat_in_hand(at, screen())
