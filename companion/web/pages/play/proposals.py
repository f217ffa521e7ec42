"""Proposals: corrections that a device may not make, proposed, withdrawn, allowed, declined."""

from flask import Blueprint, Response, abort, request

from companion.evening.model import Proposal
from companion.evening.proposals import DECLINED, TAKEN, answer, drop, propose
from companion.evening.rows import Act
from companion.games.moves import Refused
from companion.storage.database import Database
from companion.table import open_round
from companion.table.limits import check_length
from companion.table.model import Correct, Table
from companion.table.rights import seats_that_may
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Guest, Visit
from companion.web.forms.changes import correction, read
from companion.web.screens.proposals import digest
from companion.web.screens.taps import given_key, seen_line

bp = Blueprint("proposals", __name__)


@bp.post("/table/<code>/propose")
@audience("guest")
def keep(visit: Visit, code: str) -> Response:
    """Propose a correction: it waits until its author or a host allows it. It replaces the device's last proposal."""
    guest = visit.guest(code)
    live, services, device = guest.live, guest.services, guest.device
    if not guest.own:
        abort(403)
    spelt = request.form.get("pending") or "[]"
    move, kept = services.run_for(live, correction, live.table, read(spelt))
    services.run_for(live, _checked, live.table, move, kept)
    by = guest.own[0] if guest.in_hand is None else guest.in_hand
    services.evenings.act(guest.evening, propose, live.header.id, device.device, by, live.line, spelt)
    return home()


@bp.post("/table/<code>/proposals/<int:number>")
@audience("guest")
def decide(visit: Visit, code: str, number: int) -> Response:
    """Withdraw a proposal, allow it, or decline it: `answer`. `seen` and `what` say which one the device was shown."""
    guest = visit.guest(code)
    live, evening, device = guest.live, guest.evening, guest.device
    seen, what = seen_line(request.form), request.form.get("what", "")
    key = given_key(guest, request.form, "proposal", seen, number, what)
    if key in live.by_key:  # a double tap
        return home()
    proposal = next((one for one in evening.proposals if (one.id, one.table_id) == (number, live.header.id)), None)
    if proposal is None or (proposal.line, digest(proposal)) != (seen, what):
        raise Refused("stale")
    how = request.form.get("answer")
    if how == "withdraw" and proposal.device == device.device:
        visit.services.evenings.act(evening, drop, proposal)
        return home()
    if how == "withdraw" or (not device.host and device.is_covered):
        abort(403)
    if how not in ("allow", "decline"):
        abort(400)
    move, kept = visit.services.run_for(live, correction, live.table, read(proposal.changes))
    name = _answers(guest, move, proposal)
    if how == "decline":
        visit.services.evenings.act(evening, answer, proposal, DECLINED, name)
        return home()
    _allow(guest, proposal, move, kept, name, key)
    return home()


def _allow(guest: Guest, proposal: Proposal, move: Correct, kept: frozenset[int], name: str, key: str) -> None:
    """Make the proposed correction of the present table, and drop the proposal in the commit of its line."""
    live, services = guest.live, guest.services
    services.run_for(live, _checked, live.table, move, kept)

    def also(db: Database, after: Table) -> Act:
        return lambda evening: answer(evening, proposal, TAKEN, name)

    services.tables.report(live, move, key, None, name, also, caller=guest.caller, kept=kept)


def _checked(table: Table, move: Correct, kept: frozenset[int]) -> None:
    """Check that a correction fits, and that all its texts and lines are public now; else Refused."""
    check_length(table, move)
    open_round.proposed(table, move, kept)


def _answers(guest: Guest, move: Correct, proposal: Proposal) -> str:
    """Name under which this device answers a proposal; 403 if it may not."""
    may = seats_that_may(guest.live.table, move, proposal.seat)
    own = [seat for seat in guest.own if seat in may]
    if not own and not guest.device.host:
        abort(403)
    return open_round.reporter(guest.live.table, own[0] if own else None)
