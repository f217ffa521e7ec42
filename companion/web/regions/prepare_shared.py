"""What everybody may see of a table, prepared from its facts: the slots of a scoreboard, and of a phone."""

from typing import Any

from companion.web.guide.texts import guide_of
from companion.web.regions.region import Region
from companion.web.regions.shared import (
    Beside,
    BoardMenu,
    Head,
    LaidItem,
    LastLine,
    LayingOut,
    Menu,
    Moment,
    PhoneHead,
    Standing,
    StandingRow,
    Waiting,
)
from companion.web.screens.facts import Facts

Values = dict[str, Region | None]  # by the names of their slots
ENDING = "game", "over", "outcome", "winners"  # of a result, what every slot is given


def table_fields(table: Facts, seat: int | None, where: str, *results: str) -> dict[str, Any]:
    """What every region of the table reads, as the viewer in `seat` (None: everybody) may know it.

    The view is blank but for what the slot `where` shows; of the result there is its `ENDING`, `results`, and what the
    game reads there.
    """
    whole, result = table.view(seat), table.result
    view = whole.shown_to(where, seat, table.habits)
    return {
        **table.ground(),
        "viewer": seat,  # what a viewer is shown is kept by it, for no other viewer
        "view": view,
        "result": {name: result[name] for name in (*ENDING, *results, *whole.results(where)) if name in result},
        "stopped": table.stopped,
        "counted_by": table.counted_by,
        "effects": table.effects,
    }


def read(table: Facts, seat: int | None, where: str, *names: str) -> dict[str, Any]:
    """These facts by their names, as far as the game reads them in the slot `where`; else nothing in their place."""
    wanted = table.view(seat).results(where)
    return {name: getattr(table, name) if name in wanted else () for name in names}


def board(table: Facts) -> Values:
    """The shared part of a scoreboard."""
    return {
        "head": _head(table),
        "menu": BoardMenu(**_menu(table)) if table.is_linked else None,
        "moment": moment(table),
        "laying-out": _laying_out(table),
        "standing": _standing(table),
        "beside": Beside(
            **table_fields(table, None, "beside"),
            **read(table, None, "beside", "series_points"),
            habits=table.habits,
        ),
        "waiting": _waiting(table),
        "last": _last(table),
    }


def moment(table: Facts) -> Moment:
    """What the scoreboard is about, for whoever watches on another device."""
    return Moment(
        **table_fields(table, None, "moment", "round"),
        **read(table, None, "moment", "entries", "gains", "series_points"),
        newest=table.newest,
        moment=table.moment,
        unfolding=table.unfolding,
        habits=table.habits,
        chart=table.chart,
    )


def shared_on_phone(table: Facts) -> Values:
    """The shared part of a phone."""
    return {
        "head": PhoneHead(
            **table_fields(table, None, "phone-head"),
            moment=table.moment,
            unfolding=table.unfolding,
            has_board=table.has_board,
            habits=table.habits,
        ),
        "laying-out": _laying_out(table),
        "menu": Menu(**_menu(table)) if table.is_linked else None,
        "last": _last(table),
        "standing": _standing(table),
        "waiting": _waiting(table),
    }


def _menu(table: Facts) -> dict[str, Any]:
    return {"slug": table.header.game, "code": table.header.code, "is_closed": table.is_closed}


def _head(table: Facts) -> Head:
    code = table.evening.code if table.evening and table.is_linked else ""
    fields = table_fields(table, None, "head", "round")
    return Head(**fields, address=table.address, evening_code=code, phase=phase(table))


def phase(table: Facts) -> str:
    """The phase of the moment as a sentence with the names of its seats; empty if there is none."""
    now = table.phase
    if now is None:
        return ""
    names = {place: table.seats[seat].name for place, seat in now.seats.items()}
    return guide_of(table.table.game.SLUG).phases[now.key] % (now.numbers | names)


def _laying_out(table: Facts) -> LayingOut | None:
    """What is laid out for the players of this table, until somebody has said that it lies there."""
    ticks = table.laid_out
    items = table.table.game.GUIDE.laying_out(len(table.seats), table.table.options) if ticks else ()
    if not ticks or not items:
        return None
    sentences = guide_of(table.table.game.SLUG).laying_out
    laid = [LaidItem(item.count, item.sentence(sentences), number in ticks.items) for number, item in enumerate(items)]
    return LayingOut(code=table.code, is_linked=table.is_linked, players=len(table.seats), items=laid)


def _standing(table: Facts) -> Standing:
    fields = table_fields(table, None, "standing")
    totals, places, zones = table.result["totals"], table.result["places"], fields["view"].zones
    order = (lambda seat: -totals[seat.index]) if zones else (lambda seat: places[seat.index])
    rows = [
        StandingRow(
            seat,
            totals[seat.index],
            table.changes[seat.index],
            zones[seat.index] if zones else "",
            seat.index in table.result["winners"],
        )
        for seat in sorted(table.seats, key=order)
    ]
    return Standing(**fields, rows=rows)


def _waiting(table: Facts) -> Waiting:
    return Waiting(**table_fields(table, None, "waiting"), habits=table.habits, waiting=table.waiting)


def _last(table: Facts) -> LastLine:
    last, reporter = table.last_line
    return LastLine(**table_fields(table, None, "last"), last=last, reporter=reporter)
