"""After an execution of the gang every living player's phone asks alike whose role it was."""

import re

from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "Cy", "Di")
ASKED = re.compile(r'<section class="gang-was">.*?</section>', re.S)
OWN = re.compile(r'value="[0-9a-f-]{8,}"|name="seat" value="\d"|(?<=/fold/)\d')  # keys, and whose answer it is


def question(phone: Phone) -> str:
    """What asks on a phone, but for what says whose phone it is."""
    asked = ASKED.findall(phone.get("/").html)
    assert len(asked) == 1
    return OWN.sub("", asked[0])


def executed(evening: Gathering) -> list[Phone]:
    """The phones of four after Ann has executed somebody."""
    phones = [evening.come(name) for name in NAMES]
    evening.set_up("gamushara-gang", habit_lineup="table")
    evening.tell({"move": "execute", "character": "3", "cause": "meeting"})
    return phones


def test_it_is_asked_alike_whoever_holds_the_phone(evening: Gathering) -> None:
    first, *others = map(question, executed(evening))
    assert first.count("<details") == 2, "Yes and No"
    assert others == [first] * 3


def test_the_first_yes_ends_the_question_and_the_silence(evening: Gathering) -> None:
    phones = executed(evening)
    before = moment(evening)
    assert before[1] == "silence"
    evening.tell({"move": "succeed", "seat": 1})
    assert not any(ASKED.search(phone.get("/").html) for phone in phones)
    after = moment(evening)
    assert (after[0] != before[0], after[1]) == (True, "")


def moment(evening: Gathering) -> tuple[str, str]:
    """The moment of the scoreboard, and in what steps it unfolds."""
    html = evening.tablet.get("/").html
    (shown,) = re.findall(r'data-moment="([^"]*)"', html)
    (steps,) = re.findall(r'data-unfold="([^"]*)"', html)
    return shown, steps
