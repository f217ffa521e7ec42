"""A viewer's screen: the shared part, rendered once for all, and the private part, rendered for one device.

The one way to a screen: pages and streams both come from `render_screen`; `visibility.view` says what may be seen."""

import hashlib
from dataclasses import dataclass

from markupsafe import Markup

from companion.evening.model import Evening, EveningDevice
from companion.storage.stored_table import LiveTable
from companion.web.regions import prepare_gathering, prepare_own, prepare_shared
from companion.web.regions.prepare_shared import Shown, shown
from companion.web.regions.region import Region, rendered
from companion.web.services import run_for_table, services
from companion.web.text.languages import spoken


@dataclass(frozen=True)
class RenderedScreen:
    """A screen: its two parts, and what tells whether a viewer has them already.

    `line` is the newest of its table. `version` orders what a stream carries: that of its evening, or the line where
    there is none. `game` is the slug of the game at the table, whose style sheet the page loads; empty while people
    gather. `has_field`: somebody may be typing on it, so that the page must not fetch itself anew.
    """

    layout: str
    game: str
    shared: Markup
    private: Markup
    line: int
    version: int
    has_field: bool = False

    def etag(self, part: str) -> str:
        """A short hash of a part: equal parts have equal ones, also after a restart."""
        html: str = getattr(self, part)
        return hashlib.blake2s(html.encode(), digest_size=8).hexdigest()


def render_screen(evening: Evening, device: int) -> RenderedScreen | None:
    """The screen of a device as of now; None if it is elsewhere, or has not said yet how it is used."""
    screen = evening.screen(device)
    if screen is None or screen.away or screen.kind == "new":
        return None
    live = services().tables.find_whole(evening.table_code) if evening.table_code else None
    if live is None:
        return _rendered(evening, None, screen)
    return run_for_table(live.table, _rendered, evening, live.snapshot(), screen)


def _rendered(evening: Evening, live: LiveTable | None, screen: EveningDevice) -> RenderedScreen:
    table = shown(live, evening) if live else None
    shared = _shared(evening, table, screen.kind)
    own: Region = prepare_own.own(table, evening, screen) if table else prepare_gathering.own(evening, screen)
    layout = f"{screen.kind} {'table' if live else 'gather'}"
    game = live.header.game if live else ""
    line = live.line if live else 0
    return RenderedScreen(layout, game, shared, rendered(own), line, evening.version, own.has_field)


def render_for_spectators(evening: Evening) -> RenderedScreen:
    """The scoreboard of an evening for a second television: what everybody may know, without links and the way in."""
    live = services().tables.find_whole(evening.table_code) if evening.table_code else None
    if live is None:
        return _rendered_for_spectators(evening, None)
    return run_for_table(live.table, _rendered_for_spectators, evening, live.snapshot())


def _rendered_for_spectators(evening: Evening, live: LiveTable | None) -> RenderedScreen:
    shared = _shared(evening, shown(live, evening, is_linked=False) if live else None, "spectator")
    layout, game = ("board table", live.header.game) if live else ("board gather spectator", "")
    return RenderedScreen(layout, game, shared, Markup(""), live.line if live else 0, evening.version)


def render_for_watchers(live: LiveTable) -> RenderedScreen:
    """The scoreboard of a table that a program laid, for whoever watches: what everybody may know."""
    board = prepare_shared.board(shown(live, None))
    return RenderedScreen("board table", live.header.game, rendered(board), Markup(""), live.line, live.line)


def render_past_seat(live: LiveTable, seat: int) -> RenderedScreen:
    """The phone of `seat` at a table of the past, as its player had it."""
    table = shown(live, None)
    shared, own = prepare_shared.shared_on_phone(table), prepare_own.past_phone(table, seat)
    return RenderedScreen("phone table", live.header.game, rendered(shared), rendered(own), live.line, live.line)


def _shared(evening: Evening, table: Shown | None, kind: str) -> Markup:
    """What everybody may know, rendered once for each kind of screen and language after every change."""
    line = (table.live.header.code, table.live.line) if table else None
    key = (line, kind, str(spoken()))
    parts = services().shared_parts
    return parts.part(evening.id, evening.version, key, lambda: rendered(_shared_region(evening, table, kind)))


def _shared_region(evening: Evening, table: Shown | None, kind: str) -> Region:
    if kind in ("board", "spectator"):
        return prepare_shared.board(table) if table else prepare_gathering.board(evening, invites=kind == "board")
    return prepare_shared.shared_on_phone(table) if table else prepare_gathering.phone(evening)
