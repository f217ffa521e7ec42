"""Bugs of corrections that wait."""

import msgspec

from companion.evening import proposals as waiting
from companion.evening import rows
from companion.evening.model import Evening, Proposal
from companion.games.moves import Refused
from companion.storage.sqlite import shape
from companion.table import open_round
from companion.table.model import Correct
from companion.web.access.visit import Guest
from companion.web.pages.play import proposals
from tests.faults.planted import planted, replace

ROW = "floods of proposals"


@planted("any number of proposals waits", row=ROW, counts="doubled")
def any_number_waits() -> None:
    """Nobody counts what waits at a table."""
    replace(waiting, "MOST", 10**6)


@planted("a device proposes again and again", row=ROW, counts="doubled")
def again_and_again() -> None:
    """What a device proposes is put beside what it proposed before, and the file takes both."""
    assert "unique (evening, device)" in shape.SHAPE
    replace(shape, "SHAPE", shape.SHAPE.replace(",\n    unique (evening, device)", ""))

    def propose(evening: Evening, table_id: str, device: int, seat: int, line: int, changes: str) -> Evening:
        if sum(proposal.table_id == table_id for proposal in evening.proposals) >= waiting.MOST:
            raise Refused("many-proposals", most=waiting.MOST)
        more = Proposal(0, table_id, device, seat, line, changes)
        return msgspec.structs.replace(evening, proposals=(*evening.proposals, more))

    replace(proposals, "propose", propose)


@planted("whoever has a seat allows a proposal", row=ROW, counts="leaked")
def whoever_allows() -> None:
    """Nobody asks whether it is a device's to allow what somebody proposes."""

    def answers(guest: Guest, move: Correct, proposal: Proposal) -> str:
        own = guest.own
        return open_round.reporter(guest.live.table, own[0] if own else None)

    replace(proposals, "_answers", answers)


@planted("a proposal outlives its evening", row=ROW, counts="doubled")
def outlives_its_evening() -> None:
    """What is proposed while the evening ends is kept though it is over."""
    replace(waiting, "check_here", lambda evening, device: None)
    replace(rows, "READ", rows.READ.removesuffix(" and closed_at is null"))
