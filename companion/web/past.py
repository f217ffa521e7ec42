"""A game as it was, line by line: the scoreboard, and after its end every phone, drawn as the screens are drawn."""

import re

from flask import abort, render_template
from markupsafe import Markup

from companion import table
from companion.desk import unfold
from companion.history import Game, line_count
from companion.store import Header
from companion.web.house import house
from companion.web.numbers import whole
from companion.web.outgoing import goes_out
from companion.web.screen import draw_for_watchers, draw_seat

LEADS = re.compile(r'\s(?:href|action|formaction|hx-[a-z-]+|autofocus|required)(?:="[^"]*")?(?=[\s>])')


def page(of: Game, header: Header, line: int, whose: str) -> str:
    """The screens after `line`; `whose`: a seat, or nothing for the scoreboard.

    A phone is shown only of a game that is over and holds no secret any more: 404 otherwise.
    """
    db = house().store.reader()
    last = line_count(db, of.id)
    at = max(0, min(line, last))
    live = unfold(house().store, header, at)
    seat = _seat(whose, len(header.seats))
    if seat is not None and not goes_out(of):
        abort(404)
    drawn = draw_for_watchers(live) if seat is None else draw_seat(live, seat)
    said = table.told(live.table, live.table.lines[-1], None) if at else None
    return render_template(
        "history/past.html",
        game=of,
        live=live,
        table=live.table,
        slug=of.game,
        layout=drawn.layout,
        shared=still(drawn.shared),
        private=still(drawn.private),
        seats=header.seats,
        seat=seat,
        line=at,
        last=last,
        said=said,
        open=goes_out(of),
    )


def _seat(whose: str, seats: int) -> int | None:
    if not whose:
        return None
    try:
        seat = whole(whose)
    except ValueError:
        abort(404)
    if not 0 <= seat < seats:
        abort(404)
    return seat


def still(html: str) -> Markup:
    """What was on a screen, without what its links and forms led to: that time is over."""
    return Markup(LEADS.sub("", html))
