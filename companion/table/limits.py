"""How long a correction and a table may get where lines are taken."""

from companion.games.moves import Move, Refused
from companion.table.model import Correct, Table

LINES = 5000
CORRECTED_LINES = 64
MOVES_A_LINE = 16
LONG = 500  # so many moves are folded or shown in a moment


def check_length(table: Table, move: Move) -> None:
    """Refuse a line beyond the last that a table takes, and a correction of too many lines or moves."""
    fits = len(table.lines) < LINES
    if isinstance(move, Correct):
        fits = fits and len(move.lines) <= CORRECTED_LINES
        fits = fits and all(not isinstance(reads, tuple) or len(reads) <= MOVES_A_LINE for _, reads in move.lines)
    if not fits:
        raise Refused("too-long", lines=CORRECTED_LINES, moves=MOVES_A_LINE, most=LINES)


def is_long(table: Table) -> bool:
    """Whether to read this sheet whole would keep others waiting."""
    return table.sheet.moves > LONG
