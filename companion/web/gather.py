"""Gathering: come in, sit down, say how the device is used; the host orders the seats and starts a game."""

import secrets as chance
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from sqlite_utils import Database

from companion import decks, people, table
from companion.desk import Also
from companion.devices import KINDS
from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Refused, text
from companion.record import options_for
from companion.store import Header
from companion.table import lay
from companion.web import lobby, series
from companion.web.device import device, guess, remember, screen
from companion.web.guard import audience
from companion.web.house import house
from companion.web.numbers import whole
from companion.web.screen import draw

bp = Blueprint("gather", __name__)
NAME = 40


@bp.get("/")
@audience("anyone")
def here() -> Response | str:
    """This device's screen, or the way in."""
    known = device()
    evening = house().evenings.now()
    here = evening.screen(known)
    if known is None or here is None or here.barred:
        return render_template("front.html", barred=here is not None)
    drawn = draw(known)
    return render_template("screen.html", drawn=drawn, live="/live") if drawn else _choices(known)


@bp.get("/choose")
@audience("screen")
def choose() -> str:
    """Say once more how this device is used: sit down, take over a seat, be the scoreboard, watch."""
    return _choices(screen().device)


def _choices(device: int) -> str:
    at = house()
    return render_template(
        "choose.html",
        evening=at.evenings.now(),
        screen=at.evenings.now().screen(device),
        held=at.devices.held(device),
        absent=at.evenings.absent(),
    )


@bp.get("/j/<ticket>")
@audience("anyone")
def scan(ticket: str) -> Response:
    """What the QR code says: come in, and go on at an address without the ticket."""
    if not chance.compare_digest(ticket.encode(), house().evenings.now().ticket.encode()):
        abort(404)
    return _come_in()


@bp.get("/host/<ticket>")
@audience("anyone")
def take_over(ticket: str) -> Response:
    """What the terminal says: come in as host."""
    if not chance.compare_digest(ticket.encode(), house().evenings.now().host_ticket.encode()):
        abort(404)
    return _come_in(host=True)


@bp.post("/code")
@audience("anyone")
def enter() -> Response | tuple[str, int]:
    """The code in print, typed."""
    if not guess(request.form.get("code", "")):
        return render_template("front.html", wrong=True), 404
    return _come_in()


def _come_in(host: bool = False) -> Response:
    response = make_response(redirect("/", 303))
    key = house().devices.arrive(device(), host)
    if key is not None:
        remember(response, key)
    return response


@bp.post("/sit")
@audience("screen")
def sit() -> Response:
    """Sit down, under a name or as somebody known."""
    evenings, person = house().evenings, request.form.get("person", type=whole)
    if person is not None:
        known = {somebody.id for somebody in (*evenings.now().guests, *evenings.absent())}
        if person not in known:
            abort(404)
        evenings.sit_as(screen().device, person)
    else:
        evenings.sit(screen().device, typed_name(), request.form.get("colour", ""), request.form.get("shape", ""))
    return home()


@bp.post("/use")
@audience("screen")
def use() -> Response:
    """Use this device as the scoreboard, or only to watch."""
    kind = request.form.get("kind", "")
    if kind not in KINDS:
        abort(400)
    house().devices.use_as(screen().device, kind)
    return home()


@bp.post("/guests")
@audience("host")
def add_guest() -> Response:
    """The host seats somebody who has no phone."""
    house().evenings.sit(None, typed_name())
    return home()


@bp.post("/guests/<int:person>/leave")
@audience("host")
def leave(person: int) -> Response:
    """Somebody gets up."""
    house().evenings.leave(person)
    return home()


@bp.post("/order")
@audience("host")
def order() -> Response:
    """The guests in the order in which they sit: `person` moves one place on, clockwise, or back; or all move."""
    guests = [guest.id for guest in house().evenings.now().guests]
    person, way = request.form.get("person", type=whole), request.form.get("way")
    if way == "rotate":
        guests = [*guests[1:], *guests[:1]]
    elif way == "shuffle":
        chance.SystemRandom().shuffle(guests)
    elif person in guests:
        at = guests.index(person)
        guests.insert((at + (1 if way == "on" else -1)) % len(guests), guests.pop(at))
    else:
        abort(404)
    house().evenings.order(guests)
    return home()


@bp.post("/tables")
@audience("host")
def start() -> Response:
    """A new table for everybody who sits, in the order in which they sit."""
    game = GAMES.get(request.form.get("game", ""))
    if game is None:
        abort(404)
    options, habits = lobby.options(game, request.form), lobby.habits(game, request.form)

    def keep(db: Database, header: Header) -> None:
        decks.keep_habits(db, game.SLUG, habits)
        decks.learn(db, game.SLUG, options)

    _lay(game, options, keep)
    return home()


@bp.post("/rematch")
@audience("host")
def play_again() -> Response:
    """The game that has ended once more: the same options, whoever sits now, and the next one begins."""
    evening = house().evenings.now()
    last = house().desk.find(evening.table_code) if evening.table_code else None
    if last is None or not table.is_closed(last.table):
        raise Refused("stale")  # somebody was quicker
    _lay(last.table.game, series.again(house().desk, evening, last))
    return home()


def _lay(game: Game, options: dict[str, Any], also: Also = lambda db, header: None) -> None:
    evening = house().evenings.now()
    seats = [guest.name for guest in evening.guests]
    laid = lay(game, seats, options_for(game, options))
    live, _ = house().desk.lay(laid, evening.id, [guest.id for guest in evening.guests], also)
    house().evenings.show(live.header.code)  # this rings: nothing may come between it and the answer


@bp.post("/tables/<code>/go-on")
@audience("host")
def go_on(code: str) -> Response:
    """A table that was interrupted goes on tonight."""
    live = house().desk.find(code)
    if live is None or live.header.evening is None or table.is_closed(live.table):
        abort(404)
    sat = [person for person in live.header.people if person is not None]
    house().evenings.take_up(live.header.id, sat)
    house().desk.read_anew(code)
    house().evenings.show(code)  # this rings: nothing may come between it and the answer
    return home()


@bp.post("/put-away")
@audience("host")
def put_away() -> Response:
    """Back to gathering; the table stays in the history."""
    house().evenings.show(None)
    return home()


@bp.post("/end")
@audience("host")
def end() -> Response:
    """The evening ends."""
    house().evenings.close()
    return home()


def typed_name() -> str:
    """The name in a form, its spaces tidied; Refused if it is none."""
    try:
        name = text(" ".join(request.form.get("name", "").split()), NAME)
    except ValueError:
        raise Refused("name") from None
    if not people.spelt(name):
        raise Refused("name")
    return name


def home(to: str = "/") -> Response:
    """Back to the screen, or to another page: a page for a plain form; htmx is told to fetch it."""
    if request.headers.get("HX-Request"):
        response = make_response("")
        response.headers["HX-Redirect"] = to
        return response
    return make_response(redirect(to, 303))
