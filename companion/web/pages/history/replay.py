"""A game line by line: its screens as they were, rendered without links and forms."""

from flask import abort, render_template

from companion.history.search import Game, line_count
from companion.history.verifying import header_of
from companion.storage.stored_table import unfold
from companion.web.access.services import services
from companion.web.forms.numbers import whole
from companion.web.screens.screen import past_screen
from companion.web.text.titles import title_of


def page(game: Game, line: int, whose: str) -> str:
    """The screens after `line`; `whose`: a seat, or nothing for the scoreboard.

    A phone is shown only of a game that is over and holds no secret any more: 404 otherwise.
    """
    db = services().store.reader()
    header = header_of(services().store, game)
    last = line_count(db, game.table_id)
    shown_line = max(0, min(line, last))
    live = unfold(services().store, header, shown_line)
    seat = _seat(whose, len(header.seats))
    if seat is not None and not game.is_open:
        abort(404)
    screen = past_screen(live, seat)
    return render_template(
        "history/past.html",
        game=game,
        title=title_of(game.game),
        slug=game.game,
        layout=screen.layout,
        shared=screen.shared,
        private=screen.private,
        seats=header.seats,
        seat=seat,
        line=shown_line,
        last=last,
        open=game.is_open,
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
