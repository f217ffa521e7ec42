"""Hall: the operator's floor plan of the open evenings, which shows nothing inside them, and the places of the room."""

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, render_template, request

from companion.evening import floor
from companion.evening.model import Evening
from companion.games.moves import Refused, text
from companion.history import hall
from companion.history.evenings import evening_date
from companion.storage.database import Database
from companion.storage.identifiers import HOME, now, utc_time
from companion.storage.store import Served
from companion.table import questions, visibility
from companion.table.model import Table
from companion.table.result import summary
from companion.web.access.guard import audience
from companion.web.access.responses import attachment, home
from companion.web.access.visit import Visit
from companion.web.forms.numbers import required_number, whole
from companion.web.pages.history import finder
from companion.web.text.words import title_of, words_of


@dataclass(frozen=True)
class OpenTable:
    """Open evening as the operator may know it: no names, no scores.

    `place`: where it sits, None at no numbered table; `is_home`: of the home. `title` and `round` of the game
    that is played, empty between two games; `minutes`: for how long it has been open; `waiting`: the number of seats
    that are waited for.
    """

    code: str
    place: floor.Place | None
    is_home: bool
    title: str
    round: str
    minutes: int
    waiting: int


bp = Blueprint("hall", __name__, url_prefix="/hall/<ticket>")
REFRESH_SECONDS = 10


@bp.get("")
@audience("operator")
def show(visit: Visit, ticket: str) -> tuple[str, dict[str, str]]:
    """Page of all places, open evenings and servers; it reloads itself, also without scripts."""
    places = floor.places(visit.db)
    tables = [_open_table(visit, evening, places) for evening in visit.services.evenings.all_open()]
    page = render_template(
        "hall/hall.html",
        address=f"/hall/{ticket}",
        places=[(place, next((table for table in tables if table.place == place), None)) for place in places],
        elsewhere=sorted((table for table in tables if table.place is None), key=lambda table: table.code),
        number=len(tables),
        agreed=len(hall.agreed(visit.db)),
        servers=(servers := visit.services.store.servers()),
        may_drain=_may_drain(servers),
        standbys=visit.services.store.standbys(),
    )
    return page, {"Refresh": str(REFRESH_SECONDS)}


@bp.get("/results.csv")
@audience("operator")
def results(visit: Visit, ticket: str) -> Response:
    """Download the results of a `day`, today's without one, of the groups that agreed."""
    day = finder.day(request.args.get("day", "")) or evening_date(now())
    pieces = visit.services.workers.pieces("hall", hall.results(visit.services.store, day))
    return attachment("".join(pieces), "text/csv", f"results-{day}.csv")


@bp.post("/servers/<int:number>")
@audience("operator")
def drain(visit: Visit, ticket: str, number: int) -> Response:
    """Drain a server: devices go to the others, and it can be stopped. Refused (`stale`) if none would be left."""
    if number not in _may_drain(visit.services.store.servers()):
        raise Refused("stale")
    visit.services.store.drain(number)
    return home(f"/hall/{ticket}")


def _may_drain(servers: list[Served]) -> set[int]:
    """The numbers of the servers that serve, unless it is one alone."""
    serving = {server.number for server in servers if not server.is_drained}
    return serving if len(serving) > 1 else set()


# --- an evening ------------------------------------------------------------------------------------------------------


@bp.get("/<code>")
@audience("operator")
def ask(visit: Visit, ticket: str, code: str) -> str:
    """Page that asks whether an evening shall end."""
    return _about(visit, ticket, _evening(visit, code))


@bp.post("/<code>")
@audience("operator")
def close(visit: Visit, ticket: str, code: str) -> Response:
    """End an evening, as if its host had ended it."""
    evening = _evening(visit, code)
    visit.services.evenings.close(evening)
    visit.services.entrances.tell_wifi(evening.id, None)
    return home(f"/hall/{ticket}")


@bp.get("/<code>/move")
@audience("operator")
def ask_where(visit: Visit, ticket: str, code: str) -> str:
    """Page that asks at which free place an evening shall sit, or at none."""
    evening, taken = _evening(visit, code), {other.stands_at for other in visit.services.evenings.all_open()}
    free = [place for place in floor.places(visit.db) if place.number not in taken]
    return _about(visit, ticket, evening, free)


@bp.post("/<code>/move")
@audience("operator")
def move(visit: Visit, ticket: str, code: str) -> Response:
    """Move an evening to the place with the number `place`, or for 0 to none."""
    visit.services.evenings.put_at(_evening(visit, code), required_number("place") or None)
    return home(f"/hall/{ticket}")


def _about(visit: Visit, ticket: str, evening: Evening, free: list[floor.Place] | None = None) -> str:
    """Page that asks about one evening: where it shall sit if `free` places are given, else whether it shall end."""
    table = _open_table(visit, evening, floor.places(visit.db))
    return render_template("hall/evening.html", address=f"/hall/{ticket}", table=table, free=free)


def _evening(visit: Visit, code: str) -> Evening:
    evening = visit.services.evenings.by("code", code)
    if evening is None:
        abort(404)
    return evening


def _open_table(visit: Visit, evening: Evening, places: list[floor.Place]) -> OpenTable:
    """Open evening as the operator may know it. The minutes are by wall-clock time, and never negative."""
    minutes = max(0, int((datetime.now(UTC) - utc_time(evening.opened_at)).total_seconds() // 60))
    place = next((place for place in places if place.number == evening.stands_at), None)
    live, title, round, waiting = visit.services.tables.shown(evening), "", "", 0
    if live is not None:
        title = title_of(live.header.game)
        table = live.snapshot().table
        round, waiting = visit.services.run_for(live, _round_and_waiting, live.header.game, table)
    return OpenTable(evening.code, place, evening.group == HOME, title, round, minutes, waiting)


def _round_and_waiting(slug: str, table: Table) -> tuple[str, int]:
    view = visibility.view(table, None)
    return words_of(slug).round(summary(table), view), len(questions.waiting(table))


# --- places ----------------------------------------------------------------------------------------------------------


@bp.get("/places")
@audience("operator")
def places(visit: Visit, ticket: str) -> str:
    """Page of the room's places: how many, their names, their prints."""
    return render_template("hall/places.html", address=f"/hall/{ticket}", places=floor.places(visit.db))


@bp.post("/places")
@audience("operator")
def lay_out(visit: Visit, ticket: str) -> str | Response:
    """Lay out `number` places; for fewer than there are it asks first, unless `sure` is given."""
    number, had = required_number("number"), len(floor.places(visit.db))
    if 0 <= number < had and request.form.get("sure") != "yes":
        sitting = [evening for evening in visit.services.evenings.all_open() if (evening.stands_at or 0) > number]
        return _ask_for_places(ticket, number=number, goes=had - number, sitting=len(sitting))
    visit.services.evenings.change_floor(lambda db: floor.lay_out(db, number))
    return home(f"/hall/{ticket}/places")


@bp.post("/places/names")
@audience("operator")
def name(visit: Visit, ticket: str) -> Response:
    """Name the places, each by a field `name-NUMBER`; Refused (`place-name`) for what is too long, or unprintable."""
    given = {place.number: request.form.get(f"name-{place.number}") for place in floor.places(visit.db)}
    names = {number: _name(typed) for number, typed in given.items() if typed is not None}

    def job(db: Database) -> None:
        for number, name in names.items():
            floor.name(db, number, name)

    visit.services.evenings.change_floor(job)
    return home(f"/hall/{ticket}/places")


def _name(typed: str) -> str:
    tidied = " ".join(typed.split())
    try:
        return tidied and text(tidied, floor.LONGEST_NAME)
    except ValueError:
        raise Refused("place-name", most=floor.LONGEST_NAME) from None


@bp.get("/places/codes")
@audience("operator")
def ask_for_codes(visit: Visit, ticket: str) -> str:
    """Page that asks whether a `place`, or each of them, shall have a new code."""
    return _ask_for_places(ticket, place=request.args.get("place", 0, type=whole))


@bp.post("/places/codes")
@audience("operator")
def renew(visit: Visit, ticket: str) -> Response:
    """Make a new code for the place with the number `place`, for 0 for each of them."""
    number = required_number("place")
    chosen = [place.number for place in floor.places(visit.db) if number in (0, place.number)]
    visit.services.evenings.change_floor(lambda db: floor.renew(db, chosen))
    return home(f"/hall/{ticket}/places")


def _ask_for_places(ticket: str, **asked: int) -> str:
    return render_template("hall/places_asked.html", address=f"/hall/{ticket}", **asked)
