"""Mistakes and two at once (an evening among people, points 3 and 4): undo, correct, preview, correct both."""

import json

import pytest

from companion.games.moves import Refused
from companion.messages import sentence
from companion.storage.log import seals
from companion.table.result import result
from tests.support.gathering import Gathering
from tests.support.phone import Phone

SECRET = "TNT7f3a9cQ"


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Four phones at a table of DEATH Name after a round: Bob, Chris, Dora, Ethan under 0 −1 +1 0."""
    came = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start()
    evening.round("Bob", "Chris", "Dora", "Ethan")
    return came


def sheet(evening: Gathering, phone: Phone, number: int) -> Phone:
    return phone.get(f"/table/{evening.now.table_code}/sheet/{number}")


def correct(evening: Gathering) -> str:
    return f"/table/{evening.now.table_code}/correct"


def replace(evening: Gathering, phone: Phone, number: int, **fields: str) -> Phone:
    """Ask what would change if a line had read otherwise."""
    sheet(evening, phone, number)
    for form in phone.forms(action=correct(evening)):
        if ("how", "replace") in form.hidden:
            phone.submit(form, [*(pair for pair in form.hidden if pair[0] not in fields), *fields.items()])
            return phone
    raise AssertionError(phone.html)


def test_what_would_change_is_shown_before_it_is_confirmed(evening: Gathering, phones: list[Phone]) -> None:
    before = result(evening.live.table)
    assert before["totals"] == [0, 0, -1, 1]
    replace(evening, phones[1], 3, move="write", seat="1", name="Zed")
    assert phones[1].says("0 → +1", "−1 → 0", "+1 → −1", "Ann leads.")
    assert phones[1].says("No longer", "Instead")
    assert result(evening.live.table) == before, "only looked at"
    phones[1].tap(correct(evening), "yes")
    assert result(evening.live.table)["totals"] == [1, 0, 0, -1]


def test_a_ruling_out_of_which_a_name_falls_is_named_before_it_is_confirmed(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.tell({"move": "same", "seats": (0, 1)})
    replace(evening, phones[1], 3, move="write", seat="1", name="Zed")
    said = "“Zed” falls out of the ruling that these are one name: Bob, Chris."
    assert phones[1].says(said, "Whether they are one is asked anew.")
    phones[1].tap(correct(evening), "yes")
    assert phones[2].get("/").says("One name? “Bob” and “Zed”")
    replace(evening, phones[1], 3, move="write", seat="1", name="Zod")
    assert not phones[1].says(said)
    assert phones[1].says("“Zod” falls out")


def test_a_ruling_of_which_nothing_changes_is_not_named(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell({"move": "same", "seats": (0, 1)})
    replace(evening, phones[2], 4, move="write", seat="2", name="Zed")
    assert phones[2].says("→")
    assert not phones[2].says("falls out")


def test_the_last_line_is_taken_back_from_the_sheet(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell({"move": "decree", "icons": (1, 1, 1, 1)})
    back = f"/table/{evening.now.table_code}/back"
    phones[2].get(f"/table/{evening.now.table_code}/sheet").tap(back)
    assert phones[2].get(f"/table/{evening.now.table_code}/sheet").says("corrected by Cy")
    assert evening.live.table.state.newest.scored


def test_nobody_takes_back_what_another_seat_has_said_but_the_host(evening: Gathering, phones: list[Phone]) -> None:
    line = evening.live.line
    back = f"/table/{evening.now.table_code}/back"
    assert phones[0].post(back, {"line": line}).status_code == 403
    assert evening.tablet.post(back, {"line": line}).status_code == 303


def test_struck_lines_stay_in_sight_with_who_and_when(evening: Gathering, phones: list[Phone]) -> None:
    replace(evening, phones[1], 3, move="write", seat="1", name="Zed").tap(correct(evening), "yes")
    page = evening.tablet.get(f"/table/{evening.now.table_code}/sheet")
    assert page.says("Chris", "Zed", "corrected by Bo, ", "Corrected: line 3.")


def test_the_scoreboard_tells_how_a_corrected_line_reads_now(evening: Gathering, phones: list[Phone]) -> None:
    replace(evening, phones[1], 3, move="write", seat="1", name="Zed").tap(correct(evening), "yes")
    assert evening.tablet.get("/").says("Corrected: Bo wrote “Zed”.")


def test_what_stands_beside_the_writer_of_a_marked_card_is_explained(evening: Gathering, phones: list[Phone]) -> None:
    assert evening.tablet.get("/").says("A kill point for its writer, after round 4.")


def test_whoever_has_written_still_reads_to_whom_the_card_goes(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)}, {"move": "write", "seat": 0, "name": "Zed"})
    assert phones[0].get("/").says("On your card", "Zed", "Then hand the card to ")


def test_a_forgotten_line_is_put_in_the_same_way(evening: Gathering, phones: list[Phone]) -> None:
    sheet(evening, evening.tablet, 2)
    for form in evening.tablet.forms(action=correct(evening)):
        if ("how", "before") in form.hidden and ("move", "adjust") in form.hidden:
            given = {"seat": "0", "track": "points", "by": "2", "why": "sang"}
            evening.tablet.submit(form, [*(pair for pair in form.hidden if pair[0] not in given), *given.items()])
            break
    assert evening.tablet.says("0 → +2", "by hand")
    evening.tablet.tap(correct(evening), "yes")
    assert result(evening.live.table)["totals"] == [2, 0, -1, 1]


def test_a_later_line_that_no_longer_fits_is_named_and_both_are_corrected(
    evening: Gathering, phones: list[Phone]
) -> None:
    sheet(evening, evening.tablet, 5).tap(correct(evening), how="strike")
    assert evening.tablet.says("A later line does not fit", "<b>Line 6</b>")
    lines = [6]
    while not evening.tablet.says('<h1 class="voice">What would change</h1>'):
        evening.tablet.tap(correct(evening), how="strike", line=str(lines[-1]))
        lines.append(lines[-1] + 1)
    assert evening.live.line == 9, "nothing is made yet"
    evening.tablet.tap(correct(evening), "yes")
    assert evening.live.line == 10
    assert result(evening.live.table)["totals"] == [0, 0, 0, 0]
    assert len(evening.live.table.lines[-1].corrects) == len(lines)


def test_a_refusal_names_people_and_seats_only_where_there_are_no_names(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    evening.tell({"move": "write", "seat": 1, "name": "Zed"})
    answer = evening.report(evening.tablet, move="reading", seat=2, reading="abc")
    assert answer.status_code == 422
    assert "Cy has not written a name yet." in answer.text
    assert sentence(Refused("not-written", seat=2)) == "Seat 2 has not written a name yet."


def test_what_a_correction_itself_gets_wrong_is_no_clash(evening: Gathering, phones: list[Phone]) -> None:
    answer = evening.tablet.post(correct(evening), {"line": "1", "how": "replace", "move": "decree", "icons": ["1"]})
    assert answer.status_code == 422
    assert evening.live.line == 9


@pytest.mark.parametrize("pending", ["[", "[[99,null]]", '[[1,{"move":"dance"}]]', "7", "[[1,null],[1,null]]"])
def test_a_bent_correction_gets_a_clear_message_and_changes_nothing(
    evening: Gathering, phones: list[Phone], pending: str
) -> None:
    data = {"pending": pending, "sure": "yes", "key": "a-long-key", "seen": "9"}
    answer = evening.tablet.post(correct(evening), data)
    assert answer.status_code in (400, 422)
    assert evening.live.line == 9


def test_after_the_end_a_correction_renews_the_seal_and_keeps_the_old_one(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.tell({"move": "stop"})
    replace(evening, evening.tablet, 3, move="write", seat="1", name="Zed").tap(correct(evening), "yes")
    found = seals(evening.services.store.reader(), evening.live.header.id)
    assert [(line, json.loads(sealed)["totals"]) for line, _, sealed in found] == [
        (10, [0, 0, -1, 1]),
        (11, [1, 0, 0, -1]),
    ]
