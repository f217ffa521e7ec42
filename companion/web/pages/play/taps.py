"""Taps on a table's screens, questions on pages of their own, the contents of folds, and the stream."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from htmx_flask import request
from markupsafe import Markup

from companion.evening.gestures import KINDS, Gesture
from companion.games.game import Ask
from companion.games.moves import Refused
from companion.storage.notifier import evening_topic
from companion.storage.stored_table import LiveTable
from companion.table import model, questions, visibility
from companion.table.result import is_closed
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
from companion.web.text.drawn import rendered
from companion.web.text.languages import gettext as _
from companion.web.text.languages import spoken
from companion.web.text.words import words_of

bp = Blueprint("table", __name__)


@bp.post("/table/<code>/move")
@audience("guest")
def report(visit: Visit, code: str) -> Response:
    """Take a tap: one move, from a form whose fields are the move's."""
    try:
        line = taps.take_tap(visit.guest(code), request.form)
    except ReportedAlready as refused:
        return _counts_once(visit.table(code), refused)
    live = visit.table(code)  # another value where others were quicker
    taken = words_of(live.header.game).taken(model.move_of(live.table.lines[line - 1]))
    return answer(code, taken, line, line, lineup.nameless(live, line, visit.db))


@bp.post("/table/<code>/moves")
@audience("guest")
def report_together(visit: Visit, code: str) -> Response:
    """Take several moves from one form."""
    guest = visit.guest(code)
    try:
        return answer(code, _("Noted."), taps.take_together(guest, request.form))
    except ReportedAlready as refused:
        return _counts_once(visit.table(code), refused)


def _counts_once(live: LiveTable, refused: ReportedAlready) -> Response:
    """Response to a tap whose move somebody has reported already."""
    name = _("the host") if refused.reporter == "host" else refused.reporter
    note = _("%(name)s has reported it already: it counts once.", name=name)
    return answer(live.header.code, note, live.line)


@bp.get("/table/<code>/ask/all/<move>")
@audience("guest")
def show_common_question(visit: Visit, code: str, move: str) -> str:
    """Page of one question to the whole table, for a device that plays there, or hosts."""
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
    """Page of one question to a seat, which is never reloaded while somebody types."""
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
    """Strike a line that this device has just reported."""
    return answer(code, _("Taken back."), taps.take_back(visit.guest(code), request.form))


@bp.post("/table/<code>/gesture")
@audience("guest")
def gesture(visit: Visit, code: str) -> Response:
    """Take a gesture (field `gesture`) of the player who holds this phone, and is out of a game that goes on: the
    evening's scoreboards show it, and nothing keeps it."""
    guest, kind, services = visit.guest(code), request.form.get("gesture", ""), visit.services
    if kind not in KINDS:
        abort(400)
    seat, live = guest.reads, guest.live
    if seat is None:
        abort(403)
    if is_closed(live.table) or seat not in visibility.view(live.table, None).out:
        raise Refused("not-out")
    if not services.gestures.make(live.header.id, Gesture(seat, kind, services.notifier.clock())):
        raise Refused("gesture-soon")
    services.evenings.wake([visit.evening.id])
    services.store.tell(f"gesture {visit.evening.id} {live.header.id} {seat} {kind}")
    return answer(code, _("Sent."), live.line)


def answer(code: str, note: str, newest: int, line: int = 0, nameless: str = "") -> Response:
    """Response to a tap: a note, with the form that takes `line` back; for a plain form a redirect.

    `nameless`: the number by which the move was the first to name something: the note asks for its name. The screen
    itself comes by the stream alone: `newest` is the line that it has to show.
    """
    if not request.htmx:
        return make_response(redirect("/", 303))
    strip = spoken().templates.get_template("play/_taken.html")
    return Response(strip.render(note=note, line=line, newest=newest, code=code, nameless=nameless))


@bp.get("/live")
@audience("guest")
def stream(visit: Visit) -> Response:
    """Stream of this device's screen."""
    evening, device = visit.evening, visit.device.device
    look = partial(_screen_now, visit.services, evening.id, device)
    return screens(evening_topic(evening.id), screen_caller(device), evening.group, look)


def _screen_now(services: Services, evening_id: int, device: int) -> Screen | None:
    """Screen of a device at an evening as it is now; None if that is over."""
    evening = services.evenings.on_screen(evening_id)
    return screen_of(services, evening, device) if evening else None


@bp.get("/table/<code>/fold/all/<move>/<fold>")
@bp.get("/table/<code>/fold/<int:seat>/<move>/<fold>")
@bp.get("/table/<code>/fold/<fold>")
@audience("guest")
def show_fold(visit: Visit, code: str, fold: str, move: str = "", seat: int | None = None) -> str:
    """Fold in a question, to the whole table or a seat, or without a `move` in the shared part of a phone."""
    return _shown(visit, code, FoldName(seat, move, fold))


@bp.get("/table/<code>/for/<int:seat>")
@audience("host")
def show_drawer(visit: Visit, code: str, seat: int) -> str:
    """Drawer of a host, with the questions to a seat."""
    return _shown(visit, code, FoldName(seat))


def _shown(visit: Visit, code: str, name: FoldName) -> str:
    """Contents of a fold: alone for a script, else as a page."""
    live = visit.table(code)
    inside = opened(visit, code, name)
    return inside if request.htmx else render_template("play/alone.html", slug=live.header.game, form=Markup(inside))


def opened(visit: Visit, code: str, name: FoldName) -> str:
    """Contents of a fold of this device's screen; 404 for none."""
    inside = fold_of(visit.services, visit.evening, visit.device.device, code, name)
    if inside is None:
        abort(404)
    return inside
