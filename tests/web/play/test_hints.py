"""What cannot be, or will be, is hinted, and nothing is refused for it."""

import pytest

from companion.web.access.limits import screen_caller
from tests.support.gathering import Gathering

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def begin(evening: Gathering, game: str, seats: int) -> None:
    evening.seat(*NAMES[:seats])
    evening.start(game)


@pytest.mark.parametrize(("kings", "hinted"), [(2, False), (3, True)])
def test_a_third_king(evening: Gathering, kings: int, hinted: bool) -> None:
    begin(evening, "death-over-the-kingdom", 4)
    evening.tell(*({"move": "card", "seat": seat, "character": "king"} for seat in range(kings)))
    hint = "3 cards were told as King"
    assert evening.tablet.get("/").says(hint) == hinted
    evening.tell(*({"move": "card", "seat": seat, "character": "death"} for seat in range(kings, 4)))
    assert evening.tablet.get("/").says(hint) == hinted, "of the round that was scored"


@pytest.mark.parametrize(("solid", "hinted"), [("green", False), ("red", True)])
def test_a_fifth_red_killer(evening: Gathering, solid: str, hinted: bool) -> None:
    """Four of the cards in three hands are red; where it is hinted, Ann's solid killer is the fifth."""
    begin(evening, "final-deathweek", 3)
    solids = (solid, "blue", "yellow")
    evening.tell(*({"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(solids)))
    evening.tell(*({"move": "take", "seat": seat, "colors": ["black"], "number": 3} for seat in (1, 2, 0)))
    hands = (("red", "red"), ("red", "green"), ("red", "yellow"))
    evening.tell(*({"move": "killers", "seat": seat, "colors": list(hand)} for seat, hand in enumerate(hands)))
    assert evening.tablet.get("/").says("More than four red killers") == hinted


@pytest.mark.parametrize("seats", [4, 5])
def test_the_last_of_five(evening: Gathering, seats: int) -> None:
    evening.seat(*NAMES[:seats])
    evening.set_up("gamushara-gang", option_points="5")
    for seat in range(seats - 1):
        evening.tell({"move": "execute", "character": str(seat + 1), "cause": "effect"})
        evening.tell({"move": "out", "seat": seat, "spy": False})
    page = evening.tablet.get("/")
    assert page.says("The spy", "Gang")
    assert page.says("nobody who is out was the spy") == (seats == 5)
    evening.tell({"move": "personality", "seat": seats - 1, "spy": False})
    assert evening.tablet.get("/").says("all five were told as gang") == (seats == 5)


def test_all_wake_after_a_turn(evening: Gathering) -> None:
    begin(evening, "gamushara-gang", 4)
    hiding = [str(n) for n in range(3, 13)]
    evening.tell(*({"move": "flip", "character": name, "to": "hiding"} for name in hiding))
    evening.tell({"move": "execute", "character": "1"})
    assert not evening.tablet.get("/").says("After this turn all wake."), "three are enough"
    evening.tell({"move": "flip", "character": "2", "to": "hiding"})
    assert evening.tablet.get("/").says("After this turn all wake.")
    evening.tell({"move": "turn"})
    assert evening.live.table.state.named("hiding") == ()


def test_names_ruled_one_on_day_1_are_ticked_on_day_2(evening: Gathering) -> None:
    begin(evening, "death-name", 4)
    evening.round("Sean", "Shawn", "Xc", "Xd")
    evening.tell({"move": "same", "seats": [0, 1]})
    for number in (2, 3, 4):
        evening.round(f"Ka{number}", f"Lo{number}", f"Mi{number}", f"Nu{number}")
    evening.tell({"move": "decree", "icons": [0, -1, 1, 0]})
    evening.tell(*({"move": "choose", "seat": seat, "round": 1} for seat in range(4)))
    ticked = 'name="seats" value="{}" checked'
    page = evening.tablet.get("/")
    assert page.says("Marked is what was ruled one name on Day 1.", ticked.format(0), ticked.format(1))
    assert not page.says(ticked.format(2))
    assert not evening.live.table.state.newest.same
    evening.tell({"move": "same", "seats": [0, 1]})
    assert not evening.tablet.get("/").says("Marked is what was ruled")


def test_without_a_scoreboard_phones_tell_what_it_would(evening: Gathering) -> None:
    """Five red killers; and after the last round of names, what is wiped."""
    ann, *_ = [evening.come(name) for name in NAMES[:4]]
    streams = evening.services.streams
    streams.open(screen_caller(evening.now.screens[0].device))
    for kind, hinted in (("board", False), ("watch", True)):
        evening.tablet.post("/use", {"kind": kind})
        evening.start("final-deathweek")
        solids = ("red", "blue", "yellow", "green")
        evening.tell(*({"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(solids)))
        evening.tell(*({"move": "take", "seat": seat, "colors": ["black"], "number": 3} for seat in range(4)))
        evening.tell(*({"move": "killers", "seat": seat, "colors": ["red", "green"]} for seat in range(4)))
        assert ("More than four red killers" in ann.get("/").html) == hinted
        evening.tell({"move": "stop"})
        evening.tablet.get("/").tap("/put-away")
        evening.start("death-name")
        for number in range(4):
            evening.round(*(f"{letter * 3}{number}" for letter in "ckmt"))
        for number in range(1, 4):
            evening.tell({"move": "decree", "icons": [0, -1, 1, 0]})
            evening.tell(*({"move": "choose", "seat": seat, "round": number} for seat in range(4)))
        assert ("Wipe cards and boards" in ann.get("/").html) == hinted
        evening.tablet.get("/").tap("/put-away")


def test_phones_tell_that_all_wake(evening: Gathering) -> None:
    ann, *_ = [evening.come(name) for name in NAMES[:4]]
    evening.start("gamushara-gang")
    evening.tell(*({"move": "flip", "character": str(n), "to": "hiding"} for n in range(3, 14)))
    evening.tell({"move": "execute", "character": "1"})
    assert ann.get("/").says("After this turn all wake.")
    evening.tell({"move": "turn"})
    assert not ann.get("/").says("After this turn all wake.")


def test_names_that_sound_alike_are_offered_on_every_phone_that_may_enter_the_decree(evening: Gathering) -> None:
    phones = [evening.come(name) for name in NAMES[:4]]
    evening.set_up("death-name", option_language="es")
    evening.round("Elena", "Helena", "Xc", "Xd")
    for page in (evening.tablet, *phones):
        assert page.get("/").says("The next decree", "One name? “Elena” and “Helena”"), page.html
    assert evening.report(phones[1], move="same", seats=["0", "1"]).status_code < 400
    assert not phones[0].get("/").says("One name?")
    assert evening.live.table.state.newest.same


def test_a_name_in_kanji_may_be_read_in_any_alphabet(evening: Gathering) -> None:
    phones = [evening.come(name) for name in NAMES[:4]]
    evening.start("death-name")
    evening.tell({"move": "decree", "icons": [0, -1, 1, 0]})
    evening.tell({"move": "write", "seat": 0, "name": "花子"}, {"move": "write", "seat": 1, "name": "Bob"})
    assert (
        phones[0]
        .get("/")
        .says("How is the name on your card read?", "without a reading, kanji stand behind all letters.")
    )
    assert not phones[1].get("/").says("How is the name on your card read?")
    evening.tell({"move": "reading", "seat": 0, "reading": "Hanako"})
    assert not phones[0].get("/").says("How is the name on your card read?")
