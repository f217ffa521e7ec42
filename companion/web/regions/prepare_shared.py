"""What everybody may see of a table, prepared from it."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.web.drawing.shown import Shown
from companion.web.guide.texts import guide_of
from companion.web.regions.shared import (
    Beside,
    Board,
    Head,
    LaidItem,
    LastLine,
    LayingOut,
    Moment,
    PhoneHead,
    SharedOnPhone,
    Standing,
    StandingRow,
    Waiting,
)
from companion.web.text import words
from companion.web.text.titles import title_of


def table_fields(table: Shown, seat: int | None) -> dict[str, Any]:
    """What every region of the table reads, as the viewer in `seat` (None: everybody) may know it."""
    return {
        "slug": table.header.game,
        "title": title_of(table.header.game),
        "code": table.header.code,
        "is_linked": table.is_linked,
        "seats": table.seats,
        "viewer": seat,  # what a viewer is shown is kept by it, for no other viewer
        "view": table.view(seat),
        "result": table.result,
        "words": words.words_of(table.header.game),
        "options": table.table.options,
        "stopped": table.stopped(),
        "effects": table.effects(),
    }


def board(table: Shown) -> Board:
    """The shared part of a scoreboard."""
    fields, points = table_fields(table, None), table.series_points()
    habits = _habits(table, fields)
    return Board(
        slug=table.header.game,
        code=table.header.code,
        is_linked=table.is_linked and table.evening is not None,
        is_closed=table.is_closed(),
        head=_head(table, fields),
        moment=_moment(table, fields, points, habits),
        laying_out=_laying_out(table),
        standing=_standing(table, fields),
        beside=Beside(**fields, series_points=points, habits=habits),
        waiting=_waiting(table, fields, habits),
        last=_last(table, fields),
    )


def moment(table: Shown) -> Moment:
    """What the scoreboard is about, for whoever watches on another device."""
    fields = table_fields(table, None)
    return _moment(table, fields, table.series_points(), _habits(table, fields))


def shared_on_phone(table: Shown) -> SharedOnPhone:
    """The shared part of a phone."""
    fields = table_fields(table, None)
    habits = _habits(table, fields)
    return SharedOnPhone(
        slug=table.header.game,
        code=table.header.code,
        is_linked=table.is_linked,
        is_closed=table.is_closed(),
        head=PhoneHead(**fields, newest=table.newest(), has_board=table.has_board(), habits=habits),
        laying_out=_laying_out(table),
        waiting=_waiting(table, fields, habits),
        last=_last(table, fields),
        standing=_standing(table, fields),
    )


def _habits(table: Shown, fields: dict[str, Any]) -> Mapping[str, Any]:
    """How the group likes the game, where its screens ask for that."""
    return table.habits() if fields["view"].habits else {}


def _head(table: Shown, fields: dict[str, Any]) -> Head:
    code = table.evening.code if table.evening and table.is_linked else ""
    return Head(**fields, address=table.address(), evening_code=code, phase=phase(table))


def phase(table: Shown) -> str:
    """The phase of the moment as a sentence with the names of its seats; empty if there is none."""
    now = table.phase()
    if now is None:
        return ""
    names = {place: table.seats[seat].name for place, seat in now.seats.items()}
    return guide_of(table.table.game.SLUG).phases[now.key] % (now.numbers | names)


def _laying_out(table: Shown) -> LayingOut | None:
    """What is laid out for the players of this table, until somebody has said that it lies there."""
    ticks = table.laid_out()
    items = table.table.game.GUIDE.laying_out(len(table.seats), table.table.options) if ticks else ()
    if not ticks or not items:
        return None
    texts = guide_of(table.table.game.SLUG).laying_out
    laid = [
        LaidItem(item.count, texts[item.key] % (item.numbers | {"count": item.count}), number in ticks.items)
        for number, item in enumerate(items)
    ]
    return LayingOut(code=table.code, is_linked=table.is_linked, players=len(table.seats), items=laid)


def _moment(table: Shown, fields: dict[str, Any], points: Sequence[int] | None, habits: Mapping[str, Any]) -> Moment:
    return Moment(
        **fields,
        newest=table.newest(),
        entries=table.newest_entries(),
        gains=table.newest_gains(),
        series_points=points,
        habits=habits,
        chart=table.chart(),
    )


def _standing(table: Shown, fields: dict[str, Any]) -> Standing:
    totals, places = fields["result"]["totals"], fields["result"]["places"]
    zones: Sequence[str] = fields["view"].zones
    order = (lambda seat: -totals[seat.index]) if zones else (lambda seat: places[seat.index])
    rows = [
        StandingRow(
            seat,
            totals[seat.index],
            table.change(seat.index),
            zones[seat.index] if zones else "",
            seat.index in fields["result"]["winners"],
        )
        for seat in sorted(table.seats, key=order)
    ]
    return Standing(**fields, rows=rows)


def _waiting(table: Shown, fields: dict[str, Any], habits: Mapping[str, Any]) -> Waiting:
    return Waiting(**fields, habits=habits, waiting=table.waiting())


def _last(table: Shown, fields: dict[str, Any]) -> LastLine:
    last, reporter = table.last_line()
    return LastLine(**fields, last=last, reporter=reporter)
