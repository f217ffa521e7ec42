"""What everybody may see of a table, prepared from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.evening import series
from companion.evening.model import Evening
from companion.games.ledger import Entry
from companion.group import preferences
from companion.storage.stored_table import LiveTable
from companion.table import questions, visibility
from companion.table.result import is_closed, result, summary
from companion.web.play.context import Seat, seats_of
from companion.web.regions.shared import (
    Beside,
    Board,
    Head,
    LastLine,
    Moment,
    PhoneHead,
    SharedOnPhone,
    Standing,
    StandingRow,
    Waiting,
)
from companion.web.services import services
from companion.web.text import words
from companion.web.text.formatting import changes, entries_of


@dataclass(frozen=True)
class Shown:
    """A table that a screen shows, at an evening or alone.

    `is_linked`: whether the evening's links lead anywhere for this viewer, who then is told how others come in, too.
    """

    live: LiveTable
    evening: Evening | None
    seats: Sequence[Seat]
    is_linked: bool = False


def shown(live: LiveTable, evening: Evening | None, is_linked: bool = True) -> Shown:
    """A table with the marks of the people at its seats."""
    return Shown(live, evening, seats_of(live, evening), is_linked and evening is not None)


def table_fields(table: Shown, seat: int | None) -> dict[str, Any]:
    """What every region of the table reads, as the viewer in `seat` (None: everybody) may know it."""
    live = table.live
    return {
        "slug": live.header.game,
        "title": live.table.game.TITLE,
        "code": live.header.code,
        "is_linked": table.is_linked,
        "seats": table.seats,
        "view": visibility.view(live.table, seat),
        "result": summary(live.table),
        "words": words.words_of(live.header.game),
        "options": live.table.options,
        "stopped": live.table.stopped,
    }


def board(table: Shown) -> Board:
    """The shared part of a scoreboard."""
    fields, points = table_fields(table, None), series_points(table)
    return Board(
        head=_head(table, fields),
        moment=_moment(table, fields, points),
        standing=_standing(table, fields),
        beside=Beside(**fields, series_points=points),
        waiting=_waiting(table, fields),
        last=_last(table, fields),
    )


def shared_on_phone(table: Shown) -> SharedOnPhone:
    """The shared part of a phone."""
    fields = table_fields(table, None)
    return SharedOnPhone(
        head=PhoneHead(**fields, newest=newest(table), has_board=has_board(table)),
        waiting=_waiting(table, fields),
        last=_last(table, fields),
        standing=_standing(table, fields),
    )


def _head(table: Shown, fields: dict[str, Any]) -> Head:
    if table.evening is None or not table.is_linked:
        return Head(**fields, address="", evening_code="")
    return Head(**fields, address=services().entrances.printed(table.evening.address), evening_code=table.evening.code)


def _moment(table: Shown, fields: dict[str, Any], points: Sequence[int] | None) -> Moment:
    chart = result(table.live.table) if is_closed(table.live.table) else None
    return Moment(
        **fields,
        newest=newest(table),
        entries=newest_entries(table),
        gains=_newest_gains(table),
        series_points=points,
        habits=habits(table, fields["view"]),
        chart=chart if chart and chart["ledger"] else None,
    )


def _standing(table: Shown, fields: dict[str, Any]) -> Standing:
    totals, places = fields["result"]["totals"], fields["result"]["places"]
    zones: Sequence[str] = fields["view"].zones
    order = (lambda seat: -totals[seat.index]) if zones else (lambda seat: places[seat.index])
    rows = [
        StandingRow(
            seat,
            totals[seat.index],
            changes(table.live.table, seat.index),
            zones[seat.index] if zones else "",
            seat.index in fields["result"]["winners"],
        )
        for seat in sorted(table.seats, key=order)
    ]
    return Standing(**fields, rows=rows)


def _waiting(table: Shown, fields: dict[str, Any]) -> Waiting:
    return Waiting(**fields, waiting=questions.waiting(table.live.table))


def _last(table: Shown, fields: dict[str, Any]) -> LastLine:
    lines, rows = table.live.table.lines, table.live.rows
    last = visibility.visible_move(table.live.table, lines[-1], None) if lines else None
    reporter = rows[-1].reporter if last else ""
    if last and "seat" in last and table.seats[last["seat"]].name == reporter:
        reporter = ""
    return LastLine(**fields, last=last, reporter=reporter)


def newest(table: Shown) -> str:
    """What kind of move the newest line is: "correct" for a correction, nothing before the first line."""
    lines = table.live.table.lines
    if not lines:
        return ""
    recorded = lines[-1].recorded
    return str(recorded.move.__struct_config__.tag) if recorded else "correct"


def newest_entries(table: Shown) -> Sequence[Entry]:
    """What the newest round entered into the ledger."""
    return entries_of(table.live.table, summary(table.live.table)["round"])


def _newest_gains(table: Shown) -> Sequence[Entry]:
    """What the newest round that has any entry in the ledger entered; nothing once the game is closed."""
    ledger = table.live.table.game.ledger(table.live.table.state)
    return entries_of(table.live.table, ledger[-1].round) if ledger and not is_closed(table.live.table) else ()


def series_points(table: Shown) -> Sequence[int] | None:
    """Per seat, the points of this evening's games of this kind; None if it is the first, or they do not carry over."""
    if table.evening is None or not table.live.table.game.SCORES_CARRY_OVER:
        return None
    return series.points_so_far(services().tables, table.evening, table.live)


def habits(table: Shown, view: Any) -> Mapping[str, Any]:
    """How this group likes the game, where a screen of it reads that."""
    if not view.habits:
        return {}
    return preferences.preferences(services().store.reader(), table.live.header.group, table.live.header.game)


def has_board(table: Shown) -> bool:
    """Whether a scoreboard is at the evening."""
    return table.evening is not None and any(screen.kind == "board" for screen in table.evening.screens)
