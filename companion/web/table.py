"""A table's taps: a move, taking the last one back, and the stream that keeps a screen right."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask_babel import gettext as _
from markupsafe import Markup

from companion import cards, decks, record, table
from companion.desk import Live, evening_bell
from companion.games.moves import Move, Refused
from companion.open_round import Caller, reporter
from companion.store import Job
from companion.table import Correct, Written
from companion.web import live, words
from companion.web.device import screen
from companion.web.forms import move_from
from companion.web.guard import audience
from companion.web.house import house
from companion.web.numbers import whole
from companion.web.screen import draw, seat_in_hand, seats_of
from companion.web.tap_keys import given_key, key_for, seen_line

bp = Blueprint("table", __name__)


@bp.post("/table/<code>/move")
@audience("screen")
def report(code: str) -> Response:
    """A tap: one move, from a form whose fields are the move's."""
    at = at_this_evening(code)
    move = move_from(at.table.game, request.form)
    seen = seen_line()
    try:
        line = house().desk.report(
            code, move, given_key(), seen, who_reports(at, move), _taught(at, move), caller=caller(at)
        )
    except Refused as refused:
        quicker = _quicker(at, move, seen) if refused.code == "stale" else None
        if quicker is None:
            raise
        name = _("the host") if quicker == "host" else quicker
        return answer(_("%(name)s has reported it already: it counts once.", name=name), 0)
    _put_down(at)
    return answer(words.of(at.header.game).say("taken", record.plain_move(move)), line)


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
    asks = [ask for ask in table.asks(at.table, seat) if ask.move == move and ask.seat in (seat, None)]
    if not asks:
        abort(404)
    return render_template(
        "alone.html",
        live=at,
        table=at.table,
        slug=at.header.game,
        seats=seats_of(at, house().evenings.now()),
        seat=mine,
        screen=screen(),
        view=table.view(at.table, mine),
        words=words.of(at.header.game),
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
    struck = table.said(at.table.lines[line - 1])
    move = Correct(((line, None),))
    key = key_for(screen().device, code, "back", line)
    house().desk.report(code, move, key, at.line, who_reports(at, struck), caller=caller(at))
    return answer(_("Taken back."), 0)


def answer(note: str, line: int) -> Response:
    """After a tap: this device's own part at once; a plain form goes back to the page."""
    if not request.headers.get("HX-Request"):
        return make_response(redirect("/", 303))
    drawn = draw(screen().device)
    if drawn is None:
        abort(401)
    code = house().evenings.now().table_code
    strip = render_template("table/_taken.html", note=note, line=line, code=code)
    response = make_response(drawn.private + Markup(strip))
    response.headers["X-Private"] = drawn.mark("private")
    return response


def at_this_evening(code: str) -> Live:
    """The table with this code; 404 if it is not one of this evening's."""
    at = house().desk.find(code)
    if at is None or at.header.evening != house().evenings.now().id:
        abort(404)
    return at


def _quicker(at: Live, move: Move, seen: int | None) -> str | None:
    """Who has reported the very same since line `seen`; of what is secret only kind and seat are compared."""
    since = zip(at.table.lines[seen or 0 :], at.rows[seen or 0 :], strict=True)
    return next((row.reporter for line, row in since if line.said is not None and _is_same(line.said, move)), None)


def _is_same(written: Written, move: Move) -> bool:
    if not written.veils:
        return written.move == move
    return type(written.move) is type(move) and getattr(written.move, "seat", None) == getattr(move, "seat", None)


def _taught(at: Live, move: Move) -> Job:
    """What the fields `deck` of a form teach: the cards that are in these fields of the move."""
    names = request.form.get("deck", "").split()
    if not names:
        return lambda db: None
    told = record.plain_move(move)
    card = told.get(names[0]) if len(names) == 1 else {name: told.get(name) for name in names}
    deck = request.form.get("deck.of") or str(len(at.table.seats))
    pile = card if isinstance(card, list | tuple) and "deck.of" in request.form else [card]
    try:
        taught = [cards.card(at.header.game, deck, one) for one in pile]
    except ValueError:
        abort(400)
    return lambda db: decks.teach_all(db, at.header.game, deck, taught)


def _put_down(at: Live) -> None:
    """A phone that several share goes on to the next of them who is waited for."""
    waited = table.waiting(at.table)
    house().devices.put_down(screen().device, [at.header.people[seat] for seat in own_seats(at) if seat in waited])


def who_reports(at: Live, move: Move) -> str:
    """Who reports: a seat for itself or the whole table, the host for everybody; 403 for anybody else."""
    in_hand = seat_in_hand(at, screen())
    own = sorted(own_seats(at), key=lambda seat: seat != in_hand)
    mine = [seat for seat in own if table.may_report(at.table, seat, move)]
    if not mine and not screen().host:
        abort(403)
    return reporter(at.table, mine[0] if mine else None)


def caller(at: Live) -> Caller:
    """As whom else this device reports: a tap that is sent again may find the phone in other hands."""
    own = frozenset(own_seats(at))
    names = {reporter(at.table, seat) for seat in own} | ({reporter(at.table, None)} if screen().host else set())
    evening = house().evenings.now()
    phones = {seat for seat, person in enumerate(at.header.people) if seat not in own and evening.is_held(person)}
    return Caller(frozenset(names), own, frozenset(phones))


def own_seats(at: Live) -> list[int]:
    """The seats for which this device speaks."""
    return [seat for seat, person in enumerate(at.header.people) if person in screen().people]


@bp.get("/live")
@audience("screen")
def stream() -> Response:
    """This device's screen as it changes."""
    at, me = house(), screen().device
    evening = at.evenings.now().id
    return live.screens(
        evening_bell(evening), f"screen {me}", lambda: draw(me) if at.evenings.now().id == evening else None
    )
