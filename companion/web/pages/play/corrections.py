"""Corrections: a preview of the changes, as far as this viewer may know them, then the correction."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.games.ledger import Entry, first
from companion.games.moves import Refused
from companion.games.view import Aspect
from companion.storage.stored_table import LiveTable
from companion.table import moves, visibility
from companion.table.limits import check_length
from companion.table.model import Correct, Table
from companion.table.open_round import Caller, corrected, is_locked, proposed
from companion.table.rights import best, has_read_off, seats_that_may
from companion.table.visibility import view
from companion.web.access.guard import audience
from companion.web.access.visit import Guest, Visit
from companion.web.forms import fields
from companion.web.forms.changes import Change, correction, read, spelt
from companion.web.forms.moves import move_from
from companion.web.forms.numbers import whole
from companion.web.pages.play.sheet import common, kinds, lines
from companion.web.screens.taps import given_key, seen_line

bp = Blueprint("correct", __name__)


@bp.post("/table/<code>/correct")
@audience("guest")
def correct(visit: Visit, code: str) -> Response | str:
    """Preview a correction; with `sure` make it. A device that may not make it may propose it."""
    guest, services = visit.guest(code), visit.services
    live_table = guest.live
    changes = _changes(live_table)
    move, kept = services.run_for(live_table, correction, live_table.table, changes)
    if request.form.get("sure"):
        seen = seen_line(request.form)
        key = given_key(guest, request.form, "correct", seen, spelt(changes))
        name = guest.reporter(move, key)
        services.tables.report(live_table, move, key, seen, name, caller=guest.caller, kept=kept)
        return make_response(redirect(f"/table/{code}/sheet", 303))
    if best(live_table.table, move, guest.speakers) == "refused":
        abort(403)
    try:
        look = Look(live_table.snapshot(), kept, guest.caller(), guest.speakers)
        after, move, fallen = services.run_for(live_table, _looked_ahead, look, move)
    except Refused as refused:
        if _is_clash(live_table, move, refused):
            return _clash(guest, changes, move, refused)
        raise
    shown = common(guest, live_table) | {
        "pending": spelt([*changes, *(Change(line, "strike") for line in fallen)]),
        "allowing": _allowing(guest, move),
        "fallen": lines(live_table, guest.reads, fallen),
    }
    return services.run_for(live_table, _look, live_table.table, after, shown)


class Look(NamedTuple):
    """Preview of a correction: `caller` reports it, one of `speakers` corrects; `kept` as in Report."""

    live: LiveTable
    kept: frozenset[int]
    caller: Caller
    speakers: Sequence[int | None]


def _looked_ahead(look: Look, move: Correct) -> tuple[Table, Correct, list[int]]:
    """Table after a correction, the correction with the lines that fall with it, for they had only read off a value,
    and these lines."""
    table, reporters, fallen = look.live.table, [row.reporter for row in look.live.rows], list[int]()
    while True:
        try:
            check_length(table, move)
            if best(table, move, look.speakers) == "proposed":
                return proposed(table, move, look.kept), move, fallen
            return corrected(table, move, look.caller, reporters, look.kept), move, fallen
        except Refused as refused:
            line = refused.numbers.get("line", 0) if refused.code == "no-longer-fits" else 0
            if line in dict(move.lines) or not has_read_off(table, move, line):
                raise
            fallen.append(line)
            move = Correct((*move.lines, (line, None)))


def _allowing(guest: Guest, move: Correct) -> list[int] | None:
    """Seats that may allow the correction that this device proposes; None if it makes the correction itself."""
    if best(guest.live.table, move, guest.speakers) != "proposed":
        return None
    return [seat for seat in seats_that_may(guest.live.table, move, *guest.own) if seat not in guest.own]


def _look(before: Table, after: Table, shown: dict[str, Any]) -> str:
    return render_template("play/sure.html", **shown, **preview(before, after))


def _changes(live_table: LiveTable) -> list[Change]:
    """Changes of a form: those in `pending`, then that of its line; 400 or Refused for one that there is not."""
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


def _clash(guest: Guest, changes: Sequence[Change], move: Correct, refused: Refused) -> str:
    live_table, number = guest.live, refused.numbers["line"]
    both = Correct((*move.lines, (number, None)))
    visible_moves = visibility.visible_reading(live_table.table, number, guest.reads)
    (shown,) = lines(live_table, guest.reads, [number])
    return render_template(
        "play/clash.html",
        **common(guest, live_table),
        refused=refused,
        right=best(live_table.table, both, guest.speakers),
        line=shown,
        initial=fields.initial_values(visible_moves),
        kinds=kinds(live_table),
        pending=spelt(changes),
    )


def preview(before: Table, after: Table) -> dict[str, Any]:
    """Values of the template that compares a table with itself after a correction.

    As long as a secret decides anything, the open round is left out, and rounds after it: whether there are any depends
    on secrets too. If entries that are left out differ, so are places, who leads and whether the game ends: each could
    give the secret away.
    """
    first_hidden = before.standing.round + before.counted if is_locked(before) else inf  # the dropped round, if any
    open_before, secret_before = _parted(before, first_hidden)
    open_after, secret_after = _parted(after, first_hidden)
    is_public = secret_before == secret_after and is_locked(before) == is_locked(after)
    seen, seen_after = (view(table, None) for table in (before, after))
    leads = [first(table.standing.places) for table in (before, after)]
    ended = [table.standing.over and not table.stopped for table in (before, after)]
    return {
        "differences": _differences(open_before, open_after, before.game.SCORED),
        "gone": _only(open_before, open_after),
        "new": _only(open_after, open_before),
        "lead": leads[1] if is_public and leads[0] != leads[1] and len(leads[1]) < len(after.seats) else None,
        "goes_on": is_public and ended == [True, False],
        "ends": is_public and ended == [False, True],
        "places": _moved(before, after) if is_public else [],
        "aspects": _otherwise(seen.aspects(first_hidden), seen_after.aspects(first_hidden)),
        "overruled": seen.overruled(seen_after, first_hidden),
    }


def _parted(table: Table, first_hidden: float) -> tuple[list[Entry], list[Entry]]:
    """Entries of a ledger before the first hidden round, and the others."""
    ledger = table.game.ledger(table.state)
    return (
        [entry for entry in ledger if entry.round < first_hidden],
        [entry for entry in ledger if entry.round >= first_hidden],
    )


def _differences(
    before: Sequence[Entry], after: Sequence[Entry], scored: Sequence[str]
) -> list[tuple[int, str, int, int]]:
    """(seat, track, number before, number after) where one changes; track "" is the score."""
    old, new = _numbers(before, scored), _numbers(after, scored)
    changed = sorted(number for number in old.keys() | new.keys() if old[number] != new[number])
    return [(seat, track, old[seat, track], new[seat, track]) for seat, track in changed]


def _numbers(entries: Sequence[Entry], scored: Sequence[str]) -> Counter[tuple[int, str]]:
    """Score of each seat, and its sums on other tracks."""
    numbers: Counter[tuple[int, str]] = Counter()
    for entry in entries:
        numbers[entry.seat, "" if entry.track in scored else entry.track] += entry.by
    return numbers


def _moved(before: Table, after: Table) -> list[tuple[int, int, int]]:
    """(seat, place before, place after) of those whose place changes."""
    places = zip(before.standing.places, after.standing.places, strict=True)
    return [(seat, old, new) for seat, (old, new) in enumerate(places) if old != new]


def _otherwise(before: Mapping[Aspect, Any], after: Mapping[Aspect, Any]) -> list[tuple[Aspect, Any, Any]]:
    """Aspects that differ, before and after; None where one is missing."""
    both = [(aspect, before.get(aspect), after.get(aspect)) for aspect in dict.fromkeys([*before, *after])]
    return [(aspect, old, new) for aspect, old, new in both if old != new]


def _only(entries: Sequence[Entry], others: Sequence[Entry]) -> list[Entry]:
    """Entries of one ledger that the other has not."""
    return list((Counter(entries) - Counter(others)).elements())
