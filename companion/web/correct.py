"""Correcting: what a correction would change is shown before it is made, as far as this viewer may know it."""

import secrets as chance
from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion import record, table
from companion.desk import Live
from companion.games.ledger import Entry, first
from companion.games.moves import Move, Refused
from companion.store import plain
from companion.table import Correct, Table, append, may_report, secrets_open
from companion.web import fields
from companion.web.device import screen
from companion.web.forms import move_from
from companion.web.guard import audience
from companion.web.house import house
from companion.web.numbers import whole
from companion.web.sheet import common, kinds, lines, reader
from companion.web.table import at_this_evening, own_seats, tap_key

bp = Blueprint("correct", __name__)


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
        house().desk.report(code, move, tap_key(), request.form.get("seen", type=whole), reporter)
        return make_response(redirect(f"/table/{code}/sheet", 303))
    try:
        after = append(at.table, move)
    except Refused as refused:
        if _is_clash(at, move, refused):
            return _clash(at, move, refused)
        raise
    return render_template("sure.html", **common(at), **_outlook(at.table, after), **_again(move))


def _again(move: Correct) -> dict[str, Any]:
    return {"pending": plain(record.plain_move(move)["lines"]), "key": chance.token_urlsafe(12)}


def _correction(at: Live) -> Correct:
    """What the form says about one line, added to what it says is to be corrected as well (`pending`)."""
    pending = _pending(at)
    if request.form.get("sure"):
        return pending
    number, how = request.form.get("line", 0, type=whole), request.form.get("how", "")
    if not 1 <= number <= at.line:
        raise Refused("no-such-line", line=number)
    if how == "strike":
        return Correct((*pending.lines, (number, None)))
    given = move_from(at.table.game, request.form)
    if how == "replace":
        return Correct((*pending.lines, (number, given)))
    if how != "before":
        abort(400)
    standing: tuple[Move, ...] = tuple(written.move for written in at.table.sheet[number - 1])
    return Correct((*pending.lines, (number, (given, *standing))))


def _pending(at: Live) -> Correct:
    told = request.form.get("pending")
    if not told:
        return Correct(())
    move = record.move(at.table.game, {"move": "correct", "lines": record.parse(told)})
    assert isinstance(move, Correct)
    return move


# --- a later line that no longer fits ------------------------------------------------------------------------------


def _is_clash(at: Live, move: Correct, refused: Refused) -> bool:
    """Whether a later line is in the way, which can be corrected with the first."""
    line = refused.numbers.get("line", 0)
    clash = refused.code == "no-longer-fits" and line not in dict(move.lines)
    return clash and at.table.lines[line - 1].said is not None


def _clash(at: Live, move: Correct, refused: Refused) -> str:
    number = refused.numbers["line"]
    told = table.told_sheet(at.table, number, reader(at))
    (shown,) = (of for of in lines(at, reader(at)) if of["number"] == number)
    return render_template(
        "clash.html",
        **common(at),
        refused=refused,
        line=shown,
        known=fields.known(told),
        kinds=kinds(at),
        pending=plain(record.plain_move(move)["lines"]),
    )


# --- what would follow ---------------------------------------------------------------------------------------------


def _outlook(before: Table, after: Table) -> dict[str, Any]:
    """What a correction changes: scores, entries of the ledger, who leads.

    As long as something is secret, the round that is open does not count: a preview must not tell it.
    """
    hidden = before.standing.round if secrets_open(before) else None
    was, becomes = (of.game.ledger(of.state) for of in (before, after))
    secret = [[entry for entry in of if entry.round == hidden] for of in (was, becomes)]
    known = secret[0] == secret[1]
    leads = [first(of.standing.places) for of in (before, after)]
    ended = [of.standing.over and not of.stopped for of in (before, after)]
    open_before, open_after = ([entry for entry in of if entry.round != hidden] for of in (was, becomes))
    return {
        "differences": _differences(open_before, open_after, before.game.SCORED),
        "gone": _only(open_before, open_after),
        "new": _only(open_after, open_before),
        "lead": leads[1] if known and leads[0] != leads[1] and len(leads[1]) < len(after.seats) else None,
        "goes_on": known and ended == [True, False],
        "ends": known and ended == [False, True],
    }


def _differences(
    before: Sequence[Entry], after: Sequence[Entry], scored: Sequence[str]
) -> list[tuple[int, str, int, int]]:
    """(seat, track, number before, number after) where one changes; track "" is the score."""
    was, becomes = (_numbers(of, scored) for of in (before, after))
    changed = sorted(of for of in was.keys() | becomes.keys() if was[of] != becomes[of])
    return [(seat, track, was[seat, track], becomes[seat, track]) for seat, track in changed]


def _numbers(entries: Sequence[Entry], scored: Sequence[str]) -> Counter[tuple[int, str]]:
    """The score of each seat, and what is counted besides."""
    numbers: Counter[tuple[int, str]] = Counter()
    for entry in entries:
        numbers[entry.seat, "" if entry.track in scored else entry.track] += entry.by
    return numbers


def _only(one: Sequence[Entry], other: Sequence[Entry]) -> list[Entry]:
    """The entries of one ledger that the other has not."""
    return list((Counter(one) - Counter(other)).elements())
