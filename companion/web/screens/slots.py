"""Slots of a table's screens: the fields that all of them have, and rows that are slots themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.web.screens.facts import Facts
from companion.web.screens.region import Region, Seat
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Row(Region):
    """Row of a `seat` in the slot `where`, for which a game has a template; or another part of the slot that is drawn
    alone, by its name: then `kind` is not "row". `view`, `result` and `stopped` as in TableRegion, `habits` as in
    Moment.

    A part with a name may be given the `effects` of cards, and the steps in which the moment unfolds, `unfolding`.
    """

    TEMPLATE: ClassVar[str] = "play/_row.html"
    slug: str
    title: str
    code: str
    is_linked: bool
    seats: Sequence[Seat]
    words: Words
    options: Any
    where: str
    kind: str
    seat: int | None
    view: Any
    result: Mapping[str, Any]
    stopped: bool
    habits: Mapping[str, Any]
    effects: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unfolding: str = ""


Values = dict[str, Region | None]  # by the names of their slots
ENDING = (
    "game",
    "over",
    "outcome",
    "winners",
)  # of a result, the values that every slot has


def table_fields(table: Facts, seat: int | None, where: str, *results: str) -> dict[str, Any]:
    """Fields of every region of the table, for the viewer `seat` (None: everybody).

    The view is blank but for the fields that the slot `where` shows; of the result there is its `ENDING`, `results`,
    and the values that the game reads there.
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
    """Facts called `names`, as far as the game reads them in the slot `where`; empty values for the others."""
    wanted = table.view(seat).results(where)
    return {name: getattr(table, name) if name in wanted else () for name in names}


def rows(table: Facts, slot: str, where: str) -> Values:
    """Rows of a slot that are slots themselves, and its other parts that are drawn alone: the same for all viewers."""
    return table.once(_rows, slot, where)


def _rows(table: Facts, slot: str, where: str) -> Values:
    whole, result = table.view(None), table.result
    order = whole.rows(where)
    if not order:
        return {}
    shown = {name: result[name] for name in whole.results(where) if name in result}
    common = {**table.ground(), "where": where, "result": shown, "habits": table.habits, "stopped": table.stopped}
    named: dict[str, Any] = {"effects": table.effects, "unfolding": table.unfolding}
    slots: Values = {}
    for number, row in enumerate(order):
        name, kind, seat = (number, "row", row) if isinstance(row, int) else (row, row, None)
        besides = named if seat is None else {}
        slots[f"{slot}/{name}"] = Row(**common, **besides, kind=kind, seat=seat, view=whole.row(where, row))
    return slots
