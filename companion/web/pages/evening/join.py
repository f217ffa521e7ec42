"""Joining an evening: come in, sit down, say how the device is used; guests and their order."""

import secrets as chance
from collections.abc import Sequence

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.evening import seats
from companion.evening.devices import KINDS
from companion.evening.model import Evening
from companion.games.moves import Refused
from companion.group import people
from companion.paths import PROGRAM
from companion.web.access.device import (
    device,
    evening_of_code,
    keeps,
    last_evening,
    open_evening,
    open_home,
    remember,
    screen,
    this_evening,
)
from companion.web.access.guard import audience
from companion.web.access.responses import home, typed_name
from companion.web.access.services import services
from companion.web.forms.numbers import whole
from companion.web.pages.evening.again import last_page
from companion.web.pages.evening.front import front_page
from companion.web.pages.evening.page_etag import page_etag
from companion.web.screens.prepare_gathering import elsewhere, join_address
from companion.web.screens.screen import page_of, screen_of
from companion.web.text.languages import Speaking, spoken

bp = Blueprint("gather", __name__)


@bp.get("/")
@audience("anyone")
def here() -> Response | str:
    """This device's screen; of an evening that is over its last page; or the way in."""
    number, evening = device(), open_evening()
    screen = evening.screen(number) if evening else None
    if number is None or evening is None or screen is None or screen.removed:
        left = last_evening()
        return last_page(left) if left and left.leaves_page else front_page(is_barred=screen is not None)
    etag = page_etag(evening, screen)
    is_there = etag in request.if_none_match
    response = Response(status=304) if is_there else make_response(_own_page(evening, number))
    response.set_etag(etag)
    return response


def _own_page(evening: Evening, device: int) -> str:
    """The screen of a device, or the question how it is used."""
    with Speaking(spoken()):
        screen = screen_of(evening, device)
    if screen is None:
        return _choices(evening, device)
    return page_of(screen, "/live", join_address(evening))


@bp.get("/choose")
@audience("guest")
def choose() -> str:
    """Say once more how this device is used: sit down, take over a seat, be the scoreboard, watch."""
    return _choices(this_evening(), screen().device)


def _choices(evening: Evening, device: int, is_full: bool = False) -> str:
    """How this device is used; `is_full`: somebody has just found no seat left."""
    held = services().devices.held(evening.group, device)
    screen = evening.screen(device)
    return render_template(
        "gather/choose.html",
        is_host=screen is not None and screen.host,
        is_full=is_full or len(evening.guests) >= seats.MOST_GUESTS,
        most=seats.MOST_GUESTS,
        held=held,
        others=[person for person in (*evening.guests, *services().evenings.absent(evening)) if person not in held],
        preset=people.free_mark(evening.guests),
        may_leave=screen is not None and screen.kind != "new",
        elsewhere=elsewhere(evening, device),
        is_open=services().is_open,
    )


@bp.get("/j/<ticket>")
@audience("visit")
def scan(ticket: str) -> Response | str:
    """What the QR code says: come in, and go on at an address without the ticket."""
    evening = _scanned(ticket)
    return _leave_first(evening) or _come_in(evening)


@bp.post("/j/<ticket>")
@audience("anyone")
def leave_and_scan(ticket: str) -> Response:
    """The same for a device that leaves another evening, and has said so."""
    return _come_in(_scanned(ticket))


def _scanned(ticket: str) -> Evening:
    open_home()
    evening = services().evenings.by_ticket(ticket)
    if evening is None:
        abort(404)
    return evening


@bp.get("/host/<ticket>")
@audience("visit")
def take_over(ticket: str) -> Response | str:
    """What the terminal says: come in as host."""
    evening = _taken_over(ticket)
    return _leave_first(evening) or _come_in(evening, host=True)


@bp.post("/host/<ticket>")
@audience("anyone")
def leave_and_take_over(ticket: str) -> Response:
    """The same for a device that leaves another evening, and has said so."""
    return _come_in(_taken_over(ticket), host=True)


def _taken_over(ticket: str) -> Evening:
    open_home(ticket)
    evening = services().evenings.by_host_ticket(ticket)
    if evening is None:
        raise Refused("host-link-over", program=PROGRAM)
    return evening


def _leave_first(evening: Evening) -> str:
    """The question whether this device shall leave the evening at which it is; empty if it is at no other."""
    here = open_evening()
    screen = here.screen(device()) if here else None
    if here is None or here.id == evening.id or screen is None or screen.removed:
        return ""
    persons = [guest for guest in map(here.guest, screen.people) if guest]
    return render_template("gather/leave.html", here=here.code, people=persons, there=evening.code, link=request.path)


@bp.post("/code")
@audience("anyone")
def enter() -> Response | tuple[str, int]:
    """The code in print, typed."""
    open_home()
    evening = evening_of_code(request.form.get("code", ""))
    if evening is None:
        return front_page(is_wrong=True), 404
    return _come_in(evening)


def _come_in(evening: Evening, host: bool = False) -> Response:
    response = make_response(redirect("/", 303))
    key = services().admission.arrive(evening, device(), host or keeps(evening.group))
    if key is not None:
        remember(response, key)
    return response


@bp.post("/sit")
@audience("guest")
def sit() -> Response | str | tuple[str, int]:
    """Sit down: as somebody new, under a name by which nobody goes yet, or as somebody known."""
    evening, person = this_evening(), request.form.get("person", type=whole)
    try:
        if person is None:
            return _sit_down_new(evening)
        _check_known(evening, person)
        services().evenings.sit_as(evening, screen().device, person)
    except Refused as refused:
        if refused.code != "no-seat-left":
            raise
        return _choices(evening, screen().device, is_full=True), 422
    return home()


def _sit_down_new(evening: Evening) -> Response | str:
    """Somebody new sits down; where anybody of the group goes by that name, the question who it is."""
    name, mark = typed_name(), (request.form.get("colour", ""), request.form.get("shape", ""))
    try:
        services().evenings.sit(evening, screen().device, name, *mark)
    except Refused as refused:
        if refused.code != "sits-already":
            raise
        return _ask_who(evening, name, mark)
    return home()


def _ask_who(evening: Evening, name: str, mark: Sequence[str]) -> str:
    """The question whether somebody is who goes by that name, or another one; nobody else has been troubled."""
    reader = services().store.reader()
    namesake = people.named(reader, evening.group, name)
    if namesake is None:  # who went by it has another name by now
        raise Refused("stale")
    return render_template(
        "gather/namesake.html",
        typed=name,
        namesake=namesake,
        is_here=evening.guest(namesake.id) is not None,
        has_phone=evening.has_phone(namesake.id),
        has_to_ask=services().evenings.has_to_ask(evening, screen().device, namesake.id),
        suggestion=people.distinct_name(reader, evening.group, name),
        chosen=mark,
    )


def _check_known(evening: Evening, person: int) -> None:
    """404 for who is not here, and was not of late, unless the form says by what name they go: `goes_by`."""
    if person in {somebody.id for somebody in (*evening.guests, *services().evenings.absent(evening))}:
        return
    namesake = people.named(services().store.reader(), evening.group, request.form.get("goes_by", ""))
    if namesake is None or namesake.id != person:
        abort(404)


@bp.post("/use")
@audience("guest")
def use() -> Response:
    """Use this device as the scoreboard, or only to watch."""
    kind = request.form.get("kind", "")
    if kind not in KINDS:
        abort(400)
    services().devices.use_as(this_evening(), screen().device, kind)
    return home()


@bp.post("/guests")
@audience("host")
def add_guest() -> Response:
    """The host seats somebody who has no phone."""
    services().evenings.sit(this_evening(), None, typed_name())
    return home()


@bp.post("/guests/<int:person>/leave")
@audience("host")
def leave(person: int) -> Response:
    """Somebody gets up."""
    services().evenings.leave(this_evening(), person, by=screen().device)
    return home()


@bp.post("/order")
@audience("host")
def order() -> Response:
    """The guests in the order in which they sit: `person` moves one place on, clockwise, or back, or to `place`, which
    counts from 0; or all move."""
    guests = [guest.id for guest in this_evening().guests]
    person, way = request.form.get("person", type=whole), request.form.get("way")
    new_place = request.form.get("place", type=whole)
    if way == "rotate":
        guests = [*guests[1:], *guests[:1]]
    elif way == "shuffle":
        chance.SystemRandom().shuffle(guests)
    elif person in guests:
        place = guests.index(person)
        step = 1 if way == "on" else -1
        guests.insert((place + step if new_place is None else new_place) % len(guests), guests.pop(place))
    else:
        abort(404)
    services().evenings.order(this_evening(), guests)
    return home()
