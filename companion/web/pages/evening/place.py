"""Places of the room: the scan of a print joins the evening at a table, asks first, or offers to open one there."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, render_template, request

from companion.evening import floor, rows
from companion.evening.floor import Place
from companion.evening.model import Evening
from companion.games.moves import Refused
from companion.group import groups
from companion.storage.database import Database
from companion.storage.identifiers import OPEN_CODE, utc_time
from companion.storage.projection import last_ended_at
from companion.table.result import is_closed
from companion.web.access.guard import audience
from companion.web.access.limits import screen_caller
from companion.web.access.responses import come_in
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole
from companion.web.pages.evening.front import known_groups
from companion.web.pages.evening.join import bring_in, leave_first

bp = Blueprint("place", __name__, url_prefix="/t/<number>")
OVER = timedelta(minutes=10)  # after the end of a game its table may be somebody else's
BEGINNING = timedelta(minutes=3)  # for so long nobody needs to sit at an evening that was opened
Answer = Response | str | tuple[str, int]


@bp.get("", strict_slashes=False)
@bp.get("/<code>")
@audience("visit")
def scan(visit: Visit, number: str, code: str = "") -> Answer:
    """Enter by a print. GET opens no evening: where none is, the page has a button."""
    return _come(visit, _place(visit, number, code))


@bp.post("/<code>")
@audience("anyone")
def act(visit: Visit, number: str, code: str) -> Answer:
    """Open the table (`how`: "open"), also where an evening stands still ("new"), or go on there with a known `group`;
    else enter, after the device has agreed to leave another evening."""
    place, how = _place(visit, number, code), request.form.get("how", "")
    evening = _evening_at(visit, place)
    if how and (evening is None or (how == "new" and _asks(visit, evening))):
        try:
            return _go_on(visit, place) if how == "go-on" else _open(visit, place, evening)
        except Refused as refused:
            if refused.code != "place-taken":  # by somebody who was quicker
                raise
    return _come(visit, place, agreed=True)


def _place(visit: Visit, number: str, code: str) -> Place:
    """Place that a print opens. Refused, by the same page, for any other, and 429 for a caller who tries them."""
    place = floor.by_print(visit.db, number, code)
    if place is None:
        visit.count_guess()
        raise Refused("print-over")
    return place


def _evening_at(visit: Visit, place: Place) -> Evening | None:
    id = floor.evening_at(visit.db, place.number)
    return None if id is None else visit.services.evenings.by_id(id)


def _come(visit: Visit, place: Place, agreed: bool = False) -> Answer:
    """Let a device come in; or the page that offers to open the table, or that asks. `agreed`: to leave another."""
    evening = _evening_at(visit, place)
    if evening is None or _asks(visit, evening):
        return _page(visit, place, asks=evening is not None)
    return (not agreed and leave_first(visit, evening)) or bring_in(visit, evening)


def _page(visit: Visit, place: Place, asks: bool, problem: str = "") -> str:
    return render_template(
        "gather/place.html",
        place=place,
        house=visit.services.name,
        asks=asks,
        groups=[] if asks else known_groups(visit),
        here=visit.here.code if visit.here else "",
        problem=problem,
        link=request.path,
    )


def _asks(visit: Visit, evening: Evening) -> bool:
    """Whether a device is asked before it comes in: it is none of the evening's, and nobody may be there any more."""
    screen = evening.screen(visit.number)
    if screen is not None and not screen.removed:
        return False
    return _has_ended(visit, evening) or not (_is_connected(visit, evening) or _begins(evening))


def _has_ended(visit: Visit, evening: Evening) -> bool:
    """Whether a game ended some time ago, and no other one was laid since."""
    live, ended_at = visit.services.tables.shown(evening), last_ended_at(visit.db, evening.id)
    return (live is None or is_closed(live.table)) and ended_at is not None and _since(ended_at) >= OVER


def _is_connected(visit: Visit, evening: Evening) -> bool:
    """Whether a phone of an evening follows its screen."""
    here = [screen.device for screen in evening.screens if not (screen.is_board or screen.removed or screen.away)]
    return any(visit.services.streams.is_followed(screen_caller(device)) for device in here)


def _begins(evening: Evening) -> bool:
    """Whether an evening was opened just now, and who opened it has still to say who they are."""
    return not evening.guests and _since(evening.opened_at) < BEGINNING


def _since(moment: str) -> timedelta:
    return datetime.now(UTC) - utc_time(moment)


def _open(visit: Visit, place: Place, before: Evening | None) -> Answer:
    """Open a group and its first evening at a place, which the one `before` leaves: this device hosts and keeps it."""
    services, left = visit.services, before.id if before else None
    opened, caller = services.buckets.groups, f"place {place.number}"  # a café may be one address
    if not opened.has_room(caller, time.monotonic()):
        return _page(visit, place, before is not None, "too-soon"), 429
    key = services.admission.open_group(
        lambda db: groups.open_group(db, "").id,
        visit.number,
        lambda db, evening: floor.take(db, evening, place, left),
    )
    opened.takes(caller, time.monotonic())
    services.evenings.wake([left] if left is not None else [])
    return come_in(visit, key)


def _go_on(visit: Visit, place: Place) -> Response:
    """Go on at a place with a group that this device knows: its evening is opened if none is."""
    number, group = visit.number, request.form.get("group", type=whole)
    if number is None or group is None or group not in visit.services.devices.groups(number):
        abort(404)

    def stand(db: Database, over: Sequence[int]) -> int:
        evening = rows.open_evening(db, group, over, True, OPEN_CODE)
        floor.take(db, evening, place, None)
        return evening

    return bring_in(visit, visit.services.evenings.open_by(stand))
