"""What the scoreboard of Final Deathweek shows alone for a moment: what was drawn, exposed or broken, and no secret."""

import re

from tests.support.gathering import Gathering

NAMES = ("Ann", "Bo", "Cy")
SPOT = re.compile(r'<aside class="spot".*?</aside>', re.S)


def spot(evening: Gathering) -> str:
    """The spotlight of the scoreboard; empty if there is none."""
    found = SPOT.search(evening.tablet.get("/").html)
    return found[0] if found else ""


def begin(evening: Gathering) -> None:
    evening.seat(*NAMES)
    evening.start("final-deathweek")
    colors = ("red", "blue", "yellow")
    evening.tell(*({"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(colors)))


def test_an_event_lies_on_the_leaf_of_its_day(evening: Gathering) -> None:
    begin(evening)
    assert not spot(evening), "solid killers are told by all at once"
    evening.tell({"move": "take", "seat": 1, "colors": ["green", "red"], "number": 12})
    shown = spot(evening)
    assert "Bo takes 12." in shown
    assert re.findall(r"#fd-event-(\w+)", shown) == ["green", "red"]
    evening.tell({"move": "take", "seat": 2, "colors": "", "number": 5})
    assert "#fd-calm" in spot(evening)


def test_a_break_and_an_exposed_killer(evening: Gathering) -> None:
    begin(evening)
    evening.tell({"move": "expose", "seat": 1, "color": "black"})
    assert 'href="#fd-black"' in spot(evening)
    evening.tell({"move": "break", "seat": 1})
    assert "#fd-break" in spot(evening)
    assert "Bo breaks." in spot(evening)


def test_killers_in_hand_are_in_no_light(evening: Gathering) -> None:
    begin(evening)
    evening.tell(*({"move": "take", "seat": seat, "colors": ["black"], "number": 3} for seat in (1, 2, 0)))
    evening.tell({"move": "killers", "seat": 1, "colors": ["green", "red"]})
    assert not spot(evening)
