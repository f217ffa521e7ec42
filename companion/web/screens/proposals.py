"""Corrections that wait, as everybody may know them."""

from hashlib import sha256
from typing import Any

from msgspec import Struct

from companion.evening.model import Proposal
from companion.games.moves import Refused
from companion.table.model import Correct, Table, moves_of
from companion.table.open_round import says_a_secret
from companion.table.rights import seats_that_may
from companion.table.visibility import visible_if_read, visible_reading
from companion.web.forms.changes import correction, read

SHOWN = 4  # lines of one proposal


class ProposedLine(Struct, frozen=True, gc=False):
    """Line of a proposal: the moves that it removes, adds, and leaves."""

    number: int
    gone: tuple[dict[str, Any], ...]
    new: tuple[dict[str, Any], ...]
    stays: tuple[dict[str, Any], ...]


class Proposed(Struct, frozen=True, gc=False):
    """Correction that waits. `seat`: whose player proposed it; `may`: the seats that may allow it, besides a host.

    Of many lines some are shown, `more` are not; none if they are gone, or secret by now.
    """

    proposal: Proposal
    seat: int
    lines: tuple[ProposedLine, ...]
    more: int
    may: tuple[int, ...]


def proposed(table: Table, proposal: Proposal) -> Proposed:
    """Proposal, as everybody may know it by now."""
    try:
        move, _ = correction(table, read(proposal.changes))
    except Refused:
        move = Correct(())
    lines = [_line(table, number, moves_of(reads)) for number, reads in move.lines[:SHOWN]]
    may = tuple(seat for seat in seats_that_may(table, move, proposal.seat) if seat != proposal.seat)
    is_public = not says_a_secret(table, (table.lines[number - 1] for number, _ in move.lines))
    shown = tuple(line for line in lines if line is not None) if is_public and None not in lines else ()
    return Proposed(proposal, proposal.seat, shown, len(move.lines) - len(shown) if shown else 0, may)


def digest(proposal: Proposal) -> str:
    """Hash of a proposal's changes, by which a form names it: the id alone may be that of a later one."""
    return sha256(proposal.changes.encode()).hexdigest()[:16]


def _line(table: Table, number: int, reads: tuple[Any, ...]) -> ProposedLine | None:
    """Line of a proposal; None if nobody can say whether it is public."""
    stands = visible_reading(table, number, None)
    there = [move for move in (visible_if_read(table, number, one) for one in reads) if move is not None]
    if len(there) < len(reads):
        return None
    gone = tuple(move for move in stands if move not in there)
    new = tuple(move for move in there if move not in stands)
    return ProposedLine(number, gone, new, tuple(move for move in stands if move in there))
