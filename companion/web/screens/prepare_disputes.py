"""What is not agreed upon, prepared for a device: what others said otherwise, and the corrections that wait."""

from companion.evening.model import Evening, EveningDevice
from companion.web.screens.contradictions import CONTRADICTED, contradiction
from companion.web.screens.facts import Facts
from companion.web.screens.own import Disputes, Notices, ProposalRow
from companion.web.screens.prepare_shared import table_fields
from companion.web.screens.waiting import Proposed, digest


def disputes(table: Facts, evening: Evening, device: EveningDevice, unread: Notices) -> Disputes | None:
    """What others said otherwise than this device, and the proposals that it is shown, behind its `unread` notices.

    None where there is nothing of the kind.
    """
    own_notices = [
        notice for notice in evening.notices if (notice.device, notice.code) == (device.device, CONTRADICTED)
    ]
    contradictions = [one for notice in own_notices if (one := contradiction(table.table, table.header.id, notice))]
    own = {seat for seat, person in enumerate(table.header.people) if person in device.people}
    rows = [_row(table, device, one) for one in table.proposals if _is_shown(device, own, one)]
    shown = rows[:1] if device.kind == "board" else rows  # nobody scrolls a scoreboard: one after the other
    if not shown and not contradictions:
        return None
    fields = table_fields(table, None, "last")
    return Disputes(**fields, notices=unread.notices, contradictions=contradictions, proposals=shown)


def _is_shown(device: EveningDevice, own: set[int], one: Proposed) -> bool:
    may_allow = device.host or (not device.is_covered and bool(own & {*one.may}))
    return may_allow or one.proposal.device == device.device


def _row(table: Facts, device: EveningDevice, one: Proposed) -> ProposalRow:
    proposal = one.proposal
    is_own = proposal.device == device.device
    may = tuple(table.seats[seat] for seat in one.may)
    return ProposalRow(
        proposal.id, proposal.line, digest(proposal), is_own, table.seats[one.seat], may, one.lines, one.more
    )
