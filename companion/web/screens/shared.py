"""Shared part of a table's screens: the slots of a scoreboard, and those that all phones share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct

from companion.games.ledger import Entry
from companion.history.callbacks import Callback
from companion.history.statistics import Pair
from companion.web.screens.end_cards import ending
from companion.web.screens.facts import Facts
from companion.web.screens.region import Region, Seat, TableRegion
from companion.web.screens.slots import Values, read, rows, table_fields
from companion.web.text.rulebook import guide_of
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Head(TableRegion):
    """Top of the scoreboard. `address`: where phones come in, as it is printed; `evening_code`: the code to type
    there."""

    TEMPLATE: ClassVar[str] = "play/_head.html"
    address: str
    evening_code: str


class LaidItem(Struct, frozen=True, gc=False):
    """Thing to lay out; `count`: how many, 0 if no number is shown."""

    count: int
    text: str
    is_ticked: bool


@dataclass(frozen=True, kw_only=True)
class LayingOut(Region):
    """Things to lay out before the first line, for this number of players. `is_linked` as in TableRegion.

    Under it a game links, by `laying-out.html`, to the page where they are entered.
    """

    TEMPLATE: ClassVar[str] = "play/_laying_out.html"
    slug: str
    code: str
    is_linked: bool
    players: int
    items: Sequence[LaidItem]


@dataclass(frozen=True, kw_only=True)
class PhoneHead(TableRegion):
    """Top of a phone's shared part. `has_board` as in Now, `unfolding` and `habits` as in Moment."""

    TEMPLATE: ClassVar[str] = "play/_phone_head.html"
    unfolding: str
    has_board: bool
    habits: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Now(Region):
    """Values for the script: the key of the `moment`; a screen that comes to another one shows it in the steps of
    `unfolding`. `newest`: the kind of move of the newest line, for a scoreboard; `has_board`: one is followed, so
    phones say "look up"."""

    TEMPLATE: ClassVar[str] = "play/_now.html"
    moment: str
    unfolding: str
    newest: str
    has_board: bool


@dataclass(frozen=True, kw_only=True)
class Moment(TableRegion):
    """Main slot of the scoreboard. `unfolding` as in Now.

    If the game reads them: `newest`, the kind of move of the newest line; `entries`, the ledger entries of the newest
    round; `gains`, those of the newest round that has any, while the game goes on; `series_points`, per seat, the
    points of this evening's games of this kind, none if it is the first. `habits`: the group's habits, as far as
    screens read them.
    """

    TEMPLATE: ClassVar[str] = "play/_moment.html"
    newest: str
    unfolding: str
    entries: Sequence[Entry]
    gains: Sequence[Entry]
    series_points: Sequence[int]
    habits: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class WholeTable(Region):
    """Main slot of the scoreboard, on a phone. `moment`: its slots; None: it is in a fold, and not drawn with it."""

    TEMPLATE: ClassVar[str] = "play/_whole_table.html"
    code: str
    moment: Mapping[str, Region | None] | None


class StandingRow(Struct, frozen=True, gc=False):
    """Seat in the standing: its total, the change in the newest round, the zone in which it would end."""

    seat: Seat
    total: int
    change: int
    zone: str
    has_won: bool


@dataclass(frozen=True, kw_only=True)
class Standing(TableRegion):
    """Standing of the seats, the first first; in a game where being first is no good, by score.

    `rows` is empty if they are slots of their own.
    """

    TEMPLATE: ClassVar[str] = "play/_standing.html"
    rows: Sequence[StandingRow]


@dataclass(frozen=True, kw_only=True)
class SharedFold(TableRegion):
    """Contents of the game's own `fold` in a phone's shared part, which are public. Drawn by fold-FOLD.html."""

    TEMPLATE: ClassVar[str] = "play/_shared_fold.html"
    fold: str


@dataclass(frozen=True, kw_only=True)
class Beside(TableRegion):
    """Game's own part under the standing. `series_points` and `habits` as in Moment."""

    TEMPLATE: ClassVar[str] = "play/_beside.html"
    series_points: Sequence[int]
    habits: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Waiting(TableRegion):
    """Line of those who are waited for, with the marks of all; once the game is over its `callback`, if it has one, and
    the `pair` as in Facts. `is_waited`: somebody is, and the table is not asked first."""

    TEMPLATE: ClassVar[str] = "play/_waiting.html"
    is_waited: bool
    callback: Callback | None
    pair: Pair | None


@dataclass(frozen=True, kw_only=True)
class WaitedFor(Region):
    """Question that is waited for, and its seats; `done`: the numbers of the others. `view` as in TableRegion."""

    TEMPLATE: ClassVar[str] = "play/_waited_for.html"
    seats: Sequence[Seat]
    waiting: Sequence[int]
    done: str
    words: Words
    view: Any


@dataclass(frozen=True, kw_only=True)
class LastLine(TableRegion):
    """Newest line, as everybody may know it. `reporter`: who reported it, unless the line itself names them."""

    TEMPLATE: ClassVar[str] = "play/_last.html"
    last: Any
    reporter: str


@dataclass(frozen=True, kw_only=True)
class Spotlight(TableRegion):
    """Newest line alone on the scoreboard, for a moment. `last` as in LastLine; `lines`: the number of lines, so that a
    line like the one before is shown, too."""

    TEMPLATE: ClassVar[str] = "play/_spot.html"
    last: Any
    lines: int


@dataclass(frozen=True, kw_only=True)
class Menu(Region):
    """Links of a phone's menu at a table. `is_closed`: the game is over or broken off."""

    TEMPLATE: ClassVar[str] = "play/_phone_menu.html"
    slug: str
    code: str
    is_closed: bool


@dataclass(frozen=True, kw_only=True)
class BoardMenu(Menu):
    """Links of the scoreboard's menu. `past`: the id of a game that is closed, which can be seen again; else empty."""

    TEMPLATE: ClassVar[str] = "play/_board_menu.html"
    past: str


def board(table: Facts) -> Values:
    """Shared part of a scoreboard."""
    return {
        "head": _head(table),
        "menu": BoardMenu(**_menu(table), past=table.record_id if table.is_closed else "") if table.is_linked else None,
        **moment(table, "moment"),
        "laying-out": _laying_out(table),
        **_standing(table),
        "beside": Beside(
            **table_fields(table, None, "beside"),
            **read(table, None, "beside", "series_points"),
            habits=table.habits,
        ),
        **_waiting(table),
        "last": _last(table),
        "spot": _spotlight(table),
    }


def moment(table: Facts, slot: str) -> Values:
    """Main slot of the scoreboard, with its rows, for a device that watches."""
    now = Now(moment=table.moment, unfolding=table.unfolding, newest=table.newest, has_board=False)
    shown = Moment(
        **table_fields(table, None, "moment", "round"),
        **read(table, None, "moment", "entries", "gains", "series_points"),
        newest=table.newest if "newest" in table.view(None).results("moment") else "",
        unfolding=table.unfolding,
        habits=table.habits,
    )
    end = ending(table, slot)
    return {slot: shown, f"{slot}/now": now, **end, **({} if table.stopped else rows(table, slot, "moment"))}


def shared_on_phone(table: Facts) -> Values:
    """Shared part of a phone."""
    return {
        "head": PhoneHead(
            **table_fields(table, None, "phone-head"),
            unfolding=table.unfolding,
            has_board=table.has_board,
            habits=table.habits,
        ),
        **rows(table, "head", "phone-head"),
        "now": Now(moment=table.moment, unfolding=table.unfolding, newest="", has_board=table.has_board),
        "laying-out": _laying_out(table),
        "menu": Menu(**_menu(table)) if table.is_linked else None,
        "whole-table": _whole_table(table),
        "last": _last(table),
        **({} if table.is_linked else {"standing": standing(table)}),
        **_waiting(table),
    }


def _whole_table(table: Facts) -> WholeTable | None:
    """Scoreboard's main slot on phones, from the first line on: there may be no scoreboard, or somebody has not looked
    up."""
    how = table.view(None).whole_table
    if not table.is_linked or not table.table.lines or not how:
        return None
    return WholeTable(
        code=table.code, moment=moment(table, "moment") if how == "open" and not table.has_board else None
    )


def _menu(table: Facts) -> dict[str, Any]:
    return {"slug": table.header.game, "code": table.header.code, "is_closed": table.is_closed}


def _head(table: Facts) -> Head:
    code = table.evening.code if table.evening and table.is_linked else ""
    fields = table_fields(table, None, "head", "round")
    return Head(**fields, address=table.address, evening_code=code)


def _laying_out(table: Facts) -> LayingOut | None:
    """Things to lay out for the players of this table, until somebody has ticked all of them."""
    ticks = table.laid_out
    items = table.table.game.laying_out(len(table.seats), table.table.options) if ticks else ()
    if not ticks or not items:
        return None
    sentences = guide_of(table.table.game.SLUG).laying_out
    laid = [LaidItem(item.count, item.sentence(sentences), number in ticks.items) for number, item in enumerate(items)]
    slug = table.header.game
    return LayingOut(slug=slug, code=table.code, is_linked=table.is_linked, players=len(table.seats), items=laid)


def _standing(table: Facts) -> Values:
    """Standing on a scoreboard; if the game has rows there, each is in a slot of its own."""
    each = rows(table, "standing", "standing")
    return {"standing": Standing(**table_fields(table, None, "standing"), rows=()) if each else standing(table), **each}


def folded(table: Facts, fold: str) -> Values:
    """Slot with its rows that is in a fold of a phone's shared part: the moment, the standing, or the game's own fold;
    empty if there is none."""
    if fold == "moment":
        return moment(table, fold)
    if fold == "standing":
        return {fold: standing(table)}
    is_there = fold in table.view(None).shared_folds
    return {fold: SharedFold(**table_fields(table, None, f"fold-{fold}"), fold=fold)} if is_there else {}


def standing(table: Facts) -> Standing:
    """Standing with all its rows."""
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


def _waiting(table: Facts) -> Values:
    fields = table_fields(table, None, "waiting")
    is_waited = bool(table.waiting) and not table.view(None).asks_table_first(table.habits)
    callback, pair = (table.callback, table.pair) if table.result["over"] else (None, None)
    slots: Values = {"waiting": Waiting(**fields, is_waited=is_waited, callback=callback, pair=pair)}
    if is_waited and not table.is_closed:
        done = " ".join([str(seat.index) for seat in table.seats if seat.index not in table.waiting])
        who = {"seats": table.seats, "waiting": table.waiting, "words": fields["words"], "view": fields["view"]}
        slots["waiting/who"] = WaitedFor(**who, done=done)
    return slots


def _last(table: Facts) -> LastLine:
    last, reporter = table.last_line
    return LastLine(**table_fields(table, None, "last"), last=last, reporter=reporter)


def _spotlight(table: Facts) -> Spotlight | None:
    if table.is_closed or not table.view(None).is_spotlit(table.newest):
        return None
    last, _ = table.last_line
    return Spotlight(**table_fields(table, None, "spot"), last=last, lines=len(table.table.lines))
