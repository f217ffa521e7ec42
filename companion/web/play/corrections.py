"""Corrections: what one would change is shown before it is made, as far as this viewer may know it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from msgspec import Struct

from companion.games.ledger import Entry, first
from companion.games.moves import Refused
from companion.storage.log import to_json
from companion.storage.stored_table import LiveTable
from companion.table import moves, strict_json, visibility
from companion.table.limits import check_length
from companion.table.model import Correct, Replacement, Table
from companion.table.open_round import corrected, is_locked
from companion.table.visibility import secrets_open
from companion.web.access.device import screen
from companion.web.access.guard import audience
from companion.web.forms import fields
from companion.web.forms.moves import move_from
from companion.web.forms.numbers import whole
from companion.web.play.current import at_this_evening, caller, who_reports
from companion.web.play.sheet import common, kinds, lines, reader
from companion.web.play.tap_keys import given_key, key_for, seen_line
from companion.web.services import run_for_table, services

bp = Blueprint("correct", __name__)


class Change(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What becomes of a line: `strike`; `replace`, by `move`; or `before`: `move` was forgotten before it.

    This is all that a form carries. What stands in the line never leaves the server: it may be secret.
    """

    line: int
    how: Literal["strike", "replace", "before"]
    move: Any = None


@bp.post("/table/<code>/correct")
@audience("screen")
def correct(code: str) -> Response | str:
    """Show what a correction would change; with `sure` it is made."""
    at = at_this_evening(code)
    changes = _changes(at)
    move, kept = _correction(at, changes)
    name = who_reports(at, move)
    if request.form.get("sure"):
        seen = seen_line()
        services().tables.report(at, move, given_key(), seen, name, caller=caller(at), kept=kept)
        return make_response(redirect(f"/table/{code}/sheet", 303))
    check_length(at.table, move)
    try:
        after = run_for_table(at.table, corrected, at.table, move, caller(at), [row.reporter for row in at.rows], kept)
    except Refused as refused:
        if _is_clash(at, move, refused):
            return _clash(at, changes, refused)
        raise
    pending = _spelt(changes)
    key = key_for(screen().device, code, "correct", at.line, pending)
    return run_for_table(at.table, _look, at.table, after, common(at) | {"pending": pending, "key": key})


def _look(before: Table, after: Table, shown: dict[str, Any]) -> str:
    return render_template("play/sure.html", **shown, **_outlook(before, after))


def _spelt(changes: Sequence[Change]) -> str:
    return to_json([[change.line, change.how, change.move] for change in changes])


def _changes(at: LiveTable) -> list[Change]:
    """What the form says about one line, behind what it says is to be corrected as well (`pending`)."""
    pending = _pending()
    if request.form.get("sure"):
        return pending
    number, how = request.form.get("line", 0, type=whole), request.form.get("how", "")
    if not 1 <= number <= at.line:
        raise Refused("no-such-line", line=number)
    if how == "strike":
        return [*pending, Change(number, "strike")]
    if how not in ("replace", "before"):
        abort(400)
    given = moves.move_to_json(move_from(at.table.game, request.form))
    return [*pending, Change(number, "replace" if how == "replace" else "before", given)]


def _pending() -> list[Change]:
    try:
        return msgspec.convert(strict_json.parse(request.form.get("pending") or "[]"), list[Change])
    except msgspec.ValidationError as problem:
        raise strict_json.Unreadable(f"The correction cannot be read: {problem}") from problem


def _correction(at: LiveTable, changes: Sequence[Change]) -> tuple[Correct, frozenset[int]]:
    """The correction, with what stands in its lines; and the lines in which that stays as it is."""
    lines = tuple((change.line, _reads(at, change)) for change in changes)
    return Correct(lines), frozenset(change.line for change in changes if change.how == "before")


def _reads(at: LiveTable, change: Change) -> Replacement:
    if not 1 <= change.line <= at.line:
        raise Refused("no-such-line", line=change.line)
    if change.how == "strike":
        return None
    given = moves.move(at.table.game, change.move)
    if isinstance(given, Correct):
        raise strict_json.Unreadable("A corrected line reads any move but a correct")
    if change.how == "replace":
        return given
    return (given, *(written.move for written in at.table.sheet[change.line - 1]))


# --- a later line that no longer fits ------------------------------------------------------------------------------


def _is_clash(at: LiveTable, move: Correct, refused: Refused) -> bool:
    """Whether a later line is in the way, which can be corrected with the first."""
    line = refused.numbers.get("line", 0)
    clash = refused.code == "no-longer-fits" and line not in dict(move.lines)
    return clash and at.table.lines[line - 1].recorded is not None


def _clash(at: LiveTable, changes: Sequence[Change], refused: Refused) -> str:
    number = refused.numbers["line"]
    told = visibility.visible_reading(at.table, number, reader(at))
    (shown,) = lines(at, reader(at), [number])
    return render_template(
        "play/clash.html",
        **common(at),
        refused=refused,
        line=shown,
        known=fields.initial_values(told),
        kinds=kinds(at),
        pending=_spelt(changes),
    )


# --- what would follow ---------------------------------------------------------------------------------------------


def _outlook(before: Table, after: Table) -> dict[str, Any]:
    """What a correction changes: scores, entries of the ledger, who leads.

    As long as something is secret, the round that is open does not count: a preview must not tell it.
    """
    hidden = before.standing.round if secrets_open(before) else None
    was, becomes = (of.game.ledger(of.state) for of in (before, after))
    secret = [[entry for entry in of if entry.round == hidden] for of in (was, becomes)]
    known = secret[0] == secret[1] and is_locked(before) == is_locked(after)
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
