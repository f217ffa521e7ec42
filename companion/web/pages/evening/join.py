"""Joining an evening: entering, sitting down, the use of a device; guests and their order."""

import secrets as chance
import time
from collections.abc import Sequence
from hashlib import blake2s

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion import __version__
from companion.evening import seats
from companion.evening.model import Evening, EveningDevice
from companion.games.moves import Refused
from companion.group import groups, notebook, people
from companion.paths import PROGRAM
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.responses import come_in, home, typed_name
from companion.web.access.static_files import static_files
from companion.web.access.visit import Visit, letters_are_large, seat_in_hand
from companion.web.forms.numbers import whole
from companion.web.pages.evening.front import front_page, last_page
from companion.web.screens.gathering import invitation, join_address
from companion.web.screens.gathering_own import elsewhere
from companion.web.screens.screen import page_of, screen_of
from companion.web.text.languages import Speaking, spoken

bp = Blueprint("gather", __name__)


@bp.get("/")
@audience("anyone")
def here(visit: Visit) -> Response | str:
    """Page of this device's screen; of its last evening, if that is over; or of the ways in."""
    number, evening = visit.number, visit.here
    screen = evening.screen(number) if evening else None
    if number is None or evening is None or screen is None or screen.removed:
        left = visit.last
        return last_page(visit, left) if left and left.leaves_page else front_page(visit, "barred" if screen else "")
    etag = page_etag(visit, evening, screen)
    is_there = etag in request.if_none_match
    response = Response(status=304) if is_there else make_response(_own_page(visit, evening, number))
    response.set_etag(etag)
    return response


def _own_page(visit: Visit, evening: Evening, device: int) -> str:
    """Page of the screen of a device, or of the choices how it is used."""
    with Speaking(spoken()):
        screen = screen_of(visit.services, evening, device)
    if screen is None:
        return _choices(visit, evening, device)
    return page_of(screen, "/live", join_address(visit.services, evening))


@bp.get("/choose")
@audience("guest")
def choose(visit: Visit) -> str:
    """Page of the choices how this device is used: sit down, take over a seat, be the scoreboard, watch."""
    return _choices(visit, visit.evening, visit.device.device)


def _choices(visit: Visit, evening: Evening, device: int, is_full: bool = False) -> str:
    """Page of the choices how a device is used; `is_full`: somebody has just found no seat left."""
    held = visit.services.devices.held(evening.group, device)
    screen = evening.screen(device)
    return render_template(
        "gather/choose.html",
        is_host=screen is not None and screen.host,
        is_full=is_full or len(evening.guests) >= seats.MOST_GUESTS,
        most=seats.MOST_GUESTS,
        held=held,
        others=[person for person in (*evening.guests, *visit.services.evenings.absent(evening)) if person not in held],
        preset=people.free_mark(evening.guests),
        may_leave=screen is not None and screen.kind != "new",
        elsewhere=elsewhere(visit.services, evening, device),
        is_open=visit.services.is_open,
    )


@bp.get("/j/<ticket>")
@audience("visit")
def scan(visit: Visit, ticket: str) -> Response | str:
    """Enter by the link of the QR code; the redirect has no ticket in its address."""
    evening = _scanned(visit, ticket)
    return leave_first(visit, evening) or bring_in(visit, evening)


@bp.post("/j/<ticket>")
@audience("anyone")
def leave_and_scan(visit: Visit, ticket: str) -> Response:
    """Enter by that link, after the device has agreed to leave another evening."""
    return bring_in(visit, _scanned(visit, ticket))


def _scanned(visit: Visit, ticket: str) -> Evening:
    _open_home(visit)
    evening = visit.services.evenings.by("ticket", ticket)
    if evening is None:
        abort(404)
    return evening


@bp.get("/host/<ticket>")
@audience("visit")
def take_over(visit: Visit, ticket: str) -> Response | str:
    """Enter as host, by the link that the terminal prints."""
    evening = _taken_over(visit, ticket)
    return leave_first(visit, evening) or bring_in(visit, evening, host=True)


@bp.post("/host/<ticket>")
@audience("anyone")
def leave_and_take_over(visit: Visit, ticket: str) -> Response:
    """Enter as host, after the device has agreed to leave another evening."""
    return bring_in(visit, _taken_over(visit, ticket), host=True)


def _taken_over(visit: Visit, ticket: str) -> Evening:
    _open_home(visit, ticket)
    evening = visit.services.evenings.by("host_ticket", ticket)
    if evening is None:
        raise Refused("host-link-over", program=PROGRAM)
    return evening


def leave_first(visit: Visit, evening: Evening) -> str:
    """Page that asks whether this device shall leave its evening; empty if it is at no other."""
    here = visit.here
    screen = here.screen(visit.number) if here else None
    if here is None or here.id == evening.id or screen is None or screen.removed:
        return ""
    persons = [guest for guest in map(here.guest, screen.people) if guest]
    return render_template("gather/leave.html", here=here.code, people=persons, there=evening.code, link=request.path)


@bp.post("/code")
@audience("anyone")
def enter(visit: Visit) -> Response | tuple[str, int]:
    """Enter by the typed code."""
    _open_home(visit)
    evening = _evening_of_code(visit, request.form.get("code", ""))
    if evening is None:
        return front_page(visit, "wrong"), 404
    return bring_in(visit, evening)


def _open_home(visit: Visit, host_ticket: str = "") -> None:
    """Open an evening of the home if none is open, and print its code and link.

    On a server with other groups a visitor need not mean the home: only a host's own link to it opens one.
    """
    evenings = visit.services.evenings
    if evenings.all_open(HOME):
        return
    if not groups.are_others(visit.db) or evenings.was_hosted_by(HOME, host_ticket):
        visit.services.say_evening(evenings.ensure(HOME))


def _evening_of_code(visit: Visit, code: str) -> Evening | None:
    """Evening that has this code; 429 for a caller who tries one after the other.

    Tries are counted for the address, and for the device if it is known; not if the device is in that evening already.
    """
    evening: Evening | None = visit.services.evenings.by("code", code.strip().upper())
    device = evening.screen(visit.number) if evening is not None else None
    if device is None or device.removed:
        visit.count_guess()
    return evening


def bring_in(visit: Visit, evening: Evening, host: bool = False) -> Response:
    """Let a device come in, as host if it keeps the group."""
    return come_in(visit, visit.services.admission.arrive(evening, visit.number, host or visit.keeps(evening.group)))


@bp.post("/sit")
@audience("guest")
def sit(visit: Visit) -> Response | str | tuple[str, int]:
    """Sit down: as somebody new, under a name that is free, or as a known `person`."""
    evening, person = visit.evening, request.form.get("person", type=whole)
    try:
        if person is None:
            return _sit_down_new(visit, evening)
        _check_known(visit, evening, person)
        visit.services.evenings.sit_as(evening, visit.device.device, person)
    except Refused as refused:
        if refused.code != "no-seat-left":
            raise
        return _choices(visit, evening, visit.device.device, is_full=True), 422
    return home()


def _sit_down_new(visit: Visit, evening: Evening) -> Response | str:
    """Seat somebody new; if a person of the group has that name, the page that asks who it is."""
    name, mark = typed_name(), (request.form.get("colour", ""), request.form.get("shape", ""))
    try:
        visit.services.evenings.sit(evening, visit.device.device, name, *mark)
    except Refused as refused:
        if refused.code != "sits-already":
            raise
        return _ask_who(visit, evening, name, mark)
    return home()


def _ask_who(visit: Visit, evening: Evening, name: str, mark: Sequence[str]) -> str:
    """Page that asks whether somebody is the person with that name, or another one; nothing is changed yet."""
    reader = visit.db
    namesake = people.named(reader, evening.group, name)
    if namesake is None:  # who went by it has another name by now
        raise Refused("stale")
    return render_template(
        "gather/namesake.html",
        typed=name,
        namesake=namesake,
        is_here=evening.guest(namesake.id) is not None,
        has_phone=evening.has_phone(namesake.id),
        has_to_ask=visit.services.evenings.is_asked_for(evening, visit.device.device, namesake.id),
        suggestion=people.distinct_name(reader, evening.group, name),
        chosen=mark,
    )


def _check_known(visit: Visit, evening: Evening, person: int) -> None:
    """Check that a person is here, or was lately, or has the name in the field `goes_by`: 404 for others."""
    if person in {somebody.id for somebody in (*evening.guests, *visit.services.evenings.absent(evening))}:
        return
    namesake = people.named(visit.db, evening.group, request.form.get("goes_by", ""))
    if namesake is None or namesake.id != person:
        abort(404)


@bp.post("/use")
@audience("guest")
def use(visit: Visit) -> Response:
    """Use this device as the scoreboard, or only to watch."""
    kind = request.form.get("kind", "")
    if kind not in seats.KINDS:
        abort(400)
    visit.services.evenings.act(visit.evening, seats.use_as, visit.device.device, kind)
    return home()


@bp.post("/guests")
@audience("host")
def add_guest(visit: Visit) -> Response:
    """Seat somebody who has no phone."""
    visit.services.evenings.sit(visit.evening, None, typed_name())
    return home()


@bp.post("/guests/<int:person>/leave")
@audience("host")
def leave(visit: Visit, person: int) -> Response:
    """Remove a guest from the table."""
    visit.services.evenings.act(visit.evening, seats.leave, person, by=visit.device.device)
    return home()


@bp.post("/order")
@audience("host")
def order(visit: Visit) -> Response:
    """Reorder the guests: `person` moves one place on, clockwise, or back, or to `place`, which counts from 0; or all
    move."""
    guests = [guest.id for guest in visit.evening.guests]
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
    visit.services.evenings.act(visit.evening, seats.ordered, guests)
    return home()


def page_etag(visit: Visit, evening: Evening, device: EveningDevice) -> str:
    """ETag of a device's page: equal for equal pages, in every process and after a restart.

    The versions of the group's evenings cover all that is stored, but for a device's own notes; the invitation and the
    streams of scoreboards are in memory alone.
    """
    beside = visit.services.evenings.all_open(evening.group)
    depends_on = (
        (__version__, static_files().hash, visit.services.instance, visit.services.name),
        (device.device, str(spoken()), letters_are_large(), time.strftime("%Z %z")),
        (evening.id, *((other.id, other.version) for other in beside)),
        (invitation(visit.services, evening), elsewhere(visit.services, evening, device.device)),
        _notes(visit, evening, device),
        visit.services.tables.damaged(evening.id) != [],
        visit.services.presence.has_board(evening),
    )
    return blake2s(repr(depends_on).encode(), digest_size=12).hexdigest()


def _notes(visit: Visit, evening: Evening, device: EveningDevice) -> object:
    """Notes of a device at the table that is shown."""
    live = visit.services.tables.shown(evening)
    seat = seat_in_hand(live.header, device) if live else None
    if live is None or seat is None:
        return None
    return notebook.notes(visit.db, device.device, live.header.id, seat)
