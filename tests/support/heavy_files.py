"""Files of groups that take long to replay: games whose first line is corrected again and again."""

import hashlib
import io
from functools import cache

from companion.games import RULES
from companion.history.group_file.entries import (
    FORMAT,
    VERSION,
    End,
    GameEntry,
    Head,
    digest,
    last_hash,
    line,
)
from companion.table import record
from tests.support.api import CAST, Move

SEATS, OPENED_AT = list(CAST[:4]), "2026-01-01T20:00:00.000Z"


def _entry(number: int) -> Move:
    """The shortest entry by hand; eight in a row cancel out."""
    return {"move": "adjust", "seat": number % 4, "track": "skulls", "by": 1 if number % 8 < 4 else -1, "why": "x"}


def corrected_game(id: str, lines: int, corrections: int) -> str:
    """A game as a line of a file: so many entries, and so many corrections of the first, which read all again."""
    moves = [_entry(number) for number in range(lines)]
    moves += [{"move": "correct", "lines": [[1, _entry(number)]]} for number in range(corrections)]
    plain = {
        "format": 1,
        "game": "death-wish",
        "seats": SEATS,
        "moves": moves,
        "id": id,
        "opened_at": OPENED_AT,
    }
    written = record.unplayed(plain)
    hash = last_hash(id, OPENED_AT, written.empty, written.moves, written.notes)
    return line(GameEntry(plain, [None] * len(SEATS), False, hash, _result(lines, corrections)))


@cache
def _result(lines: int, corrections: int) -> str:
    """The digest of what such a game adds up to."""
    moves = [_entry(number) for number in range(lines)]
    moves[0] = _entry(corrections - 1)
    plain = {"format": 1, "game": "death-wish", "seats": SEATS, "moves": moves}
    return digest(record.read(plain).table)


def file_of(*games: str) -> io.BytesIO:
    """A file of these games, whose end fits."""
    so_far = line(Head(FORMAT, VERSION, RULES, "Club")) + "".join(games)
    end = End(0, 0, len(games), [], hashlib.sha256(so_far.encode()).hexdigest())
    return io.BytesIO((so_far + line(end)).encode())
