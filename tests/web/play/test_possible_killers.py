"""Final Deathweek without scripts: a group that wants it sees how many killers of each colour do not lie open."""

import re

from tests.support.gathering import Gathering
from tests.support.phone import Phone

SHOWN = "Killers still possible"
SOLID = [{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(("red", "red", "blue"))]
EXPOSED = {"move": "expose", "seat": 2, "color": "black"}


def counted(phone: Phone) -> list[tuple[str, int]]:
    """The colours and numbers that a screen shows; none if it shows none."""
    line = re.search(r'<p class="fd-possible">.*?</p>', phone.get("/").html, re.S)
    pairs = re.findall(r'<span class="hidden">(\w+)</span></span><b class="n">(\d)</b>', line[0] if line else "")
    return [(color, int(left)) for color, left in pairs]


def begun(evening: Gathering, **habits: str) -> list[Phone]:
    """The screens of a week that has begun, the scoreboard's first."""
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.set_up("final-deathweek", **habits)
    evening.tell(*SOLID)
    return [evening.tablet, *phones]


def test_scoreboard_and_phones_count_what_does_not_lie_open(evening: Gathering) -> None:
    screens = begun(evening, habit_possible="shown")
    for screen in screens:
        assert counted(screen) == [("red", 2), ("blue", 3), ("yellow", 4), ("black", 4), ("green", 4)]
    evening.tell(EXPOSED)
    for screen in screens:
        assert counted(screen) == [("red", 2), ("blue", 3), ("yellow", 4), ("black", 3), ("green", 4)]


def test_nobody_who_did_not_ask_for_it_sees_it(evening: Gathering) -> None:
    for screen in begun(evening):
        assert not screen.get("/").says(SHOWN)


def test_it_is_remembered(evening: Gathering) -> None:
    begun(evening, habit_possible="shown")
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    assert evening.tablet.get("/").says('name="habit.possible" value="shown" checked')
