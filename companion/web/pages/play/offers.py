"""What a device is offered to do with a line, judged before it is drawn: what it may, and what it may propose."""

from collections.abc import Sequence

from msgspec import Struct

from companion.games.moves import Adjust, Refused
from companion.storage.stored_table import LiveTable
from companion.table.model import Correct, Table, all_written
from companion.table.open_round import Caller, corrected, is_of_the_open_round, proposed
from companion.table.rights import Answer, best, seats_that_may
from companion.table.visibility import closed
from companion.web.forms import fields

ADJUST = "adjust"


class Offer(Struct, frozen=True):
    """Whether a line may be struck, and read otherwise; the kinds of move that may be put in before it.

    `whose`: where that is proposed, the seats that may allow it; empty where the device does it by itself. `hides`:
    whether the line holds what not everybody may know.
    """

    strike: bool
    replace: bool
    before: tuple[str, ...]
    whose: tuple[int, ...]
    hides: bool

    def __bool__(self) -> bool:
        return self.strike or self.replace or bool(self.before)


def offered(live: LiveTable, number: int, by: Caller, speakers: Sequence[int | None]) -> Offer:
    """What a device, which reports as `by` and corrects as one of these `speakers`, may do with a line."""
    table, reporters = live.table, [row.reporter for row in live.rows]
    stands = tuple(written.move for written in table.sheet[number - 1])
    seat = next((seat for seat in speakers if seat is not None), 0)
    strike = Correct(((number, None),))
    whose = best(table, strike, speakers)
    forgotten = Correct(((number, (Adjust(max(seat, 0), table.tracks[0], 1, "?"), *stands)),))
    recorded = table.lines[number - 1].recorded
    kinds = () if recorded is None else tuple(fields.tag(kind) for kind in fields.kinds(table.game))
    before = bool(kinds) and best(table, forgotten, speakers) != "refused"
    strikes = _may(table, strike, whose, by, reporters)
    otherwise = Correct(((number, stands or (recorded.move,)),)) if recorded else None
    replaces = otherwise is not None and _may(table, otherwise, whose, by, reporters)
    return Offer(
        strike=strikes,
        replace=replaces,
        before=() if not before else (ADJUST,) if is_of_the_open_round(table, number) else kinds,
        whose=seats_that_may(table, strike) if whose == "proposed" and (strikes or replaces) else (),
        hides=any(
            closed(table, written) for written in (*all_written(table.lines[number - 1]), *table.sheet[number - 1])
        ),
    )


def _may(table: Table, move: Correct, whose: Answer, by: Caller, reporters: Sequence[str]) -> bool:
    """Whether such a correction may be made, or proposed: whether it fits, is for the next page to say."""
    if whose == "refused":
        return False
    try:
        if whose == "proposed":
            proposed(table, move)
        else:
            corrected(table, move, by, reporters)
    except Refused as refused:
        return refused.code != "secrets-open"
    return True
