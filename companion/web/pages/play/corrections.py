"""Corrections: what one would change is shown before it is made, as far as this viewer may know it."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.games.moves import Refused
from companion.storage.stored_table import LiveTable
from companion.table import moves, visibility
from companion.table.limits import check_length
from companion.table.model import Correct, Table
from companion.table.open_round import Caller, corrected, proposed
from companion.table.rights import best, has_read_off, seats_that_may
from companion.web.access.guard import audience
from companion.web.access.services import run_for_table, services
from companion.web.access.visit import Guest, at_this_evening, caller, own_seats, speakers, this_guest, who_reports
from companion.web.forms import fields
from companion.web.forms.changes import Change, correction, read, spelt
from companion.web.forms.moves import move_from
from companion.web.forms.numbers import whole
from companion.web.pages.play.preview import preview
from companion.web.pages.play.sheet import common, kinds, lines, reader
from companion.web.screens.tap_keys import given_key, seen_line

bp = Blueprint("correct", __name__)


@bp.post("/table/<code>/correct")
@audience("guest")
def correct(code: str) -> Response | str:
    """Show what a correction would change; with `sure` it is made. What it may not make, a device may propose."""
    live_table, guest = at_this_evening(code), this_guest()
    changes = _changes(live_table)
    move, kept = run_for_table(live_table, correction, live_table.table, changes)
    if request.form.get("sure"):
        seen = seen_line(request.form)
        key = given_key(guest, code, request.form, "correct", seen, spelt(changes))
        name, asker = who_reports(guest, live_table, move, key), partial(caller, guest, live_table)
        services().tables.report(live_table, move, key, seen, name, caller=asker, kept=kept)
        return make_response(redirect(f"/table/{code}/sheet", 303))
    as_whom = speakers(guest, live_table)
    if best(live_table.table, move, as_whom) == "refused":
        abort(403)
    try:
        look = Look(live_table.snapshot(), kept, caller(guest, live_table), as_whom)
        after, move, fallen = run_for_table(live_table, _looked_ahead, look, move)
    except Refused as refused:
        if _is_clash(live_table, move, refused):
            return _clash(guest, live_table, changes, move, refused)
        raise
    shown = common(live_table) | {
        "pending": spelt([*changes, *(Change(line, "strike") for line in fallen)]),
        "allowing": _allowing(guest, live_table, move),
        "fallen": lines(live_table, reader(live_table), fallen),
    }
    return run_for_table(live_table, _look, live_table.table, after, shown)


class Look(NamedTuple):
    """Who looks at what a correction would change: as whom it reports, and as whom it corrects; `kept` as in Report."""

    live: LiveTable
    kept: frozenset[int]
    caller: Caller
    speakers: Sequence[int | None]


def _looked_ahead(look: Look, move: Correct) -> tuple[Table, Correct, list[int]]:
    """The table after a correction, that with the lines which fall away, since they had only read off; and these."""
    table, reporters, fallen = look.live.table, [row.reporter for row in look.live.rows], list[int]()
    while True:
        try:
            if best(table, move, look.speakers) == "proposed":
                return _proposed(table, move, look.kept), move, fallen
            return _corrected(table, move, look.caller, reporters, look.kept), move, fallen
        except Refused as refused:
            line = refused.numbers.get("line", 0) if refused.code == "no-longer-fits" else 0
            if line in dict(move.lines) or not has_read_off(table, move, line):
                raise
            fallen.append(line)
            move = Correct((*move.lines, (line, None)))


def _allowing(guest: Guest, live_table: LiveTable, move: Correct) -> list[int] | None:
    """The seats that may allow what this device proposes; None where it makes the correction itself."""
    if best(live_table.table, move, speakers(guest, live_table)) != "proposed":
        return None
    own = own_seats(guest, live_table)
    return [seat for seat in seats_that_may(live_table.table, move, *own) if seat not in own]


def _proposed(before: Table, move: Correct, kept: frozenset[int]) -> Table:
    check_length(before, move)
    return proposed(before, move, kept)


def _corrected(before: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int]) -> Table:
    check_length(before, move)
    return corrected(before, move, caller, reporters, kept)


def _look(before: Table, after: Table, shown: dict[str, Any]) -> str:
    return render_template("play/sure.html", **shown, **preview(before, after))


def _changes(live_table: LiveTable) -> list[Change]:
    """What the form says about one line, behind what it says is to be corrected as well (`pending`)."""
    pending = read(request.form.get("pending") or "[]")
    if request.form.get("sure"):
        return pending
    number, how = request.form.get("line", 0, type=whole), request.form.get("how", "")
    if how == "rename":
        return [*pending, Change(0, "rename", {name: request.form.get(name, "").strip() for name in ("was", "name")})]
    if not 1 <= number <= live_table.line:
        raise Refused("no-such-line", line=number)
    if how == "strike":
        return [*pending, Change(number, "strike")]
    if how not in ("replace", "before"):
        abort(400)
    given = moves.move_to_json(move_from(live_table.table.game, request.form))
    return [*pending, Change(number, "replace" if how == "replace" else "before", given)]


# --- a later line that no longer fits ------------------------------------------------------------------------------


def _is_clash(live_table: LiveTable, move: Correct, refused: Refused) -> bool:
    """Whether a later line is in the way, which can be corrected with the first."""
    line = refused.numbers.get("line", 0)
    clash = refused.code == "no-longer-fits" and line not in dict(move.lines)
    return clash and live_table.table.lines[line - 1].recorded is not None


def _clash(guest: Guest, live_table: LiveTable, changes: Sequence[Change], move: Correct, refused: Refused) -> str:
    number = refused.numbers["line"]
    both = Correct((*move.lines, (number, None)))
    visible_moves = visibility.visible_reading(live_table.table, number, reader(live_table))
    (shown,) = lines(live_table, reader(live_table), [number])
    return render_template(
        "play/clash.html",
        **common(live_table),
        refused=refused,
        right=best(live_table.table, both, speakers(guest, live_table)),
        line=shown,
        initial=fields.initial_values(visible_moves),
        kinds=kinds(live_table),
        pending=spelt(changes),
    )
