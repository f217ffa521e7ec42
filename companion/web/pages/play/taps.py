"""Taps on a table's screens, questions on pages of their own, what is in folds, and the stream."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from htmx_flask import request
from markupsafe import Markup

from companion.games.game import Ask
from companion.storage.notifier import evening_topic
from companion.storage.stored_table import LiveTable
from companion.table import model, questions
from companion.web.access.guard import audience
from companion.web.access.limits import screen_caller
from companion.web.access.services import Services
from companion.web.access.visit import Guest, Visit
from companion.web.forms import lineup
from companion.web.screens import asking, taps
from companion.web.screens.facts import Facts
from companion.web.screens.folds import FoldName
from companion.web.screens.screen import Screen, fold_of, screen_of
from companion.web.screens.stream import screens
from companion.web.screens.taps import ReportedAlready
from companion.web.text import words
from companion.web.text.drawn import rendered
from companion.web.text.languages import gettext as _
from companion.web.text.languages import spoken

bp = Blueprint("table", __name__)


@bp.post("/table/<code>/move")
@audience("guest")
def report(visit: Visit, code: str) -> Response:
    """A tap: one move, from a form whose fields are the move's."""
    try:
        line = taps.take_tap(visit.guest(code), request.form)
    except ReportedAlready as refused:
        return _counts_once(visit.table(code), refused)
    live = visit.table(code)  # another value where others were quicker
    taken = words.words_of(live.header.game).taken(model.move_of(live.table.lines[line - 1]))
    return answer(code, taken, line, line, lineup.nameless(live, line, visit.db))


@bp.post("/table/<code>/moves")
@audience("guest")
def report_together(visit: Visit, code: str) -> Response:
    """Several moves from one form."""
    guest = visit.guest(code)
    try:
        return answer(code, _("Noted."), taps.take_together(guest, request.form))
    except ReportedAlready as refused:
        return _counts_once(visit.table(code), refused)


def _counts_once(live: LiveTable, refused: ReportedAlready) -> Response:
    """The answer to a tap that says what somebody has reported already."""
    name = _("the host") if refused.reporter == "host" else refused.reporter
    note = _("%(name)s has reported it already: it counts once.", name=name)
    return answer(live.header.code, note, live.line)


@bp.get("/table/<code>/ask/all/<move>")
@audience("guest")
def show_common_question(visit: Visit, code: str, move: str) -> str:
    """One question to the whole table on such a page, for whoever sits there, and a host."""
    guest = visit.guest(code)
    live, device = guest.live, guest.device
    if device.is_covered or not (guest.own or device.host):
        abort(403)
    seats = range(len(live.table.seats))
    asks = [ask for seat in seats for ask in questions.asks(live.table, seat) if ask.move == move and ask.seat is None]
    return _alone(guest, asks[:1])


@bp.get("/table/<code>/ask/<int:seat>/<move>")
@audience("guest")
def show_question(visit: Visit, code: str, seat: int, move: str) -> str:
    """One question to a seat on a page of its own, which is never fetched anew under somebody's fingers."""
    guest = visit.guest(code)
    live, device = guest.live, guest.device
    if seat >= len(live.table.seats):
        abort(404)
    if device.is_covered or (seat not in guest.own and not device.host):
        abort(403)
    asks = [ask for ask in questions.asks(live.table, seat) if ask.move == move and ask.seat in (seat, None)]
    return _alone(guest, asks)


def _alone(guest: Guest, asks: Sequence[Ask]) -> str:
    if not asks:
        abort(404)
    form = asking.alone(Facts(guest.services, guest.live, guest.evening), guest.device, asks)
    return render_template("play/alone.html", slug=guest.live.header.game, form=rendered(form))


@bp.post("/table/<code>/back")
@audience("guest")
def take_back(visit: Visit, code: str) -> Response:
    """A line is struck that this device has just reported."""
    return answer(code, _("Taken back."), taps.take_back(visit.guest(code), request.form))


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
def stream(visit: Visit) -> Response:
    """This device's screen as it changes."""
    evening, device = visit.evening, visit.device.device
    look = partial(_screen_now, visit.services, evening.id, device)
    return screens(evening_topic(evening.id), screen_caller(device), evening.group, look)


def _screen_now(services: Services, evening_id: int, device: int) -> Screen | None:
    """A device's screen at an evening as it is now; None if that is over."""
    evening = services.evenings.by_id(evening_id)
    return screen_of(services, evening, device) if evening else None


@bp.get("/table/<code>/fold/all/<move>/<fold>")
@audience("guest")
def show_fold_of_all(visit: Visit, code: str, move: str, fold: str) -> str:
    """A fold in what is asked of the whole table."""
    return _shown(visit, code, FoldName(None, move, fold))


@bp.get("/table/<code>/fold/<int:seat>/<move>/<fold>")
@audience("guest")
def show_fold(visit: Visit, code: str, seat: int, move: str, fold: str) -> str:
    """A fold in what a seat is asked."""
    return _shown(visit, code, FoldName(seat, move, fold))


@bp.get("/table/<code>/fold/<fold>")
@audience("guest")
def show_shared_fold(visit: Visit, code: str, fold: str) -> str:
    """A fold in the shared part of a phone."""
    return _shown(visit, code, FoldName(None, fold=fold))


@bp.get("/table/<code>/for/<int:seat>")
@audience("host")
def show_drawer(visit: Visit, code: str, seat: int) -> str:
    """What a host may report for a seat."""
    return _shown(visit, code, FoldName(seat))


def _shown(visit: Visit, code: str, name: FoldName) -> str:
    """What a fold holds: as it is for the screen that opens it, else on a page."""
    live = visit.table(code)
    inside = opened(visit, code, name)
    return inside if request.htmx else render_template("play/alone.html", slug=live.header.game, form=Markup(inside))


def opened(visit: Visit, code: str, name: FoldName) -> str:
    """What a fold of this device's screen holds; 404 for none."""
    inside = fold_of(visit.services, visit.evening, visit.device.device, code, name)
    if inside is None:
        abort(404)
    return inside
