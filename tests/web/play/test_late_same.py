"""Names that are one after all, thought of under the next decree: the sheet puts the ruling into its round."""

import pytest

from companion.table.result import result
from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Sean", "Chris", "Shawn", "Zoe")  # Chris, Sean, Shawn, Zoe under 0 -1 +1 0
OFFERED = "Two names of round 1 were one"


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Four phones at a table of DEATH Name after a round."""
    came = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start()
    evening.round(*NAMES)
    return came


def begin_next(evening: Gathering) -> None:
    evening.tell({"move": "decree", "icons": (0, 0, 0, 0)}, {"move": "write", "seat": 3, "name": "Quill"})


def sheet(evening: Gathering, phone: Phone) -> Phone:
    return phone.get(f"/table/{evening.now.table_code}/sheet")


def rule(evening: Gathering, phone: Phone, *seats: int) -> Phone:
    """On the sheet, call one name what these seats wrote in the first round; its preview is open then."""
    action = f"/table/{evening.now.table_code}/correct"
    form = next(form for form in sheet(evening, phone).forms(action=action) if ("how", "before") in form.hidden)
    given = [(name, value) for name, value in form.hidden if name != "seats"]
    phone.submit(form, [*given, *(("seats", str(seat)) for seat in seats)])
    return phone


@pytest.mark.parametrize("who", ["tablet", "phone"])
def test_the_sheet_offers_it_once_the_next_decree_lies_there(evening: Gathering, phones: list[Phone], who: str) -> None:
    device = evening.tablet if who == "tablet" else phones[1]
    assert not sheet(evening, device).says(OFFERED), "the round itself still asks for it"
    begin_next(evening)
    before = result(evening.live.table)
    rule(evening, device, 0, 2)
    assert result(evening.live.table) == before, "only looked at"
    device.tap(f"/table/{evening.now.table_code}/correct", "yes")
    after = result(evening.live.table)
    cards = {card["name"]: card["duplicate"] for card in after["facts"]["rounds"][0]["cards"]}
    assert cards == {"Chris": False, "Sean": True, "Shawn": True, "Zoe": False}
    assert (after["round"], evening.live.table.state.newest.names[3]) == (2, "Quill")
    assert after["totals"] != before["totals"]


def test_it_is_done_while_the_newest_round_is_the_one(evening: Gathering, phones: list[Phone]) -> None:
    begin_next(evening)
    rule(evening, evening.tablet, 0, 1, 2, 3).tap(f"/table/{evening.now.table_code}/correct", "yes")
    assert not sheet(evening, evening.tablet).says(OFFERED), "all are one: nothing is left to ask"


def test_names_that_sound_alike_are_one_tap(evening: Gathering, phones: list[Phone]) -> None:
    begin_next(evening)
    assert sheet(evening, evening.tablet).says("One name? “Sean” and “Shawn”")
    assert not evening.tablet.says("Quill")


def test_a_game_that_closes_nothing_offers_nothing(evening: Gathering) -> None:
    for name in ("Ann", "Bo", "Cy"):
        evening.come(name)
    evening.set_up("final-deathweek")
    evening.tell({"move": "solid", "seat": 0, "color": "red"})
    assert not sheet(evening, evening.tablet).says("same-")
