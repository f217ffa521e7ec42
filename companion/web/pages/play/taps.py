"""Taps on a table's screens, and their stream."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from htmx_flask import request

from companion.games.game import Ask
from companion.storage.notifier import evening_topic
from companion.storage.stored_table import LiveTable
from companion.table import model, questions
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.limits import screen_caller
from companion.web.access.services import services
from companion.web.access.visit import at_this_evening, own_seats, this_guest
from companion.web.forms import lineup
from companion.web.screens import prepare_asking, taps
from companion.web.screens.facts import Facts
from companion.web.screens.screen import Screen, screen_of
from companion.web.screens.stream import screens
from companion.web.screens.taps import ReportedAlready
from companion.web.text import words
from companion.web.text.languages import gettext as _
from companion.web.text.languages import spoken
from companion.web.text.rendering import rendered

bp = Blueprint("table", __name__)


@bp.post("/table/<code>/move")
@audience("guest")
def report(code: str) -> Response:
    """A tap: one move, from a form whose fields are the move's."""
    try:
        line = taps.take_tap(this_guest(), code, request.form)
    except ReportedAlready as refused:
        return _counts_once(code, refused)
    live = at_this_evening(code)
    taken = words.words_of(live.header.game).taken(model.move_of(live.table.lines[line - 1]))
    return answer(code, taken, line, line, lineup.nameless(live, line, services().store.reader()))


@bp.post("/table/<code>/moves")
@audience("guest")
def report_together(code: str) -> Response:
    """Several moves from one form."""
    try:
        return answer(code, _("Noted."), taps.take_together(this_guest(), code, request.form))
    except ReportedAlready as refused:
        return _counts_once(code, refused)


def _counts_once(code: str, refused: ReportedAlready) -> Response:
    """The answer to a tap that says what somebody has reported already."""
    name = _("the host") if refused.reporter == "host" else refused.reporter
    note = _("%(name)s has reported it already: it counts once.", name=name)
    return answer(code, note, at_this_evening(code).line)


@bp.get("/table/<code>/ask/all/<move>")
@audience("guest")
def show_common_question(code: str, move: str) -> str:
    """One question to the whole table on such a page, for whoever sits there, and a host."""
    live = at_this_evening(code)
    if screen().is_covered or not (own_seats(this_guest(), live) or screen().host):
        abort(403)
    seats = range(len(live.table.seats))
    asks = [ask for seat in seats for ask in questions.asks(live.table, seat) if ask.move == move and ask.seat is None]
    return _alone(live, asks[:1])


@bp.get("/table/<code>/ask/<int:seat>/<move>")
@audience("guest")
def show_question(code: str, seat: int, move: str) -> str:
    """One question to a seat on a page of its own, which is never fetched anew under somebody's fingers."""
    live = at_this_evening(code)
    if seat >= len(live.table.seats):
        abort(404)
    if screen().is_covered or (seat not in own_seats(this_guest(), live) and not screen().host):
        abort(403)
    asks = [ask for ask in questions.asks(live.table, seat) if ask.move == move and ask.seat in (seat, None)]
    return _alone(live, asks)


def _alone(live: LiveTable, asks: Sequence[Ask]) -> str:
    if not asks:
        abort(404)
    form = prepare_asking.alone(Facts(live, this_evening()), screen(), asks)
    return render_template("play/alone.html", slug=live.header.game, form=rendered(form))


@bp.post("/table/<code>/back")
@audience("guest")
def take_back(code: str) -> Response:
    """A line is struck that this device has just reported."""
    return answer(code, _("Taken back."), taps.take_back(this_guest(), code, request.form))


def answer(code: str, note: str, newest: int, line: int = 0, nameless: str = "") -> Response:
    """After a tap: a note, with `line` the form that takes it back; a plain form is redirected to the page.

    `nameless`: what it named first, and by a number alone: the note asks what that is called.

    The screen itself comes by the stream alone: `newest` is the line that it has to show.
    """
    if not request.htmx:
        return make_response(redirect("/", 303))
    strip = spoken().templates.get_template("play/_taken.html")
    return Response(strip.render(note=note, line=line, newest=newest, code=code, nameless=nameless))


@bp.get("/live")
@audience("guest")
def stream() -> Response:
    """This device's screen as it changes."""
    evening, device = this_evening(), screen().device
    look = partial(_screen_now, evening.id, device)
    return screens(evening_topic(evening.id), screen_caller(device), evening.group, look)


def _screen_now(evening_id: int, device: int) -> Screen | None:
    """A device's screen at an evening as it is now; None if that is over."""
    evening = services().evenings.by_id(evening_id)
    return screen_of(evening, device) if evening else None
