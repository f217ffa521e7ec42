"""Corrections that a device may not make: proposed, withdrawn, allowed, declined."""

from functools import partial

from flask import Blueprint, Response, abort, request

from companion.evening.model import Proposal
from companion.evening.proposals import DECLINED, TAKEN, answer, drop, propose
from companion.games.moves import Refused
from companion.storage.database import Database
from companion.storage.stored_table import LiveTable
from companion.table import open_round
from companion.table.limits import check_length
from companion.table.model import Correct, Table
from companion.table.rights import seats_that_may
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import run_for_table, services
from companion.web.access.visit import Guest, at_this_evening, caller, own_seats, seat_in_hand, this_guest
from companion.web.forms.changes import correction, read
from companion.web.screens.tap_keys import given_key, seen_line
from companion.web.screens.waiting import digest

bp = Blueprint("proposals", __name__)


@bp.post("/table/<code>/propose")
@audience("guest")
def keep(code: str) -> Response:
    """Propose a correction: it waits until its author or a host allows it. In the place of what was proposed before."""
    live, guest = at_this_evening(code), this_guest()
    own, (evening, screen) = own_seats(guest, live), guest
    if not own:
        abort(403)
    spelt = request.form.get("pending") or "[]"
    move, kept = run_for_table(live, correction, live.table, read(spelt))
    run_for_table(live, _checked, live.table, move, kept)
    seat = seat_in_hand(live.header, screen)
    by = own[0] if seat is None else seat
    services().evenings.change(evening, propose(evening, live.header.id, screen.device, by, live.line, spelt))
    return home()


@bp.post("/table/<code>/proposals/<int:number>")
@audience("guest")
def decide(code: str, number: int) -> Response:
    """Withdraw a proposal, allow it, or decline it: `answer`. `seen` and `what` say which one the device was shown."""
    live, guest = at_this_evening(code), this_guest()
    (evening, screen), seen, what = guest, seen_line(request.form), request.form.get("what", "")
    key = given_key(guest, code, request.form, "proposal", seen, number, what)
    if key in live.by_key:  # a double tap
        return home()
    proposal = next((one for one in evening.proposals if (one.id, one.table_id) == (number, live.header.id)), None)
    if proposal is None or (proposal.line, digest(proposal)) != (seen, what):
        raise Refused("stale")
    how = request.form.get("answer")
    if how == "withdraw" and proposal.device == screen.device:
        services().evenings.change(evening, drop(proposal))
        return home()
    if how == "withdraw" or (not screen.host and screen.is_covered):
        abort(403)
    if how not in ("allow", "decline"):
        abort(400)
    move, kept = run_for_table(live, correction, live.table, read(proposal.changes))
    name = _answers(guest, live, move, proposal)
    if how == "decline":
        services().evenings.change(evening, answer(evening, proposal, DECLINED, name))
        return home()
    _allow(guest, live, proposal, move, kept, name, key)
    return home()


def _allow(
    guest: Guest, live: LiveTable, proposal: Proposal, move: Correct, kept: frozenset[int], name: str, key: str
) -> None:
    """Make the correction that was proposed, folded anew, and drop the proposal in the commit of its line."""
    run_for_table(live, _checked, live.table, move, kept)

    def also(db: Database, after: Table) -> bool:
        answer(guest.evening, proposal, TAKEN, name)(db)
        return True

    services().tables.report(live, move, key, None, name, also, caller=partial(caller, guest, live), kept=kept)


def _checked(table: Table, move: Correct, kept: frozenset[int]) -> None:
    """Refused unless it fits, and whatever it says and touches is public now."""
    check_length(table, move)
    open_round.proposed(table, move, kept)


def _answers(guest: Guest, live: LiveTable, move: Correct, proposal: Proposal) -> str:
    """Under which name this device answers a proposal; 403 unless it is its to allow."""
    may = seats_that_may(live.table, move, proposal.seat)
    own = [seat for seat in own_seats(guest, live) if seat in may]
    if not own and not guest.screen.host:
        abort(403)
    return open_round.reporter(live.table, own[0] if own else None)
