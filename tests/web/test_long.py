"""Long sheets and long corrections: where lines are taken they have an end, and what is stored is read."""

from collections.abc import Callable, Sequence

import pytest
from flask import Flask

from companion.limits import CORRECTED_LINES, LINES, MOVES_A_LINE
from companion.store import Store, headers, plain
from tests.long import bonus, lengthen
from tests.playing import Laid, Move, is_refused

from .gathering import Gathering
from .phone import HERE


def correction(lines: int, moves: int) -> Move:
    """A correction of the first `lines` lines, of so many moves each."""
    reads = [bonus(number) for number in range(moves)]
    return {"move": "correct", "lines": [[line, reads] for line in range(1, lines + 1)]}


@pytest.fixture
def grow(drawer: Store, app: Flask, table: Laid) -> Callable[[Sequence[Move]], None]:
    """Writes lines straight into the file of the table."""

    def write(moves: Sequence[Move]) -> None:
        (header,) = headers(drawer.reader(), "code = ?", [table.code])
        drawer.do(lambda db: lengthen(db, header, moves))
        app.extensions["house"].desk.read_anew(table.code)

    return write


def test_a_correction_has_an_end(table: Laid) -> None:
    table.play([bonus(number) for number in range(CORRECTED_LINES + 1)])
    assert is_refused(table.report(table.host, correction(CORRECTED_LINES + 1, 1)), 422, "too-long")
    assert is_refused(table.report(table.host, correction(1, MOVES_A_LINE + 1)), 422, "too-long")
    assert table.report(table.host, correction(CORRECTED_LINES, 8)).status == 201
    assert table.report(table.host, correction(1, MOVES_A_LINE)).status == 201


def test_a_table_has_an_end(grow: Callable[[Sequence[Move]], None], table: Laid) -> None:
    grow([bonus(number) for number in range(LINES - 1)])
    last = bonus(LINES - 1)
    assert table.report(table.host, last, key="the-last-line").status == 201
    assert is_refused(table.report(table.host, last), 422, "too-long")
    assert is_refused(table.report(table.host, correction(1, 1)), 422, "too-long")
    assert table.report(table.host, last, key="the-last-line").json == {"line": LINES}, "the first answer"
    assert table.look()["line"] == LINES


def test_what_is_stored_is_read_however_long_it_is(grow: Callable[[Sequence[Move]], None], table: Laid) -> None:
    lines = [bonus(number) for number in range(LINES + 1)]
    grow([*lines, correction(CORRECTED_LINES + 1, MOVES_A_LINE + 1)])
    entries = LINES + 1 + MOVES_A_LINE * (CORRECTED_LINES + 1)
    assert len(table.look()["result"]["ledger"]) == entries


def test_a_look_at_a_correction_has_the_same_end(evening: Gathering) -> None:
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start()
    evening.tell({"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "a bet"})
    pending = [[1, [bonus(number) for number in range(MOVES_A_LINE + 1)]]]
    given = {"pending": plain(pending), "line": "1", "how": "strike"}
    answer = evening.tablet.client.post(f"/table/{evening.now.table_code}/correct", data=given, headers=HERE)
    assert (answer.status_code, "at most 5000 lines" in answer.text) == (422, True)
