"""Ways in for a device that is at no evening: a code, a group that it knows, the next evening of its last one."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request

from companion.evening import seats
from companion.evening.last import LastEvening
from companion.evening.model import Evening
from companion.group import groups, people
from companion.group.people import Person
from companion.history.evenings import evening_date
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.responses import come_in, home, on_worker, typed_name
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole
from companion.web.pages.history.pages import night_of

bp = Blueprint("front", __name__)


@dataclass(frozen=True)
class KnownGroup:
    """Group that a device knows: `names` of some of its people, `held`: for whom the device spoke there."""

    id: int
    name: str
    names: Sequence[str]
    held: Sequence[Person]


@dataclass(frozen=True)
class WayBack:
    """Way of a device to the next evening of the group that it was with last, without a code.

    `people`: for whom it spoke; `is_open`: there is one; `may_open`: else the device opens it.
    """

    people: Sequence[Person]
    is_open: bool
    may_open: bool


NAMES = 3  # so many people stand for a group without a name
MOST = 6  # groups are offered


def front_page(visit: Visit, problem: str = "", words: str = "") -> str:
    """Page with the field for a code; on a server that lets anybody open a group also with that, and the groups that
    this device knows. `problem`: "barred", "wrong", "words" or "too-soon", to be told there; `words`: those that were
    typed."""
    ways, services = front(visit), visit.services
    house, is_open = services.name, services.is_open
    return render_template("gather/front.html", **ways, house=house, is_open=is_open, problem=problem, words=words)


def front(visit: Visit) -> dict[str, object]:
    """Ways in of this device, but for a code."""
    left = visit.last
    return {
        "groups": known_groups(visit) if visit.services.is_open else [],
        "back": _way_back(visit, left) if left is not None and left.may_return else None,
    }


def _way_back(visit: Visit, left: LastEvening) -> WayBack | None:
    """Way to the next evening of a group; None if the device goes on with it as with any group that it knows."""
    if visit.services.is_open and left.group != HOME:
        return None
    is_open = next_evening(visit, left.group) is not None
    return WayBack(left.people, is_open, left.host) if is_open or left.is_newest else None


def known_groups(visit: Visit) -> list[KnownGroup]:
    """Groups that this device knows, the one it was at last first."""
    number = visit.number
    return (
        []
        if number is None
        else [_known_group(visit, id, number) for id in visit.services.devices.groups(number)[:MOST]]
    )


def _known_group(visit: Visit, id: int, device: int) -> KnownGroup:
    db = visit.db
    names = [person.name for person in people.recent(db, id)[:NAMES]]
    return KnownGroup(id, groups.name(db, id), names, visit.services.devices.held(id, device))


def next_evening(visit: Visit, group: int) -> Evening | None:
    """Newest open evening of a group that has devices; None if there is none."""
    return next((evening for evening in visit.services.evenings.all_open(group) if evening.screens), None)


@bp.get("/start")
@audience("open")
def another(visit: Visit) -> str:
    """Page of the ways in, for a device that is at an evening, and means another group."""
    return front_page(visit)


@bp.post("/groups")
@audience("open")
def open_group(visit: Visit) -> Response | tuple[str, int]:
    """Open a group and its first evening: this device hosts the evening, and keeps the group."""
    name = typed_name() if request.form.get("name", "").strip() else ""
    if not visit.services.buckets.groups.takes(f"address {request.remote_addr}", time.monotonic()):
        return front_page(visit, "too-soon"), 429
    return come_in(visit, visit.services.admission.open_group(lambda db: groups.open_group(db, name).id, visit.number))


@bp.post("/groups/<int:group>")
@audience("open")
def go_on(visit: Visit, group: int) -> Response:
    """Go on with a group that this device knows, as `person` if it spoke for them: its evening is opened if none is."""
    number, person = visit.number, request.form.get("person", type=whole)
    if number is None or group not in visit.services.devices.groups(number):
        abort(404)
    if person is not None and person not in {somebody.id for somebody in visit.services.devices.held(group, number)}:
        abort(404)
    evening = visit.services.evenings.ensure(group)
    visit.services.admission.arrive(evening, number, host=visit.keeps(group))
    if person is not None:
        visit.services.evenings.sit_as(evening, number, person)
    return home()


@on_worker
def last_page(visit: Visit, left: LastEvening) -> str:
    """Page of the last evening of a device, and its way to the next one."""
    return render_template(
        "gather/last.html",
        night=night_of(visit, left.group, evening_date(left.played_at), is_linked=left.may_read),
        front=front(visit),
        act=left.id,
        may_read=left.may_read,
        is_board=left.kind == "board",
    )


@bp.post("/again")
@audience("returning")
def again(visit: Visit) -> Response:
    """Join the next evening of a group, as `person` if the device spoke for them. A host's device opens it, and hosts
    it too."""
    left, number, person = visit.last, visit.number, request.form.get("person", type=whole)
    assert left is not None and number is not None  # the guard admits nobody else
    if person is not None and person not in {somebody.id for somebody in left.people}:
        abort(404)
    evening, is_new = next_evening(visit, left.group), not visit.services.evenings.all_open(left.group)
    if evening is None and not left.host:
        abort(403)
    evening = evening or visit.services.evenings.ensure(left.group)
    is_host = visit.keeps(evening.group) or (left.host and not (left.stands_in and evening.has_host))
    visit.services.admission.arrive(evening, number, host=is_host, stands_in=is_host and left.stands_in)
    if person is not None:
        visit.services.evenings.sit_as(evening, number, person)
    elif left.kind == "board":
        visit.services.evenings.act(evening, seats.use_as, number, "board")
    if is_new:
        visit.services.say_evening(evening)
    return home()
