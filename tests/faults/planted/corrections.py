"""Bugs of what a correction, or a guess, is answered while something is secret."""

import time
from collections.abc import Sequence
from typing import Any

from flask import request

from companion.evening import report
from companion.games.ledger import first
from companion.games.moves import Move
from companion.storage.log import to_json
from companion.storage.stored_table import LiveTable
from companion.table import open_round
from companion.table.fold import append
from companion.table.model import Correct, Table
from companion.table.moves import move_to_json
from companion.table.open_round import Caller
from companion.web.access.visit import this_visit
from companion.web.forms.changes import Change
from companion.web.pages import api
from companion.web.pages.play import corrections
from companion.web.screens import taps
from tests.faults.planted import planted, replace


@planted("a preview carries what stands there", row="two worlds", counts="leaked")
def preview_carries_what_stands_there() -> None:
    """The page that asks whether something is put before a line holds in its form all that the line then reads."""

    def spelt_whole(changes: Sequence[Change]) -> str:
        sheet = this_visit().table((request.view_args or {})["code"]).table.sheet
        stands = {
            change.line: [move_to_json(recorded.move) for recorded in sheet[change.line - 1]]
            for change in changes
            if change.how == "before"
        }
        return to_json([[one.line, one.how, [one.move, *stands.get(one.line, ())]] for one in changes])

    replace(corrections, "spelt", spelt_whole)


@planted("previews tell who leads", row="two worlds", counts="leaked", tries=32)
def previews_tell_who_leads() -> None:
    """Whether a strike is put back or not: who leads then is told beforehand, also by what is secret until then."""

    def telling(before: Table, after: Table) -> dict[str, Any]:
        leads = [first(table.standing.places) for table in (before, after)]
        shown: dict[str, Any] = own(before, after)
        return shown | {"lead": leads[1] if leads[0] != leads[1] else None}

    own = replace(corrections, "preview", telling)


@planted("a correction over an open round", row="two worlds", counts="leaked", tries=12)
def correction_over_an_open_round() -> None:
    """Any correction is tried while secrets are open: whether it fits tells one of them."""
    replace(open_round, "is_locked", lambda table: False)


@planted("a proposal is tried on the bare rules", row="two worlds", counts="leaked", tries=32)
def proposal_on_the_bare_rules() -> None:
    """Whether what is proposed fits tells a secret."""
    replace(open_round, "proposed", lambda table, move, kept=frozenset(): append(table, move))


@planted("a seat's program corrects what it likes", row="two worlds", counts="leaked", tries=60)
def seats_program_corrects_what_it_likes() -> None:
    """With the key of a seat any line can be corrected, also while secrets are open."""

    def corrected(table: Table, move: Correct, caller: Caller, *rest: Any) -> Table:
        if caller.seats and request.path.startswith("/api/"):
            return append(table, move)
        after: Table = corrected_there(table, move, caller, *rest)
        return after

    corrected_there = replace(report, "corrected", corrected)
    replace(api, "may_report", lambda table, seat, move: True)


@planted("a right guess is noted already", row="two worlds", counts="leaked")
def right_guess_is_noted_already() -> None:
    """Of a late tap that is secret all is compared, not its kind and seat alone."""
    replace(taps, "hides", lambda table, number, move: False)


@planted("a late right guess takes 15 ms longer", row="two worlds, timed", counts="leaked")
def late_right_guess_takes_longer() -> None:
    """What is guessed late and right is answered like anything else, but later."""

    def already_reported_by(live: LiveTable, move: Move, seen: int | None) -> str | None:
        lines = live.table.lines[seen or 0 :]
        if any(line.recorded is not None and line.recorded.move == move for line in lines):
            time.sleep(0.015)
        reporter: str | None = own(live, move, seen)
        return reporter

    own = replace(taps, "_already_reported_by", already_reported_by)
