"""Screens: the shared part, drawn once for all, and the private part, drawn for one device.

Pages and streams both come from here; `visibility.view` decides what a viewer may see.
"""

from dataclasses import dataclass
from functools import partial

from flask import render_template
from markupsafe import Markup

from companion.evening.gestures import Gesture
from companion.evening.model import Evening, EveningDevice
from companion.storage.stored_table import LiveTable
from companion.web.access.services import Services
from companion.web.access.static_files import static_files
from companion.web.screens import asking, gathering, gathering_own, private, shared
from companion.web.screens.asking import AskForm
from companion.web.screens.facts import Facts
from companion.web.screens.folds import FoldName, OpenFold, open_folds, opened
from companion.web.text.drawn import NOTHING, Drawings, Part
from companion.web.text.languages import Speaking, spoken


@dataclass(frozen=True)
class Screen:
    """Screen with its two parts.

    `line` is the newest of its table. `version` orders the events of a stream: that of its evening, or the line if
    there is none. `game` is the slug of the game at the table, whose style sheet the page loads; empty while people
    gather. `drawings`: the name of the Drawings. `folds`: those that the device has opened. `table`: the code of the
    table that is shown, if the device may know it. `gesture`: on a scoreboard, the newest of the last minute.
    """

    layout: str
    game: str
    shared: Part
    private: Part
    line: int
    version: int
    drawings: str
    folds: tuple[OpenFold, ...] = ()
    table: str = ""
    gesture: Gesture | None = None

    @property
    def state(self) -> str:
        """State that a page sends when it asks for a stream: the version of its files, and the changes that it
        shows."""
        return f"{static_files().hash}.{self.drawings}.{self.shared.changes}.{self.private.changes}"


def page_of(screen: Screen, live: str, join_address: str = "") -> str:
    """Page of a screen, whose stream is at the path `live`; with a `join_address` it may show the way in."""
    with Speaking(spoken()):
        return render_template("layout/screen.html", screen=screen, live=live, join_address=join_address)


def screen_of(services: Services, evening: Evening, number: int) -> Screen | None:
    """Screen of a device as of now; None if it is elsewhere, or has not chosen yet how it is used."""
    device = evening.screen(number)
    if device is None or device.away or device.kind == "new":
        return None
    live, drawings = services.tables.shown(evening), services.drawings.get(evening.id)
    return (
        _at_table(services, drawings, evening, live, device)
        if live
        else _while_gathering(services, drawings, evening, device)
    )


def _while_gathering(services: Services, drawings: Drawings, evening: Evening, device: EveningDevice) -> Screen:
    own = drawings.part(device.device, "gather/own.html", gathering_own.own(services, evening, device))
    shared = _gathering(services, drawings, evening, device.kind)
    return Screen(f"{device.kind} {_occasion(shared)}", "", shared, own, 0, evening.version, drawings.name)


def _occasion(shared: Part) -> str:
    """Occasion of the gathering: the first game, or one after others, with the results so far."""
    so_far = shared.slots.get("so-far")
    return "gather between" if so_far and so_far.value else "gather"


def _at_table(
    services: Services, drawings: Drawings, evening: Evening, live: LiveTable, device: EveningDevice
) -> Screen:
    table = _facts(services, drawings, live, evening)
    shared = _board(drawings, table) if device.kind == "board" else _on_phones(drawings, table)
    asked = _of_everybody(drawings, table, device) if device.kind == "phone" else NOTHING
    forms = [drawn.value for drawn in asked.slots.values() if isinstance(drawn.value, AskForm)]
    values = private.own(table, evening, device, forms)
    own = drawings.part(device.device, "play/own.html", values, others=[asked])
    layout, folds = f"{device.kind} table", open_folds(drawings, table, device)
    code, made = live.header.code, services.gestures.newest
    sent = made.get(live.header.id) if made and device.kind == "board" else None
    return Screen(layout, live.header.game, shared, own, live.line, evening.version, drawings.name, folds, code, sent)


def fold_of(services: Services, evening: Evening, number: int, code: str, name: FoldName) -> Markup | None:
    """HTML of a fold of a device's screen as of now; None if its screen has no such fold of the table `code`.

    From now on the device's streams tell when it is stale.
    """
    device, live = evening.screen(number), services.tables.shown(evening)
    if device is None or device.away or device.kind == "new" or live is None or live.header.code != code:
        return None
    drawings = services.drawings.get(evening.id)
    return opened(drawings, _facts(services, drawings, live, evening), device, name)


def screen_of_spectators(services: Services, evening: Evening) -> Screen:
    """Scoreboard of an evening for a second television: public values alone, without links and the way in."""
    drawings, live = services.drawings.get(evening.id), services.tables.shown(evening)
    if live is None:
        gathering = _gathering(services, drawings, evening, "spectator")
        layout = f"board {_occasion(gathering)} spectator"
        return Screen(layout, "", gathering, NOTHING, 0, evening.version, drawings.name)
    board = _board(drawings, _facts(services, drawings, live, evening, is_linked=False))
    return Screen("board table", live.header.game, board, NOTHING, live.line, evening.version, drawings.name)


def screen_of_watchers(services: Services, live: LiveTable) -> Screen:
    """Scoreboard of a program's table for spectators: public values alone."""
    drawings = services.drawings.get(live.header.code)
    board = _board(drawings, _facts(services, drawings, live, None))
    return Screen("board table", live.header.game, board, NOTHING, live.line, live.line, drawings.name)


def past_screen(services: Services, live: LiveTable, seat: int | None) -> Screen:
    """Phone of `seat` at a table of the past, as its player had it; None: the scoreboard."""
    table, drawings = Facts(services, live, None), Drawings()
    if seat is None:
        shared, own = _board(drawings, table), NOTHING
    else:
        shared = _on_phones(drawings, table)
        own = drawings.part("own", "play/past_own.html", private.past_phone(table, seat))
    layout = "board table" if seat is None else "phone table"
    return Screen(layout, live.header.game, shared, own, live.line, live.line, drawings.name)


def _facts(
    services: Services, drawings: Drawings, live: LiveTable, evening: Evening | None, is_linked: bool = True
) -> Facts:
    """Facts of a table: one value for all who draw the same version."""
    facts = drawings.facts.get(is_linked)
    if facts is None or not facts.is_of(live, evening):
        besides = facts.besides if facts else None
        facts = drawings.facts[is_linked] = Facts(services, live, evening, is_linked, besides)
    return facts


def _board(drawings: Drawings, table: Facts) -> Part:
    whose = "board" if table.is_linked else "spectators"
    return drawings.shared(whose, table, "play/board.html", lambda: shared.board(table))


def _on_phones(drawings: Drawings, table: Facts) -> Part:
    return drawings.shared("phones", table, "play/phone.html", lambda: shared.shared_on_phone(table))


def _of_everybody(drawings: Drawings, table: Facts, device: EveningDevice) -> Part:
    """Forms that are the same on every phone, or on every one that hosts: drawn once."""
    whose = "asked, who hosts" if device.host else "asked"
    return drawings.shared(whose, table, "layout/no_part.html", lambda: asking.one_form_each(table, device))


def _gathering(services: Services, drawings: Drawings, evening: Evening, kind: str) -> Part:
    """Shared part while people gather."""
    if kind in ("board", "spectator"):
        invites = kind == "board"
        prepare = partial(gathering.board, services, evening, invites)
        return drawings.shared(kind, evening.version, "gather/board.html", prepare)
    return drawings.shared("phones", evening.version, "gather/phone.html", partial(gathering.phone, services, evening))
