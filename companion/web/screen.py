"""A viewer's screen: the shared part, drawn once for all, and the private part, drawn for a device alone.

The one way to a screen: pages and streams both come from `draw`, and `draw` asks `table.view` what may be seen.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import current_app, render_template
from flask_babel import get_locale
from markupsafe import Markup

from companion import decks, history, people, table
from companion.desk import Live, evening_bell
from companion.evening import Evening, Screen
from companion.games import GAMES
from companion.games.game import Ask
from companion.people import MARKS, Person
from companion.web import series, words
from companion.web.house import house

SHARED_KEPT = 32
INTERRUPTED = timedelta(60)  # who has not gone on by then will not
FIELD = re.compile(r"<select|<textarea|<input(?! type=\"hidden\")")


@dataclass(frozen=True)
class Seat:
    """A seat as it is shown: its name and its mark."""

    index: int
    name: str
    colour: str
    shape: str
    person: int | None

    @property
    def initial(self) -> str:
        return self.name[0].upper()


@dataclass(frozen=True)
class Drawn:
    """A screen: its two parts, and what tells whether a viewer has them already."""

    layout: str
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


def draw(device: int) -> Drawn | None:
    """The screen of a device as of now; None if it has not said yet how it is used."""
    evening = house().evenings.now()
    screen = evening.screen(device)
    if screen is None or screen.kind == "new":
        return None
    live = house().desk.find_whole(evening.table_code) if evening.table_code else None
    shared = _shared(evening, live, screen.kind)
    private = Markup(_private(evening, live, screen))
    layout = f"{screen.kind} {'table' if live else 'gather'}"
    return Drawn(layout, shared, private, live.line if live else 0)


def draw_for_watchers(live: Live) -> Drawn:
    """The scoreboard of a table that a program laid, for whoever watches: what everybody may know."""
    shared = Markup(render_template("table/board.html", **_common(None, live), **_moment(None, live)))
    return Drawn("board table", shared, Markup(""), live.line)


def draw_seat(live: Live, seat: int) -> Drawn:
    """The phone of `seat` at a table of the past, as its player had it."""
    over = Evening(0, "", "", "", live.header.opened_at, None, (), (), (), (), True)
    common = _common(None, live) | {"evening": over, "screen": Screen(0, "phone", False, ())}
    shared = Markup(render_template("table/phone.html", **common, **_moment(None, live)))
    private = render_template(
        "history/_phone.html",
        **common,
        seat=seat,
        view=table.view(live.table, seat),
        asked={seat: table.asks(live.table, seat)},
        habits={},
        deck=[],
    )
    return Drawn("phone table", shared, Markup(private), live.line)


def _shared(evening: Evening, live: Live | None, kind: str) -> Markup:
    """What everybody may know, drawn once for each kind of screen and language after every ring."""
    kept: OrderedDict[tuple[Any, ...], Markup] = current_app.extensions["shared"]
    heard = house().bell.count(evening_bell(evening.id))
    key = (evening.id, heard, live.header.code if live else "", live.line if live else 0, kind, str(get_locale()))
    found = kept.get(key)
    if found is None:
        page = "table/board.html" if kind == "board" else "table/phone.html"
        if live is None:
            page = "gather/board.html" if kind == "board" else "gather/phone.html"
        found = kept[key] = Markup(render_template(page, **_common(evening, live), **_moment(evening, live)))
        while len(kept) > SHARED_KEPT:
            kept.popitem(last=False)
    return found


def _private(evening: Evening, live: Live | None, screen: Screen) -> str:
    common = _common(evening, live) | {"screen": screen}
    if live is None:
        return render_template("gather/own.html", **common, **_gathering(evening, screen))
    seat = seat_in_hand(live, screen)
    knows = None if screen.is_covered else seat
    return render_template(
        "table/own.html",
        **common,
        seat=seat,
        covered=seat is not None and screen.is_covered,
        view=table.view(live.table, knows),
        asked={} if knows is None else {knows: table.asks(live.table, knows)},
        others=_others(evening, live, seat) if screen.host else [],
        common=_of_all(live) if screen.host and seat is None else [],
        habits=decks.habits(house().store.reader(), live.header.game),
        deck=decks.cards(house().store.reader(), live.header.game, str(len(live.table.seats))),
    )


def seat_in_hand(live: Live, screen: Screen) -> int | None:
    """The seat for whose player a phone is; None if it is no phone, or its players do not sit at this table."""
    if screen.kind != "phone":
        return None
    own = [seat for seat, person in enumerate(live.header.people) if person in screen.people]
    return next((seat for seat in own if live.header.people[seat] == screen.holder), next(iter(own), None))


def _common(evening: Evening | None, live: Live | None) -> dict[str, Any]:
    common: dict[str, Any] = {"evening": evening, "live": live, "house": house(), "games": GAMES}
    if live is not None:
        common |= {
            "table": live.table,
            "slug": live.header.game,
            "seats": seats_of(live, evening),
            "result": table.summary(live.table),
            "waiting": table.waiting(live.table),
            "words": words.of(live.header.game),
        }
    return common


def _moment(evening: Evening | None, live: Live | None) -> dict[str, Any]:
    """What the shared part shows: the game as everybody may know it, and the last line with its reporter.

    Between two games: what the evening adds up to.
    """
    if live is None:
        return {"tallies": series.tallies(house().desk, evening)} if evening else {}
    last = table.told(live.table, live.table.lines[-1], None) if live.table.lines else None
    return {"view": table.view(live.table, None), "last": last, "reporter": live.rows[-1].reporter if last else ""}


def _gathering(evening: Evening, screen: Screen) -> dict[str, Any]:
    """What a host chooses from between two games; others choose nothing."""
    if not screen.host:
        return {}
    reader, first = house().store.reader(), series.proposals(house().desk, evening)
    return {
        "absent": house().evenings.absent(),
        "habits": {slug: _as_last_time(decks.habits(reader, slug), begins) for slug, begins in first.items()},
        "interrupted": _interrupted(),
        "everybody_has_a_phone": all(evening.has_phone(guest.id) for guest in evening.guests),
    }


def _interrupted() -> list[tuple[str, history.Game]]:
    """The tables of the last weeks that may go on, with their codes."""
    since = (datetime.now(UTC) - INTERRUPTED).isoformat()
    return history.interrupted(house().store.reader(), since)


def _as_last_time(habits: dict[str, Any], begins: dict[str, int]) -> dict[str, Any]:
    return habits | {"options": habits.get("options", {}) | begins} if begins else habits


def _others(evening: Evening, live: Live, own: int | None) -> list[dict[str, Any]]:
    """For whom a host may report: first the seats without a phone of their own, then the others that are waited for.

    On a phone of the host's own, what is asked of the whole table is among them, where it is not asked there already.
    """
    known = () if own is None else table.asks(live.table, own)
    told = [
        {"seat": seat, "asks": asks, "phone": evening.has_phone(person), "due": any(not ask.optional for ask in asks)}
        for seat in range(len(live.table.seats))
        if seat != own
        for person in [live.header.people[seat] if live.header.people else None]
        for asks in [_asked_of(live, seat, own, known)]
    ]
    return sorted((of for of in told if of["asks"]), key=lambda of: (of["phone"], of["seat"]))


def _asked_of(live: Live, seat: int, own: int | None, known: Sequence[Ask]) -> list[Ask]:
    asks = table.asks(live.table, seat)
    return [ask for ask in asks if ask.seat is not None or (own is not None and ask not in known)]


def _of_all(live: Live) -> list[Ask]:
    """What is asked of the whole table, each once."""
    found: list[Ask] = []
    for seat in range(len(live.table.seats)):
        found += [ask for ask in table.asks(live.table, seat) if ask.seat is None and ask not in found]
    return found


def seats_of(live: Live, evening: Evening | None = None) -> list[Seat]:
    """The seats of a table with the marks of the people who sit there."""
    return marked(live.table.seats, _people(live), _persons(live, evening))


def marked(names: Sequence[str], persons: Sequence[int | None], known: Mapping[int | None, Person]) -> list[Seat]:
    """Seats with the marks of the people who sit there, as far as they are known."""
    return [
        Seat(index, name, *(_mark(known.get(person), index)), person)
        for index, (name, person) in enumerate(zip(names, persons, strict=True))
    ]


def _people(live: Live) -> list[int | None]:
    return live.header.people or [None] * len(live.table.seats)


def _persons(live: Live, evening: Evening | None) -> dict[int | None, Person]:
    wanted = [person for person in _people(live) if person is not None]
    if evening is not None and all(evening.guest(person) for person in wanted):
        return {guest.id: guest for guest in evening.guests}
    return dict(people.by_id(house().store.reader(), wanted).items())


def _mark(person: Person | None, index: int) -> tuple[str, str]:
    return (person.colour, person.shape) if person else MARKS[index]
