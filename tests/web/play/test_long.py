"""Long sheets and long corrections: where lines are taken they have an end, and what is stored is read."""

from collections.abc import Callable, Sequence
from threading import get_ident
from typing import Any

import pytest
from flask import Flask

from companion.evening import report, tables
from companion.storage import stored_table
from companion.storage.log import table_by_code, to_json
from companion.storage.store import Store
from companion.table import limits, moves, strict_json
from companion.table.limits import CORRECTED_LINES, LINES, LONG, MOVES_A_LINE
from companion.web.pages import api
from companion.web.pages.play import corrections
from tests.support.api import ApiTable, Call, Move, is_refused
from tests.support.gathering import Gathering
from tests.support.long_sheets import bonus, lengthen

Grow = Callable[[Sequence[Move]], None]


def correction(lines: int, moves: int) -> Move:
    """A correction of the first `lines` lines, of so many moves each."""
    reads = [bonus(number) for number in range(moves)]
    return {"move": "correct", "lines": [[line, reads] for line in range(1, lines + 1)]}


@pytest.fixture
def grow(store: Store, app: Flask, table: ApiTable) -> Grow:
    """Writes lines straight into the file of the table."""

    def write(moves: Sequence[Move]) -> None:
        header = table_by_code(store.reader(), table.code)
        assert header is not None
        store.do(lambda db: lengthen(db, header, moves))
        app.extensions["services"].tables.read_anew(table.code)

    return write


def test_a_correction_has_an_end(table: ApiTable) -> None:
    table.play([bonus(number) for number in range(CORRECTED_LINES + 1)])
    assert is_refused(table.report(table.host, correction(CORRECTED_LINES + 1, 1)), 422, "too-long")
    assert is_refused(table.report(table.host, correction(1, MOVES_A_LINE + 1)), 422, "too-long")
    assert table.report(table.host, correction(CORRECTED_LINES, 8)).status == 201
    assert table.report(table.host, correction(1, MOVES_A_LINE)).status == 201


def test_a_table_has_an_end(grow: Grow, table: ApiTable) -> None:
    grow([bonus(number) for number in range(LINES - 1)])
    last = bonus(LINES - 1)
    assert table.report(table.host, last, key="the-last-line").status == 201
    assert is_refused(table.report(table.host, last), 422, "too-long")
    assert is_refused(table.report(table.host, correction(1, 1)), 422, "too-long")
    assert table.report(table.host, last, key="the-last-line").json == {"line": LINES}, "the first answer"
    assert table.look()["line"] == LINES


def test_corrections_read_so_many_moves_again_and_no_more(table: ApiTable, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play([bonus(number) for number in range(10)])
    monkeypatch.setattr(limits, "REREAD", 2 * 11 + 2)
    strike = {"move": "correct", "lines": [[10, bonus(0)]]}
    for _ in range(2):
        assert table.report(table.host, {"move": "correct", "lines": [[1, bonus(0)]]}).status == 201
    assert is_refused(table.report(table.host, {"move": "correct", "lines": [[1, bonus(0)]]}), 422, "too-long")
    assert table.report(table.host, strike).status == 201, "what reads little again still fits"
    assert table.report(table.host, bonus(0)).status == 201, "the game goes on"


def test_what_is_stored_is_read_however_long_it_is(grow: Grow, table: ApiTable) -> None:
    lines = [bonus(number) for number in range(LINES + 1)]
    grow([*lines, correction(CORRECTED_LINES + 1, MOVES_A_LINE + 1)])
    entries = LINES + 1 + MOVES_A_LINE * (CORRECTED_LINES + 1)
    assert len(table.look()["result"]["ledger"]) == entries


def test_a_look_at_a_correction_has_the_same_end(evening: Gathering) -> None:
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start()
    evening.tell({"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "a bet"})
    pending = [[1, "strike", None] for _ in range(CORRECTED_LINES)]
    given = {"pending": to_json(pending), "line": "1", "how": "strike"}
    answer = evening.tablet.post(f"/table/{evening.now.table_code}/correct", given)
    assert (answer.status_code, "at most 5000 lines" in answer.text) == (422, True)


# Nobody waits for what takes long


class Noted:
    """A function that notes on which threads it was called."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.work = work
        self.threads: list[int] = []

    def __call__(self, *given: Any) -> Any:
        self.threads.append(get_ident())
        return self.work(*given)


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Noted:
    noted = Noted(report.folded)
    for module in (tables, report):
        monkeypatch.setattr(module, "folded", noted)
    return noted


LONG_SHEET = [bonus(number) for number in range(LONG + 1)]


def test_a_correction_of_a_long_sheet_is_folded_beside_the_taps(grow: Grow, table: ApiTable, folded: Noted) -> None:
    grow(LONG_SHEET)
    assert table.report(table.host, bonus(0)).status == 201
    assert folded.threads == [get_ident()]
    assert table.report(table.host, correction(2, 2)).status == 201
    assert table.report(table.host, bonus(0), seen=LONG).status == 201, "what was asked then is read anew"
    assert get_ident() not in folded.threads[1:]
    assert len(folded.threads) == 3


def test_a_long_move_is_read_beside_the_taps(table: ApiTable, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = [Noted(strict_json.parse), Noted(moves.move)]
    monkeypatch.setattr(api, "parse", reads[0])
    monkeypatch.setattr(api, "move", reads[1])
    table.play([bonus(number) for number in range(CORRECTED_LINES)])
    assert {*reads[0].threads, *reads[1].threads} == {get_ident()}
    assert table.report(table.host, correction(CORRECTED_LINES, 8)).status == 201
    assert get_ident() not in (reads[0].threads[-1], reads[1].threads[-1])


def test_what_is_to_be_corrected_in_a_long_sheet_is_looked_for_beside_the_taps(
    evening: Gathering, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start()
    store.do(lambda db: lengthen(db, evening.live.header, LONG_SHEET))
    evening.services.tables.read_anew(evening.now.table_code)
    looks = [Noted(getattr(corrections, name)) for name in ("correction", "corrected")]
    monkeypatch.setattr(corrections, "correction", looks[0])
    monkeypatch.setattr(corrections, "corrected", looks[1])
    given = {"line": "1", "how": "strike"}
    answer = evening.tablet.post(f"/table/{evening.now.table_code}/correct", given)
    assert answer.status_code == 200
    assert [len(look.threads) for look in looks] == [1, 1]
    assert get_ident() not in (looks[0].threads[0], looks[1].threads[0])


def test_who_was_quicker_counts_and_the_correction_is_folded_again(
    grow: Grow, table: ApiTable, folded: Noted, app: Flask
) -> None:
    grow(LONG_SHEET)
    first = folded.work

    def outrun(*given: Any) -> Any:
        folded.work = first
        return first(*given)._replace(before=None)

    folded.work = outrun
    assert table.report(table.host, correction(1, 2)).json == {"line": LONG + 2}
    assert len(folded.threads) == 2
    assert table.look()["line"] == LONG + 2


def test_a_long_table_is_unfolded_beside_the_taps(
    grow: Grow, table: ApiTable, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Noted(stored_table.unfold)
    monkeypatch.setattr(tables, "unfold", noted)
    grow(LONG_SHEET[:10])
    assert noted.threads == [get_ident()]
    grow(LONG_SHEET)
    assert len(noted.threads) == 2
    assert noted.threads[1] != get_ident()


def test_a_long_sheet_is_shown_in_parts_and_sums_what_was_written_by_hand(evening: Gathering, store: Store) -> None:
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start()
    store.do(lambda db: lengthen(db, evening.live.header, LONG_SHEET))
    evening.services.tables.read_anew(evening.now.table_code)
    page = evening.tablet.get(f"/table/{evening.now.table_code}/sheet")
    assert page.says('id="line-501"', 'id="line-2"', "×126", "Older lines")
    assert not page.says('id="line-1"')
    assert page.get(f"/table/{evening.now.table_code}/sheet?until=1").says('id="line-1"')
    assert not page.says("Older lines") and not page.says("Take the last line back")


def test_high_stacks_of_diseases_are_asked_for_in_plain_lists(evening: Gathering, store: Store) -> None:
    phone, _ = evening.come("Ann"), evening.come("Bo")
    evening.start("death-wish")
    disease = {"move": "contract", "color": "red", "skulls": 0}
    moves = [disease | {"seat": number % 2, "disease": f"disease {number}"} for number in range(60)]
    store.do(lambda db: lengthen(db, evening.live.header, moves))
    evening.services.tables.read_anew(evening.now.table_code)
    page = phone.get("/").html
    assert page.count("disease 59") < 30, "not once for each disease of one's own"
    assert "exchange-" not in page
    given: dict[str, Any] = {"move": "give", "seat": "0", "to": "1", "disease": "disease 0", "back": "disease 1"}
    assert evening.report(phone, **given).status_code == 303
    assert "disease 1" in {of.disease for of in evening.live.table.state.stacks[0]}


def test_so_many_lines_are_kept_in_memory(call: Call, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LIVE_LINES", 10)
    opened, kept = [ApiTable(call) for _ in range(4)], app.extensions["services"].tables._live
    for table in opened:
        table.play([bonus(number) for number in range(4)])
    assert [*kept] == [table.code for table in opened[-2:]]
    assert [table.look()["line"] for table in opened] == [4, 4, 4, 4]
    opened[0].play([bonus(number) for number in range(20)])
    assert [*kept] == [opened[0].code], "the one that is played, however long it is"
    assert opened[0].look()["line"] == 24
