"""Sheet: all lines of a table, as this viewer may know them, and the actions that a device has for one."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, render_template, request
from msgspec import Struct

from companion.games.moves import Adjust, Count, Refused
from companion.storage.log import Row
from companion.storage.stored_table import LiveTable
from companion.table import corrections, visibility
from companion.table.fold import append
from companion.table.model import Correct, Table, all_written, move_of
from companion.table.open_round import Caller, corrected, is_of_the_open_round, proposed
from companion.table.questions import late_asks, may_report
from companion.table.result import is_closed, result, summary
from companion.table.rights import Answer, best, seats_that_may
from companion.table.visibility import closed
from companion.table.words import normalised
from companion.web.access.guard import audience
from companion.web.access.visit import Guest, Visit
from companion.web.forms import fields
from companion.web.forms.numbers import whole
from companion.web.screens.region import seats_of
from companion.web.text.words import words_of

bp = Blueprint("sheet", __name__)

AT_ONCE = 500
ADJUST = "adjust"


@bp.get("/table/<code>/sheet")
@audience("guest")
def show(visit: Visit, code: str) -> str:
    """Page of all lines, the newest first, and the ledger."""
    guest = visit.guest(code)
    live_table = guest.live.snapshot()
    numbers = part(live_table, request.args.get("until", live_table.line, type=whole))
    seats = range(len(live_table.table.seats)) if guest.device.host else guest.own
    shown = common(guest, live_table) | {"may_take_back": _may_take_back(guest), "speaks_for": [*seats]}
    return guest.services.run_for(live_table, _page, live_table, guest.reads, numbers, shown)


def _may_take_back(guest: Guest) -> bool:
    """Whether this device may report the newest line, and so take it back."""
    if not guest.live.line or guest.device.host:
        return bool(guest.live.line)
    newest = move_of(guest.live.table.lines[-1])
    return any(may_report(guest.live.table, seat, newest) for seat in guest.own)


def _page(live_table: LiveTable, seat: int | None, numbers: range, shown: dict[str, Any]) -> str:
    more = {
        **chapters(live_table, seat, numbers),
        "kinds": kinds(live_table),
        "result": result(live_table.table),
        "late": [*late_asks(live_table.table)],
        **_as_counted(live_table.table),
    }
    return render_template("play/sheet.html", **shown | more)


def _as_counted(table: Table) -> dict[str, Any]:
    """Result if the game was counted as it stands, or the reason why it cannot be."""
    try:
        return {"as_counted": summary(append(table, Count()))}
    except Refused as refused:
        return {"as_counted": None, "not_counted": refused}


@bp.get("/table/<code>/sheet/<int:number>")
@audience("guest")
def line(visit: Visit, code: str, number: int) -> str:
    """Page of one line: strike it, replace it, or insert a forgotten one before it."""
    guest = visit.guest(code)
    live_table = guest.live
    if not 1 <= number <= live_table.line:
        abort(404)
    visible_moves = visibility.visible_reading(live_table.table, number, guest.reads)
    (shown,) = lines(live_table, guest.reads, [number])
    judge = partial(offered, live_table.snapshot(), number, guest.caller(), guest.speakers)
    return render_template(
        "play/line.html",
        **common(guest, live_table),
        line=shown,
        offer=guest.services.run_for(live_table, judge),
        initial=fields.initial_values(visible_moves),
        kinds=kinds(live_table),
        own_seat=None if guest.device.host else guest.reads,
    )


def part(live_table: LiveTable, until: int) -> range:
    """Numbers of the lines on one page, up to the line `until`, the newest first."""
    last = max(0, min(until, live_table.line))
    return range(last, max(0, last - AT_ONCE), -1)


def chapters(live: LiveTable, seat: int | None, numbers: range, sought: Sequence[str] = ()) -> dict[str, Any]:
    """Lines on one page, the newest first, in chapters. `headings`: the progress of the game in each of their rounds,
    by its number, if the game tells them apart: each is a chapter then. `older`: the number of the line with which
    the next page begins, 0 if there is none. Lines that hold any of the words `sought` are marked."""
    table, words = live.table, words_of(live.header.game)
    rounds = {number: table.game.standing(table.folds[number - 1].state).round for number in numbers}
    first = {round: table.folds[number - 1].state for number, round in rounds.items()}
    headings = {round: words.round({"round": round}, table.game.view(state)) for round, state in first.items()}
    if len(set(headings.values())) < max(2, len(headings)):
        headings = {}
    together = groupby(numbers, key=lambda number: headings.get(rounds[number], ""))
    return {
        "chapters": [(heading, lines(live, seat, of_one, sought)) for heading, of_one in together],
        "headings": headings,
        "older": numbers[-1] - 1 if numbers else 0,
    }


def lines(
    live_table: LiveTable, seat: int | None, numbers: Iterable[int], sought: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Lines of a table as the viewer in `seat` may know them."""
    gone, by = corrections.struck(live_table.table), _strikers(live_table)
    shown = []
    for number in numbers:
        written, row = live_table.table.lines[number - 1], live_table.rows[number - 1]
        move = visibility.visible_move(live_table.table, written, seat)
        shown.append(
            {
                "number": written.number,
                "move": move,
                "is_sought": any(word in normalised(str([*move.values()])) for word in sought),
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
    """Newest line that corrects a line, by the number of the latter."""
    return {
        number: row
        for line, row in zip(live_table.table.lines, live_table.rows, strict=True)
        for number, _ in line.corrects
    }


def common(guest: Guest, live_table: LiveTable) -> dict[str, Any]:
    """Values of every page of the sheet."""
    return {
        "code": live_table.header.code,
        "slug": live_table.header.game,
        "tracks": live_table.table.tracks,
        "newest_line": live_table.line,
        "seats": seats_of(guest.services, live_table, guest.evening),
        "result": summary(live_table.table),
        "view": visibility.view(live_table.table, None),
        "words": words_of(live_table.header.game),
        "closed": is_closed(live_table.table),
    }


def kinds(live_table: LiveTable) -> list[tuple[str, Sequence[fields.Field]]]:
    """Kinds of moves that can be reported at a table, each with its fields."""
    return [(fields.tag(kind), fields.fields(kind)) for kind in fields.kinds(live_table.table.game)]


class Offer(Struct, frozen=True):
    """Corrections that a device may make of a line: whether to strike it, and to replace it; the kinds of moves that
    may be inserted `before` it.

    `whose`: if they are proposed, the seats that may allow them; empty if the device makes them itself. `hides`:
    whether the line holds a secret.
    """

    strike: bool
    replace: bool
    before: tuple[str, ...]
    whose: tuple[int, ...]
    hides: bool

    def __bool__(self) -> bool:
        return self.strike or self.replace or bool(self.before)


def offered(live: LiveTable, number: int, by: Caller, speakers: Sequence[int | None]) -> Offer:
    """Corrections of a line that a device may make, which reports as `by` and corrects as one of these `speakers`."""
    table, reporters = live.table, [row.reporter for row in live.rows]
    stands = tuple(written.move for written in table.sheet[number - 1])
    seat = next((seat for seat in speakers if seat is not None), 0)
    strike = Correct(((number, None),))
    whose = best(table, strike, speakers)
    forgotten = Correct(((number, (Adjust(max(seat, 0), table.tracks[0], 1, "?"), *stands)),))
    recorded = table.lines[number - 1].recorded
    kinds = () if recorded is None else tuple(fields.tag(kind) for kind in fields.kinds(table.game))
    before = bool(kinds) and best(table, forgotten, speakers) != "refused"
    strikes = _may(table, strike, whose, by, reporters)
    otherwise = Correct(((number, stands or (recorded.move,)),)) if recorded else None
    replaces = otherwise is not None and _may(table, otherwise, whose, by, reporters)
    return Offer(
        strike=strikes,
        replace=replaces,
        before=() if not before else (ADJUST,) if is_of_the_open_round(table, number) else kinds,
        whose=seats_that_may(table, strike) if whose == "proposed" and (strikes or replaces) else (),
        hides=any(
            closed(table, written) for written in (*all_written(table.lines[number - 1]), *table.sheet[number - 1])
        ),
    )


def _may(table: Table, move: Correct, whose: Answer, by: Caller, reporters: Sequence[str]) -> bool:
    """Whether such a correction may be made, or proposed. Whether it fits is checked on the next page."""
    if whose == "refused":
        return False
    try:
        if whose == "proposed":
            proposed(table, move)
        else:
            corrected(table, move, by, reporters)
    except Refused as refused:
        return refused.code != "secrets-open"
    return True
