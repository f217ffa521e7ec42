"""Disputes: two phones that answer one question differently, and corrections that wait."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from markupsafe import escape
from msgspec import Struct

from companion.evening.model import Evening, EveningDevice, Notice
from companion.games.moves import Move, Refused
from companion.storage.log import to_json
from companion.storage.stored_table import LiveTable
from companion.table.model import Line, Table
from companion.table.moves import move as read_move
from companion.table.moves import move_to_json
from companion.table.open_round import HOST, reporter, says_a_secret
from companion.table.questions import answer_the_same, are_alternatives
from companion.table.visibility import visible_if_read
from companion.web.access.visit import Guest
from companion.web.screens.facts import Facts
from companion.web.screens.proposals import Proposed, ProposedLine, digest
from companion.web.screens.region import Seat, TableRegion, seats_of
from companion.web.screens.slots import table_fields
from companion.web.text.languages import gettext as _
from companion.web.text.words import words_of

CONTRADICTED = "contradicted"


class Contradiction(Struct, frozen=True, gc=False):
    """Answer of this device in a line, and another one to the same question, by somebody called `name`."""

    notice: int
    name: str
    number: int
    own: dict[str, Any]
    other: dict[str, Any]


def hides(table: Table, number: int, move: Move) -> bool:
    """Whether the move of line `number` was secret when it was reported, or `move` would have been in its place."""
    recorded = table.lines[number - 1].recorded
    is_secret = recorded is not None and bool(recorded.secrets)
    return is_secret or table.game.secret_in(table.folds[number - 1].state, move) is not None


def contradict(guest: Guest, move: Move, seen: int | None) -> None:
    """Refuse a move (`contradicted`, with both answers) if somebody else has answered its question differently since
    line `seen`, and notify them. Does nothing if either answer was secret."""
    live, evening, services = guest.live, guest.evening, guest.services
    line = _contradicted(live.table, move, seen)
    if line is None or line.recorded is None:
        return
    row = live.rows[line.number - 1]
    name = reporter(live.table, guest.own[0] if guest.own and not guest.device.host else None)
    about = to_json([live.header.id, name, line.number, move_to_json(move)])
    others = [device for device in _devices(live, evening, row.reporter) if device != guest.device.device]
    services.evenings.act(evening, _contradicting, others, about)
    theirs, yours = (_said(guest, one) for one in (line.recorded.move, move))
    who = _("the host") if row.reporter == HOST else row.reporter
    raise Refused("contradicted", name=who, theirs=theirs, yours=yours)


def _contradicting(evening: Evening, devices: Sequence[int], about: str) -> Evening:
    """Act that gives devices a notice of a contradiction, in place of the one before."""
    for device in devices:
        evening = evening.without_notices(CONTRADICTED, device=device)
    return evening.telling(devices, CONTRADICTED, about)


def _contradicted(table: Table, move: Move, seen: int | None) -> Line | None:
    """Newest line since `seen` that answers the question of `move` differently, and stands as it was reported."""
    for line in reversed(table.lines[seen or 0 :]):
        if line.recorded is None:
            continue
        is_hidden = hides(table, line.number, move)
        if answer_the_same(line.recorded.move, move) or (not is_hidden and are_alternatives(table, line.number, move)):
            stands = tuple(written.move for written in table.sheet[line.number - 1]) == (line.recorded.move,)
            return line if stands and not is_hidden else None
    return None


def _said(guest: Guest, move: Move) -> str:
    live = guest.live
    seats = seats_of(guest.services, live, guest.evening)
    return escape(words_of(live.header.game).line(move_to_json(move), seats)).striptags()


def _devices(live: LiveTable, evening: Evening, name: str) -> list[int]:
    """Devices that report under this name."""
    if name == HOST:
        return [device.device for device in evening.hosting]
    persons = {
        person for seat, person in enumerate(live.header.people) if reporter(live.table, seat) == name and person
    }
    return [device.device for device in evening.screens if persons & {*device.people} and not device.removed]


def contradiction(table: Table, table_id: str, notice: Notice) -> Contradiction | None:
    """Contradiction in a notice, as everybody may know it; None for another table, and once the line is corrected."""
    of_table, name, number, other = json.loads(notice.about)
    if of_table != table_id or not 1 <= number <= len(table.lines):
        return None
    line = table.lines[number - 1]
    stands = tuple(written.move for written in table.sheet[number - 1])
    if line.recorded is None or stands != (line.recorded.move,) or says_a_secret(table, [line]):
        return None
    visible = visible_if_read(table, number, read_move(table.game, other))
    if visible is None:
        return None
    return Contradiction(notice.id, name, number, move_to_json(line.recorded.move), visible)


class ProposalRow(Struct, frozen=True, gc=False):
    """Correction that waits. `is_own`: this device proposed it, and may withdraw it; else it may allow it.

    `seat`: whose player proposed it; `may`: the seats whose players may allow it; `line` and `what`: which one it is.
    """

    id: int
    line: int
    what: str
    is_own: bool
    seat: Seat
    may: tuple[Seat, ...]
    lines: tuple[ProposedLine, ...]
    more: int


@dataclass(frozen=True, kw_only=True)
class Disputes(TableRegion):
    """Notices of a device, contradictions to its answers, and proposals that it made, or may allow."""

    TEMPLATE: ClassVar[str] = "play/_disputes.html"
    notices: Sequence[Notice]
    contradictions: Sequence[Contradiction]
    proposals: Sequence[ProposalRow]


def disputes(table: Facts, evening: Evening, device: EveningDevice, unread: Sequence[Notice]) -> Disputes | None:
    """Contradictions and proposals that a device is shown, with its `unread` notices; None if there are none."""
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
    return Disputes(**fields, notices=unread, contradictions=contradictions, proposals=shown)


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
