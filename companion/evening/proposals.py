"""Corrections that are proposed: they wait, are no lines, and end with their evening. Pure acts, as in seats.py."""

from msgspec.structs import replace

from companion.evening.model import Evening, Proposal
from companion.games.moves import Refused

MOST = 20  # of one table
TAKEN, DECLINED = "proposal-taken", "proposal-declined"  # notices of what became of it


def check_here(evening: Evening, device: int) -> None:
    """Refused where the device was asked to leave: its proposals went with it."""
    screen = evening.screen(device)
    if screen is not None and screen.removed:
        raise Refused("stale")


def propose(evening: Evening, table_id: str, device: int, seat: int, line: int, changes: str) -> Evening:
    """Keep what a device proposes, in the place of what it proposed before; Refused where too many wait."""
    check_here(evening, device)
    others = [proposal for proposal in evening.proposals if proposal.device != device]
    if sum(proposal.table_id == table_id for proposal in others) >= MOST:
        raise Refused("many-proposals", most=MOST)
    return replace(evening, proposals=(*others, Proposal(0, table_id, device, seat, line, changes)))


def drop(evening: Evening, proposal: Proposal) -> Evening:
    """Drop a proposal; Refused if it is gone, or another one by now."""
    if proposal not in evening.proposals:
        raise Refused("stale")
    return replace(evening, proposals=tuple(other for other in evening.proposals if other != proposal))


def answer(evening: Evening, proposal: Proposal, code: str, name: str) -> Evening:
    """Drop a proposal, and tell its device the outcome, and by whom."""
    return drop(evening, proposal).telling([proposal.device], code, name)
