"""Taps on a table's screens, and their stream."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from flask_babel import gettext as _
from htmx_flask import request

from companion.games.moves import Move, Refused
from companion.group import cards, decks
from companion.storage.notifier import evening_topic
from companion.storage.store import Job
from companion.storage.stored_table import LiveTable
from companion.table import model, moves, questions, visibility
from companion.table.model import Correct, RecordedMove
from companion.web.access.device import screen
from companion.web.access.guard import audience
from companion.web.forms.moves import move_from
from companion.web.forms.numbers import whole
from companion.web.play.context import seat_in_hand, seats_of
from companion.web.play.current import at_this_evening, caller, own_seats, who_reports
from companion.web.play.screen import draw
from companion.web.play.stream import screens
from companion.web.play.tap_keys import given_key, key_for, seen_line
from companion.web.services import services
from companion.web.text import words

bp = Blueprint("table", __name__)


@bp.post("/table/<code>/move")
@audience("screen")
def report(code: str) -> Response:
    """A tap: one move, from a form whose fields are the move's."""
    at = at_this_evening(code)
    move = move_from(at.table.game, request.form)
    seen = seen_line()
    try:
        line = services().tables.report(
            code, move, given_key(), seen, who_reports(at, move), _taught(at, move), caller=caller(at)
        )
    except Refused as refused:
        quicker = _quicker(at, move, seen) if refused.code == "stale" else None
        if quicker is None:
            raise
        name = _("the host") if quicker == "host" else quicker
        return answer(at, _("%(name)s has reported it already: it counts once.", name=name))
    _put_down(at)
    return answer(at, words.words_of(at.header.game).say("taken", moves.move_to_json(move)), line)


@bp.get("/table/<code>/ask/<int:seat>/<move>")
@audience("screen")
def alone(code: str, seat: int, move: str) -> str:
    """One question to a seat on a page of its own, which is never fetched anew under somebody's fingers."""
    at = at_this_evening(code)
    if seat >= len(at.table.seats):
        abort(404)
    mine = seat_in_hand(at, screen())
    if screen().is_covered or (seat not in own_seats(at) and not screen().host):
        abort(403)
    asks = [ask for ask in questions.asks(at.table, seat) if ask.move == move and ask.seat in (seat, None)]
    if not asks:
        abort(404)
    return render_template(
        "play/alone.html",
        live=at,
        table=at.table,
        slug=at.header.game,
        seats=seats_of(at, services().evenings.now()),
        seat=mine,
        screen=screen(),
        view=visibility.view(at.table, mine),
        words=words.words_of(at.header.game),
        asks=asks,
        ask=asks[0],
    )


@bp.post("/table/<code>/back")
@audience("screen")
def take_back(code: str) -> Response:
    """Strike a line that this device has just reported, as long as it is the newest."""
    at = at_this_evening(code)
    line = request.form.get("line", 0, type=whole)
    if line != at.line or line < 1:
        raise Refused("stale")
    struck = model.move_of(at.table.lines[line - 1])
    move = Correct(((line, None),))
    key = key_for(screen().device, code, "back", line)
    services().tables.report(code, move, key, at.line, who_reports(at, struck), caller=caller(at))
    return answer(at, _("Taken back."))


def answer(live: LiveTable, note: str, line: int = 0) -> Response:
    """After a tap: what was done, with `line` an offer to take it back. A plain form goes back to the page.

    The screen itself comes by the stream alone.
    """
    if not request.htmx:
        return make_response(redirect("/", 303))
    strip = render_template("play/_taken.html", note=note, line=line, newest=live.line, code=live.header.code)
    return make_response(strip)


def _quicker(at: LiveTable, move: Move, seen: int | None) -> str | None:
    """Who has reported the very same since line `seen`; of what is secret only kind and seat are compared."""
    since = zip(at.table.lines[seen or 0 :], at.rows[seen or 0 :], strict=True)
    return next(
        (row.reporter for line, row in since if line.recorded is not None and _is_same(line.recorded, move)), None
    )


def _is_same(written: RecordedMove, move: Move) -> bool:
    if not written.secrets:
        return written.move == move
    return type(written.move) is type(move) and getattr(written.move, "seat", None) == getattr(move, "seat", None)


def _taught(at: LiveTable, move: Move) -> Job:
    """What the fields `deck` of a form teach: the cards that are in these fields of the move."""
    names = request.form.get("deck", "").split()
    if not names:
        return lambda db: None
    told = moves.move_to_json(move)
    card = told.get(names[0]) if len(names) == 1 else {name: told.get(name) for name in names}
    deck = request.form.get("deck.of") or str(len(at.table.seats))
    pile = card if isinstance(card, list | tuple) and "deck.of" in request.form else [card]
    try:
        taught = [cards.card(at.header.game, deck, one) for one in pile]
    except ValueError:
        abort(400)
    return lambda db: decks.remember_cards(db, at.header.game, deck, taught)


def _put_down(at: LiveTable) -> None:
    """A phone that several share goes on to the next of them who is waited for."""
    waited = questions.waiting(at.table)
    services().devices.put_down(screen().device, [at.header.people[seat] for seat in own_seats(at) if seat in waited])


@bp.get("/live")
@audience("screen")
def stream() -> Response:
    """This device's screen as it changes."""
    at, me = services(), screen().device
    evening = at.evenings.now().id
    return screens(
        evening_topic(evening), f"screen {me}", lambda: draw(me) if at.evenings.now().id == evening else None
    )
