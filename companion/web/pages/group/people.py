"""People: their names and marks, and which of them are one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, abort, render_template, request

from companion.evening import seats
from companion.evening.rows import change, changed_beside, newer_version
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import Person
from companion.history import statistics
from companion.history.evenings import local_time
from companion.storage import identifiers, log
from companion.storage.database import Database
from companion.storage.log import Header
from companion.web.access.guard import audience
from companion.web.access.responses import home, on_worker, typed_name
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole


@dataclass(frozen=True)
class GameOfPerson:
    """Game that somebody played. `name`: their name then."""

    table_id: str
    slug: str
    opened_at: datetime
    names: Sequence[str]
    name: str


bp = Blueprint("people", __name__, url_prefix="/people")
SHOWN = 20
ALL = 10_000


@bp.get("/")
@audience("guest")
@on_worker
def everybody(visit: Visit) -> str:
    """Page of all people, who came last first, with the number of their games."""
    db = visit.db
    return render_template(
        "people/everybody.html",
        people=people.recent(db, visit.group, ALL),
        played=statistics.games_played(db, visit.group),
    )


@bp.get("/<int:id>")
@audience("guest")
@on_worker
def person(visit: Visit, id: int) -> Response | str:
    """Page of a person: games, name, mark, and others who are the same."""
    now = people.canonical_id(visit.db, visit.group, id)
    return _page(visit, _somebody(visit, id)) if now == id else home(f"/people/{now}")


@bp.post("/<int:id>/name")
@audience("guest")
def rename(visit: Visit, id: int) -> Response | tuple[str, int]:
    """Rename a person: allowed to a keeper, a host, and the person. Games that were played keep the old name."""
    somebody, name, ours = _own(visit, id), typed_name(), visit.group
    try:
        visit.services.evenings.change(visit.evening, lambda db: people.rename(db, ours, id, name), of_group=True)
    except Refused:
        return _page(visit, somebody, name, taken_by=people.named(visit.db, ours, name)), 422
    return home(f"/people/{id}")


@bp.post("/<int:id>/mark")
@audience("guest")
def mark(visit: Visit, id: int) -> Response:
    """Change the colour and symbol of a person."""
    _own(visit, id)
    colour, shape = request.form.get("colour", ""), request.form.get("shape", "")
    if colour not in people.COLOURS or shape not in people.SHAPES:
        abort(400)
    if _clashes(visit, id, (colour, shape)):
        raise Refused("mark-taken")
    visit.services.evenings.change(visit.evening, lambda db: people.recolour(db, id, colour, shape), of_group=True)
    return home(f"/people/{id}")


@bp.post("/<int:id>/same")
@audience("keeper")
def merge(visit: Visit, id: int) -> Response:
    """Merge a person into another one, whose name is kept."""
    evening, into = visit.evening, request.form.get("into", 0, type=whole)

    def job(db: Database) -> tuple[None, list[int]]:
        people.merge(db, evening.group, id, into)
        change(db, evening.id, lambda now: seats.recoloured(now, into))
        return None, changed_beside(db, evening.id)

    _, others = visit.services.evenings.write(evening, job)
    visit.services.tables.ask_who_sits()
    visit.services.evenings.notify(evening, others)
    return home(f"/people/{into}")


@bp.post("/<int:id>/apart")
@audience("keeper")
def part(visit: Visit, id: int) -> Response:
    """Undo a merge."""
    evening = visit.evening

    def job(db: Database) -> tuple[None, list[int]]:
        people.split(db, evening.group, id)
        newer_version(db, evening.id)
        return None, changed_beside(db, evening.id)

    _, others = visit.services.evenings.write(evening, job)
    visit.services.tables.ask_who_sits()
    visit.services.evenings.notify(evening, others)
    return home(f"/people/{id}")


def _clashes(visit: Visit, id: int, mark: tuple[str, str]) -> bool:
    """Whether somebody else who sits here tonight, as this person does, has that mark."""
    guests = visit.evening.guests
    here = id in {guest.id for guest in guests}
    return here and any(guest.id != id and (guest.colour, guest.shape) == mark for guest in guests)


def _somebody(visit: Visit, id: int) -> Person:
    somebody = people.by_id(visit.db, visit.group, [id]).get(id)
    if somebody is None:
        abort(404)
    return somebody


def _own(visit: Visit, id: int) -> Person:
    """Person that this device may rename; 403 for any other."""
    if not _may_rename(visit, id):
        abort(403)
    return _somebody(visit, id)


def _may_rename(visit: Visit, id: int) -> bool:
    """Whether a keeper asks, a host at whose table this person sits, or the person's own phone."""
    sits_here = visit.evening.guest(id) is not None
    return visit.is_keeper or (visit.device.host and sits_here) or id in visit.device.people


def _page(visit: Visit, shown: Person, typed: str = "", taken_by: Person | None = None) -> str:
    db, ours = visit.db, visit.group
    headers = log.tables_of_person(db, ours, shown.id)[::-1]
    apart = people.known_distinct(db, ours, shown.id)
    others = [person for person in people.recent(db, ours, ALL) if person.id != shown.id and person.id not in apart]
    return render_template(
        "people/person.html",
        person=shown,
        # a damaged table does not say who sat there
        games=[_game(header, shown) for header in headers[:SHOWN] if shown.id in header.people],
        played=len(headers),
        merged=people.merged(db, ours, shown.id),
        others=others,
        may_merge=taken_by is not None and taken_by in others,
        may_rename=_may_rename(visit, shown.id),
        is_keeper=visit.is_keeper,
        typed=typed or shown.name,
        taken_by=taken_by,
    )


def _game(header: Header, person: Person) -> GameOfPerson:
    name = header.seats[header.people.index(person.id)]
    return GameOfPerson(header.record_id, header.game, _day(header), header.seats, name)


def _day(header: Header) -> datetime:
    """Time when a table was opened; the epoch for an imported one without a time."""
    return local_time(identifiers.moment_or_epoch(header.opened_at))
