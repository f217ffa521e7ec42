"""Bugs of what a correction, or a guess, is answered while something is secret."""

from collections.abc import Sequence

from flask import request

from companion.storage.log import to_json
from companion.table import open_round
from companion.table.model import RecordedMove
from companion.table.moves import move_to_json
from companion.web.play import corrections, taps
from companion.web.play.corrections import Change
from companion.web.play.current import at_this_evening
from tests.faults.planted import planted, replace


@planted("a preview carries what stands there", row="two worlds", counts="leaked")
def preview_carries_what_stands_there() -> None:
    """The page that asks whether something is put before a line holds in its form all that the line then reads."""

    def spelt_whole(changes: Sequence[Change]) -> str:
        sheet = at_this_evening((request.view_args or {})["code"]).table.sheet
        stands = {
            change.line: [move_to_json(recorded.move) for recorded in sheet[change.line - 1]]
            for change in changes
            if change.how == "before"
        }
        return to_json([[one.line, one.how, [one.move, *stands.get(one.line, ())]] for one in changes])

    replace(corrections, "_spelt", spelt_whole)


@planted("a correction over an open round", row="two worlds", counts="leaked", tries=12)
def correction_over_an_open_round() -> None:
    """Any correction is tried while secrets are open: whether it fits tells one of them."""
    replace(open_round, "is_locked", lambda table: False)


@planted("a right guess is noted already", row="two worlds", counts="leaked")
def right_guess_is_noted_already() -> None:
    """Of a late tap that is secret all is compared, not its kind and seat alone."""

    def is_same(written: RecordedMove, move: object) -> bool:
        return written.move == move

    replace(taps, "_is_same", is_same)
