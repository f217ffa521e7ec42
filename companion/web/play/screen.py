"""A viewer's screen: the shared part, rendered once for all, and the private part, rendered for one device.

The one way to a screen: pages and streams both come from `draw`, which asks `visibility.view` what may be seen."""

import hashlib
import re
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import current_app, render_template
from flask_babel import get_locale
from markupsafe import Markup

from companion.evening import series
from companion.evening.model import Evening, EveningDevice
from companion.group import decks, preferences
from companion.history import search
from companion.storage.notifier import evening_topic
from companion.storage.stored_table import LiveTable
from companion.table import questions, visibility
from companion.web.play.context import common_context, moment_context, seat_in_hand
from companion.web.play.host_panel import of_all, others
from companion.web.services import run_for_table, services

SHARED_KEPT = 32
INTERRUPTED = timedelta(60)  # who has not gone on by then will not
FIELD = re.compile(r"<select|<textarea|<input(?! type=\"hidden\")")


@dataclass(frozen=True)
class RenderedScreen:
    """A screen: its two parts, and what tells whether a viewer has them already.

    `game` is the slug of the game at the table, whose style sheet the page loads; empty while people gather.
    """

    layout: str
    game: str
    shared: Markup
    private: Markup
    line: int

    @property
    def has_field(self) -> bool:
        """Whether somebody may be typing: such a page is never fetched anew under their fingers."""
        return FIELD.search(self.private) is not None

    def mark(self, part: str) -> str:
        """A short mark of a drawn part: equal parts have equal marks, also after a restart."""
        html: str = getattr(self, part)
        return hashlib.blake2s(html.encode(), digest_size=8).hexdigest()


def draw(evening: Evening, device: int) -> RenderedScreen | None:
    """The screen of a device as of now; None if it has not said yet how it is used."""
    screen = evening.screen(device)
    if screen is None or screen.kind == "new":
        return None
    published = services().notifier.count(evening_topic(evening.id))
    live = services().tables.find_whole(evening.table_code) if evening.table_code else None
    if live is None:
        return _drawn(evening, published, None, screen)
    return run_for_table(live.table, _drawn, evening, published, live.snapshot(), screen)


def _drawn(evening: Evening, published: int, live: LiveTable | None, screen: EveningDevice) -> RenderedScreen:
    shared = _shared(evening, published, live, screen.kind)
    private = Markup(_private(evening, live, screen))
    layout = f"{screen.kind} {'table' if live else 'gather'}"
    game = live.header.game if live else ""
    return RenderedScreen(layout, game, shared, private, live.line if live else 0)


def draw_for_watchers(live: LiveTable) -> RenderedScreen:
    """The scoreboard of a table that a program laid, for whoever watches: what everybody may know."""
    shared = Markup(render_template("play/board.html", **common_context(None, live), **moment_context(None, live)))
    return RenderedScreen("board table", live.header.game, shared, Markup(""), live.line)


def draw_seat(live: LiveTable, seat: int) -> RenderedScreen:
    """The phone of `seat` at a table of the past, as its player had it."""
    over = Evening(0, "", "", "", live.header.opened_at, None, (), (), (), (), True)
    common = common_context(None, live) | {"evening": over, "screen": EveningDevice(0, "phone", False, ())}
    shared = Markup(render_template("play/phone.html", **common, **moment_context(None, live)))
    private = render_template(
        "history/_phone.html",
        **common,
        seat=seat,
        view=visibility.view(live.table, seat),
        asked={seat: questions.asks(live.table, seat)},
        habits={},
        deck=[],
    )
    return RenderedScreen("phone table", live.header.game, shared, Markup(private), live.line)


def _shared(evening: Evening, published: int, live: LiveTable | None, kind: str) -> Markup:
    """What everybody may know, drawn once for each kind of screen and language after every ring."""
    kept: OrderedDict[tuple[Any, ...], Markup] = current_app.extensions["shared"]
    key = (evening.id, published, live.header.code if live else "", live.line if live else 0, kind, str(get_locale()))
    found = kept.get(key)
    if found is None:
        page = "play/board.html" if kind == "board" else "play/phone.html"
        if live is None:
            page = "gather/board.html" if kind == "board" else "gather/phone.html"
        found = kept[key] = Markup(
            render_template(page, **common_context(evening, live), **moment_context(evening, live))
        )
        while len(kept) > SHARED_KEPT:
            kept.popitem(last=False)
    return found


def _private(evening: Evening, live: LiveTable | None, screen: EveningDevice) -> str:
    common = common_context(evening, live) | {"screen": screen}
    if live is None:
        return render_template("gather/own.html", **common, **_gathering(evening, screen))
    seat = seat_in_hand(live, screen)
    knows = None if screen.is_covered else seat
    return render_template(
        "play/own.html",
        **common,
        seat=seat,
        covered=seat is not None and screen.is_covered,
        view=visibility.view(live.table, knows),
        asked={} if knows is None else {knows: questions.asks(live.table, knows)},
        others=others(evening, live, seat) if screen.host else [],
        common=of_all(live) if screen.host and seat is None else [],
        habits=preferences.preferences(services().store.reader(), live.header.game),
        deck=decks.cards(services().store.reader(), live.header.game, str(len(live.table.seats))),
    )


def _gathering(evening: Evening, screen: EveningDevice) -> dict[str, Any]:
    """What a host chooses from between two games; others choose nothing."""
    if not screen.host:
        return {}
    reader, first = services().store.reader(), series.proposals(services().tables, evening)
    return {
        "absent": services().evenings.absent(evening),
        "habits": {
            slug: _as_last_time(preferences.preferences(reader, slug), begins) for slug, begins in first.items()
        },
        "interrupted": _interrupted(),
        "everybody_has_a_phone": all(evening.has_phone(guest.id) for guest in evening.guests),
    }


def _interrupted() -> list[tuple[str, search.Game]]:
    """The tables of the last weeks that may go on, with their codes."""
    since = (datetime.now(UTC) - INTERRUPTED).isoformat()
    return search.interrupted(services().store.reader(), since)


def _as_last_time(habits: dict[str, Any], begins: dict[str, int]) -> dict[str, Any]:
    return habits | {"options": habits.get("options", {}) | begins} if begins else habits
