"""Corrections: what one would change is shown before it is made, as far as this viewer may know it."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from msgspec import Struct

from companion.games.moves import Refused
from companion.storage.log import to_json
from companion.storage.stored_table import LiveTable
from companion.table import moves, strict_json, visibility
from companion.table.limits import check_length
from companion.table.model import Correct, Replacement, Table
from companion.table.open_round import Caller, corrected
from companion.web.access.device import screen
from companion.web.access.guard import audience
from companion.web.forms import fields
from companion.web.forms.moves import move_from
from companion.web.forms.numbers import whole
from companion.web.play.current import at_this_evening, caller, who_reports
from companion.web.play.preview import preview
from companion.web.play.sheet import common, kinds, lines, reader
from companion.web.play.tap_keys import given_key, key_for, seen_line
from companion.web.services import run_for_table, services

bp = Blueprint("correct", __name__)


class Change(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What becomes of a line: `strike`; `replace`, by `move`; or `before`: `move` was forgotten before it.

    `rename` is of every line, `line` is 0: `move` has in `was` what is called `name` from now on.

    This is all that a form carries. What stands in the line never leaves the server: it may be secret.
    """

    line: int
    how: Literal["strike", "replace", "before", "rename"]
    move: Any = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """What is named otherwise: its name until now, and from now on."""

    was: str
    name: str


@bp.post("/table/<code>/correct")
@audience("guest")
def correct(code: str) -> Response | str:
    """Show what a correction would change; with `sure` it is made."""
    live_table = at_this_evening(code)
    changes = _changes(live_table)
    move, kept = run_for_table(live_table, _correction, live_table.snapshot(), changes)
    name = who_reports(live_table, move, request.form.get("key", ""))
    if request.form.get("sure"):
        seen = seen_line()
        services().tables.report(
            live_table, move, given_key(), seen, name, caller=lambda: caller(live_table), kept=kept
        )
        return make_response(redirect(f"/table/{code}/sheet", 303))
    try:
        after = run_for_table(
            live_table,
            _corrected,
            live_table.table,
            move,
            caller(live_table),
            [row.reporter for row in live_table.rows],
            kept,
        )
    except Refused as refused:
        if _is_clash(live_table, move, refused):
            return _clash(live_table, changes, refused)
        raise
    pending = _spelt(changes)
    key = key_for(screen().device, code, "correct", live_table.line, pending)
    return run_for_table(
        live_table, _look, live_table.table, after, common(live_table) | {"pending": pending, "key": key}
    )


def _corrected(before: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int]) -> Table:
    check_length(before, move)
    return corrected(before, move, caller, reporters, kept)


def _look(before: Table, after: Table, shown: dict[str, Any]) -> str:
    return render_template("play/sure.html", **shown, **preview(before, after))


def _spelt(changes: Sequence[Change]) -> str:
    return to_json([[change.line, change.how, change.move] for change in changes])


def _changes(live_table: LiveTable) -> list[Change]:
    """What the form says about one line, behind what it says is to be corrected as well (`pending`)."""
    pending = _pending()
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


def _pending() -> list[Change]:
    try:
        return msgspec.convert(strict_json.parse(request.form.get("pending") or "[]"), list[Change])
    except msgspec.ValidationError as problem:
        raise strict_json.Unreadable(f"The correction cannot be read: {problem}") from problem


def _correction(live_table: LiveTable, changes: Sequence[Change]) -> tuple[Correct, frozenset[int]]:
    """The correction, with what stands in its lines; and the lines in which that stays as it is."""
    lines = tuple(line for change in changes for line in _lines(live_table, change))
    if not lines:  # what was to be named otherwise is called something else by now
        raise Refused("stale")
    return Correct(lines), frozenset(change.line for change in changes if change.how == "before")


def _lines(live_table: LiveTable, change: Change) -> Iterator[tuple[int, Replacement]]:
    """Which lines a change makes read otherwise, and what they read then."""
    if change.how != "rename":
        yield change.line, _reads(live_table, change)
        return
    names = msgspec.convert(change.move, Rename)
    for number, stands in enumerate(live_table.table.sheet, 1):
        before = tuple(written.move for written in stands)
        after = tuple(moves.renamed(live_table.table.game, move, names.was, names.name) for move in before)
        if after != before:
            yield number, after


def _reads(live_table: LiveTable, change: Change) -> Replacement:
    if not 1 <= change.line <= live_table.line:
        raise Refused("no-such-line", line=change.line)
    if change.how == "strike":
        return None
    given = moves.move(live_table.table.game, change.move)
    if isinstance(given, Correct):
        raise strict_json.Unreadable("A corrected line reads any move but a correct")
    if change.how == "replace":
        return given
    return (given, *(written.move for written in live_table.table.sheet[change.line - 1]))


# --- a later line that no longer fits ------------------------------------------------------------------------------


def _is_clash(live_table: LiveTable, move: Correct, refused: Refused) -> bool:
    """Whether a later line is in the way, which can be corrected with the first."""
    line = refused.numbers.get("line", 0)
    clash = refused.code == "no-longer-fits" and line not in dict(move.lines)
    return clash and live_table.table.lines[line - 1].recorded is not None


def _clash(live_table: LiveTable, changes: Sequence[Change], refused: Refused) -> str:
    number = refused.numbers["line"]
    visible_moves = visibility.visible_reading(live_table.table, number, reader(live_table))
    (shown,) = lines(live_table, reader(live_table), [number])
    return render_template(
        "play/clash.html",
        **common(live_table),
        refused=refused,
        line=shown,
        initial=fields.initial_values(visible_moves),
        kinds=kinds(live_table),
        pending=_spelt(changes),
    )
