"""Taps on a table's screens, and their stream."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from htmx_flask import request
from sqlite_utils import Database

from companion.evening.devices import cover_phone
from companion.evening.report import AlsoOfMove, Report
from companion.evening.rows import changed_beside
from companion.games.moves import Move, Refused
from companion.group import cards, decks
from companion.storage.notifier import evening_topic
from companion.storage.stored_table import LiveTable
from companion.table import model, moves, questions
from companion.table.model import Correct, RecordedMove, Table
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.forms.moves import move_from, moves_from
from companion.web.forms.numbers import whole
from companion.web.limits import screen_caller
from companion.web.play.current import at_this_evening, caller, own_seats, who_reports
from companion.web.play.screen import Screen, screen_of
from companion.web.play.stream import screens
from companion.web.play.tap_keys import given_key, key_for, seen_line
from companion.web.regions import prepare_asking
from companion.web.screens.facts import Facts
from companion.web.services import services
from companion.web.text import words
from companion.web.text.languages import gettext as _
from companion.web.text.languages import spoken

bp = Blueprint("table", __name__)


@bp.post("/table/<code>/move")
@audience("guest")
def report(code: str) -> Response:
    """A tap: one move, from a form whose fields are the move's."""
    live = at_this_evening(code)
    move = move_from(live.table.game, request.form)
    key, seen = given_key(), seen_line()
    beside: list[int] = []
    try:
        line = services().tables.report(
            live,
            move,
            key,
            seen,
            who_reports(live, move, key),
            _changes_besides(live, move, beside),
            caller=partial(caller, live),
        )
    except Refused as refused:
        reporter = _already_reported_by(live, move, seen) if refused.code == "stale" else None
        if reporter is None:
            raise
        name = _("the host") if reporter == "host" else reporter
        return answer(code, _("%(name)s has reported it already: it counts once.", name=name), live.line)
    services().evenings.wake(beside)
    return answer(code, words.words_of(live.header.game).say("taken", moves.move_to_json(move)), line, line)


@bp.post("/table/<code>/moves")
@audience("host")
def report_together(code: str) -> Response:
    """Several moves from one form of a host: all lines in one commit, or none. The key of each is told by its place."""
    live = at_this_evening(code)
    moves_given = moves_from(live.table.game, request.form)
    if not moves_given:
        abort(400)
    key, asker = given_key(), partial(caller, live)
    reports = [
        Report(
            move,
            f"{key}.{place}" if place else key,
            None if place else seen_line(),
            who_reports(live, move),
            asker,
            frozenset(),
        )
        for place, move in enumerate(moves_given)
    ]
    return answer(code, _("Noted."), services().tables.report_together(live, reports))


@bp.get("/table/<code>/ask/<int:seat>/<move>")
@audience("guest")
def show_question(code: str, seat: int, move: str) -> str:
    """One question to a seat on a page of its own, which is never fetched anew under somebody's fingers."""
    live = at_this_evening(code)
    if seat >= len(live.table.seats):
        abort(404)
    if screen().is_covered or (seat not in own_seats(live) and not screen().host):
        abort(403)
    asks = [ask for ask in questions.asks(live.table, seat) if ask.move == move and ask.seat in (seat, None)]
    if not asks:
        abort(404)
    evening = this_evening()
    form = prepare_asking.alone(Facts(live, evening), screen(), asks)
    return render_template("play/alone.html", slug=live.header.game, form=form)


@bp.post("/table/<code>/back")
@audience("guest")
def take_back(code: str) -> Response:
    """Strike a line that this device has just reported, as long as it is the newest."""
    live = at_this_evening(code)
    line = request.form.get("line", 0, type=whole)
    if line != live.line or line < 1:
        raise Refused("stale")
    struck = model.move_of(live.table.lines[line - 1])
    move = Correct(((line, None),))
    key = key_for(screen().device, code, "back", line)
    newest = services().tables.report(
        live, move, key, live.line, who_reports(live, struck, key), caller=partial(caller, live)
    )
    return answer(code, _("Taken back."), newest)


def answer(code: str, note: str, newest: int, line: int = 0) -> Response:
    """After a tap: a note, with `line` the form that takes it back; a plain form is redirected to the page.

    The screen itself comes by the stream alone: `newest` is the line that it has to show.
    """
    if not request.htmx:
        return make_response(redirect("/", 303))
    strip = spoken().templates.get_template("play/_taken.html")
    return Response(strip.render(note=note, line=line, newest=newest, code=code))


def _already_reported_by(live: LiveTable, move: Move, seen: int | None) -> str | None:
    """Who has reported the very same since line `seen`; of what is secret only kind and seat are compared."""
    since = zip(live.table.lines[seen or 0 :], live.rows[seen or 0 :], strict=True)
    return next(
        (row.reporter for line, row in since if line.recorded is not None and _is_same(line.recorded, move)), None
    )


def _is_same(written: RecordedMove, move: Move) -> bool:
    if not written.secrets:
        return written.move == move
    return type(written.move) is type(move) and getattr(written.move, "seat", None) == getattr(move, "seat", None)


def _changes_besides(live: LiveTable, move: Move, beside: list[int]) -> AlsoOfMove:
    """What a tap changes in the commit of its line: cards are remembered, a phone that several share is covered.

    `beside` is filled with the other evenings that are offered these cards, too.
    """
    remember, evening, device = _cards_to_remember(live, move), this_evening(), screen()
    is_shared = len(device.people) > 1
    own = own_seats(live) if is_shared else []

    def change(db: Database, after: Table) -> bool:
        has_learned = remember is not None and remember(db)
        beside[:] = changed_beside(db, evening.id) if has_learned else []
        if not is_shared:
            return has_learned
        waiting = questions.waiting(after)
        cover_phone(evening, device, [live.header.people[seat] for seat in own if seat in waiting])(db)
        return True

    return change


def _cards_to_remember(live: LiveTable, move: Move) -> Callable[[Database], bool] | None:
    """What keeps the cards that the fields `deck` of a form name, those in these fields of the move, and tells whether
    that changes what is offered; None where no card is named."""
    names = request.form.get("deck", "").split()
    if not names:
        return None
    values = moves.move_to_json(move)
    if values.get(names[0]) == request.form.get("deck.unless", ""):
        return None
    card = values.get(names[0]) if len(names) == 1 else {name: values.get(name) for name in names}
    deck = request.form.get("deck.of") or str(len(live.table.seats))
    pile = card if isinstance(card, list | tuple) and "deck.of" in request.form else [card]
    try:
        cards_read = [cards.card(live.header.game, deck, one) for one in pile]
    except ValueError:
        abort(400)
    return lambda db: decks.remember_cards(db, live.header.group, live.header.game, deck, cards_read)


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
