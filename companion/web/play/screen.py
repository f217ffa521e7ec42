"""A viewer's screen: the shared part, drawn once for all, and the private part, drawn for one device.

The one way to a screen: pages and streams both come from here; `visibility.view` says what may be seen."""

from dataclasses import dataclass

from companion.evening.model import Evening, EveningDevice
from companion.storage.stored_table import LiveTable
from companion.web.drawing.draw import part, part_of
from companion.web.drawing.kept import Drawings
from companion.web.drawing.part import Part
from companion.web.drawing.shown import Shown
from companion.web.play.open_folds import OpenFold, open_folds, opened
from companion.web.regions import prepare_gathering, prepare_own, prepare_shared
from companion.web.regions.prepare_folds import FoldName
from companion.web.services import services
from companion.web.text.languages import spoken


@dataclass(frozen=True)
class Screen:
    """A screen: its two parts.

    `line` is the newest of its table. `version` orders what a stream carries: that of its evening, or the line where
    there is none. `game` is the slug of the game at the table, whose style sheet the page loads; empty while people
    gather. `folds`: what the device has opened of its own part, and fetched by itself.
    """

    layout: str
    game: str
    shared: Part
    private: Part
    line: int
    version: int
    folds: tuple[OpenFold, ...] = ()


def screen_of(evening: Evening, number: int) -> Screen | None:
    """The screen of a device as of now; None if it is elsewhere, or has not said yet how it is used."""
    device = evening.screen(number)
    if device is None or device.away or device.kind == "new":
        return None
    live = services().tables.shown(evening)
    return _at_table(evening, live, device) if live else _while_gathering(evening, device)


def _while_gathering(evening: Evening, device: EveningDevice) -> Screen:
    own = _own_gathering(evening, device)
    return Screen(f"{device.kind} gather", "", _gathering(evening, device.kind), own, 0, evening.version)


def _own_gathering(evening: Evening, device: EveningDevice) -> Part:
    """The private part while people gather, drawn once for devices that are shown the same."""
    region, kept = prepare_gathering.own(evening, device), services().drawings.get(evening.id).own
    name = (device.kind, device.host, device.holder, str(spoken()))
    before, drawn = kept.get(name, (None, Part()))
    if region != before:
        drawn = part_of(region)
        kept[name] = (region, drawn)
    return drawn


def _at_table(evening: Evening, live: LiveTable, device: EveningDevice) -> Screen:
    drawings = services().drawings.get(evening.id)
    table = _shown(drawings, live, evening)
    name = ("own", device.device, drawings.changes)
    own = part(drawings.memo, table, name, lambda: prepare_own.own(table, evening, device))
    shared = _board(drawings, table) if device.kind == "board" else _on_phones(drawings, table)
    folds = open_folds(drawings, table, evening, device)
    return Screen(f"{device.kind} table", live.header.game, shared, own, live.line, evening.version, folds)


def fold_of(evening: Evening, number: int, code: str, name: FoldName) -> Part | None:
    """What is in a fold of a device's screen as of now; None where its screen shows no such fold of the table `code`.

    From now on the device's streams tell when it is something else.
    """
    device, live = evening.screen(number), services().tables.shown(evening)
    if device is None or device.away or device.kind == "new" or live is None or live.header.code != code:
        return None
    drawings = services().drawings.get(evening.id)
    return opened(drawings, _shown(drawings, live, evening), evening, device, name)


def screen_of_spectators(evening: Evening) -> Screen:
    """The scoreboard of an evening for a second television: what everybody may know, without links and the way in."""
    live = services().tables.shown(evening)
    if live is None:
        return Screen("board gather spectator", "", _gathering(evening, "spectator"), Part(), 0, evening.version)
    drawings = services().drawings.get(evening.id)
    board = _board(drawings, _shown(drawings, live, evening, is_linked=False))
    return Screen("board table", live.header.game, board, Part(), live.line, evening.version)


def screen_of_watchers(live: LiveTable) -> Screen:
    """The scoreboard of a table that a program laid, for whoever watches: what everybody may know."""
    drawings = services().drawings.get(live.header.code)
    board = _board(drawings, _shown(drawings, live, None))
    return Screen("board table", live.header.game, board, Part(), live.line, live.line)


def past_screen(live: LiveTable, seat: int | None) -> Screen:
    """The phone of `seat` at a table of the past, as its player had it; None: the scoreboard."""
    table = Shown(live, None)
    if seat is None:
        shared, own = part_of(prepare_shared.board(table)), Part()
    else:
        shared, own = part_of(prepare_shared.shared_on_phone(table)), part_of(prepare_own.past_phone(table, seat))
    return Screen("board table" if seat is None else "phone table", live.header.game, shared, own, live.line, live.line)


def _shown(drawings: Drawings, live: LiveTable, evening: Evening | None, is_linked: bool = True) -> Shown:
    """A table as it is shown: one for all who draw the same version."""
    version = evening.version if evening else 0
    shown: Shown | None = drawings.shown.get(is_linked)
    if shown is None or not shown.is_of(live, version):
        shown = Shown(live, evening and drawings.as_before(evening), version, is_linked)
        drawings.shown[is_linked] = shown
    return shown


def _board(drawings: Drawings, table: Shown) -> Part:
    name = ("board", table.is_linked, drawings.changes)
    return part(drawings.memo, table, name, lambda: prepare_shared.board(table))


def _on_phones(drawings: Drawings, table: Shown) -> Part:
    return part(drawings.memo, table, ("phones", drawings.changes), lambda: prepare_shared.shared_on_phone(table))


def _gathering(evening: Evening, kind: str) -> Part:
    """The shared part while people gather, prepared once for each version of the evening."""
    kept = services().drawings.get(evening.id).gathering
    name = (kind if kind in ("board", "spectator") else "phone", str(spoken()))
    version, before, drawn = kept.get(name, (None, None, Part()))
    if version != evening.version:
        is_board = name[0] != "phone"
        region = prepare_gathering.board(evening, kind == "board") if is_board else prepare_gathering.phone(evening)
        drawn = drawn if region == before else part_of(region)
        kept[name] = (evening.version, region, drawn)
    return drawn
