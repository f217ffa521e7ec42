"""Joining an evening: come in, sit down, say how the device is used; guests and their order."""

import secrets as chance

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.evening.devices import KINDS
from companion.web.access.device import device, guess, remember, screen
from companion.web.access.guard import audience
from companion.web.access.responses import home, typed_name
from companion.web.forms.numbers import whole
from companion.web.play.screen import draw
from companion.web.services import services

bp = Blueprint("gather", __name__)


@bp.get("/")
@audience("anyone")
def here() -> Response | str:
    """This device's screen, or the way in."""
    known = device()
    evening = services().evenings.now()
    here = evening.screen(known)
    if known is None or here is None or here.barred:
        return render_template("gather/front.html", barred=here is not None)
    drawn = draw(known)
    return render_template("layout/screen.html", drawn=drawn, live="/live") if drawn else _choices(known)


@bp.get("/choose")
@audience("screen")
def choose() -> str:
    """Say once more how this device is used: sit down, take over a seat, be the scoreboard, watch."""
    return _choices(screen().device)


def _choices(device: int) -> str:
    at = services()
    return render_template(
        "gather/choose.html",
        evening=at.evenings.now(),
        screen=at.evenings.now().screen(device),
        held=at.devices.held(device),
        absent=at.evenings.absent(),
    )


@bp.get("/j/<ticket>")
@audience("anyone")
def scan(ticket: str) -> Response:
    """What the QR code says: come in, and go on at an address without the ticket."""
    if not chance.compare_digest(ticket.encode(), services().evenings.now().ticket.encode()):
        abort(404)
    return _come_in()


@bp.get("/host/<ticket>")
@audience("anyone")
def take_over(ticket: str) -> Response:
    """What the terminal says: come in as host."""
    if not chance.compare_digest(ticket.encode(), services().evenings.now().host_ticket.encode()):
        abort(404)
    return _come_in(host=True)


@bp.post("/code")
@audience("anyone")
def enter() -> Response | tuple[str, int]:
    """The code in print, typed."""
    if not guess(request.form.get("code", "")):
        return render_template("gather/front.html", wrong=True), 404
    return _come_in()


def _come_in(host: bool = False) -> Response:
    response = make_response(redirect("/", 303))
    key = services().devices.arrive(device(), host)
    if key is not None:
        remember(response, key)
    return response


@bp.post("/sit")
@audience("screen")
def sit() -> Response:
    """Sit down, under a name or as somebody known."""
    evenings, person = services().evenings, request.form.get("person", type=whole)
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
    services().devices.use_as(screen().device, kind)
    return home()


@bp.post("/guests")
@audience("host")
def add_guest() -> Response:
    """The host seats somebody who has no phone."""
    services().evenings.sit(None, typed_name())
    return home()


@bp.post("/guests/<int:person>/leave")
@audience("host")
def leave(person: int) -> Response:
    """Somebody gets up."""
    services().evenings.leave(person)
    return home()


@bp.post("/order")
@audience("host")
def order() -> Response:
    """The guests in the order in which they sit: `person` moves one place on, clockwise, or back; or all move."""
    guests = [guest.id for guest in services().evenings.now().guests]
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
    services().evenings.order(guests)
    return home()
