"""Limits of tables and corrections."""

from companion.games.moves import Move, Refused
from companion.table.corrections import check_targets, reread_by
from companion.table.model import Correct, Table

LINES = 5000
CORRECTED_LINES = 64
MOVES_A_LINE = 16
REREAD = 200_000  # moves that the corrections of a table may read again, all together
REREAD_IN_FILE = 3_000_000  # and those of all games in a file
LONG = 500  # moves: more are not folded or shown in a moment


def check_length(table: Table, move: Move) -> None:
    """Refuse a line beyond the table's limit, and a correction beyond the limits of lines and moves.

    Refused too if the correction names a line that cannot be corrected.
    """
    fits = len(table.lines) < LINES
    if isinstance(move, Correct):
        fits = fits and len(move.lines) <= CORRECTED_LINES
        fits = fits and all(not isinstance(reads, tuple) or len(reads) <= MOVES_A_LINE for _, reads in move.lines)
    if not fits:
        raise too_long()
    if isinstance(move, Correct):
        check_targets(table, len(table.lines) + 1, move)
        if table.reread + reread_by(table, move) > REREAD:
            raise too_long()


def too_long() -> Refused:
    return Refused("too-long", lines=CORRECTED_LINES, moves=MOVES_A_LINE, most=LINES, again=REREAD, file=REREAD_IN_FILE)


def is_long(table: Table) -> bool:
    """Whether reading the whole sheet would keep others waiting."""
    return sum(map(len, table.sheet)) > LONG
