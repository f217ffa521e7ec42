"""What the rulebooks print is offered without typing, and is in no deck before it is used."""

import re

import pytest

from companion.group import decks
from companion.storage.identifiers import HOME
from tests.support.gathering import Gathering

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
NAME, WISH, GANG = "death-name", "death-wish", "gamushara-gang"
DERIVED = "made after the card for 4 players"


def begin(evening: Gathering, game: str, seats: int, **fields: str) -> None:
    evening.seat(*NAMES[:seats])
    evening.set_up(game, **fields)


def in_decks(evening: Gathering, game: str, pile: str) -> list:
    return decks.offered(evening.services.store.reader(), HOME, game, pile)


def tap_decree(evening: Gathering) -> None:
    """The one button of the page that opens a round."""
    (form,) = (
        form for form in evening.tablet.get("/").forms() if form.ask == "decree" and ("icons", "-1") in form.hidden
    )
    evening.tablet.submit(form, form.hidden)


@pytest.mark.parametrize(("seats", "icons"), [(4, (0, -1, 1, 0)), (5, (0, -1, 0, 1, 0)), (6, (0, -1, 0, 0, 1, 0))])
def test_the_practice_decree_is_round_1_by_one_tap(evening: Gathering, seats: int, icons: tuple[int, ...]) -> None:
    begin(evening, NAME, seats)
    assert evening.tablet.get("/").says("Practice decree, as round 1")
    assert evening.tablet.says(DERIVED) == (seats != 4)
    tap_decree(evening)
    newest = evening.live.table.state.newest
    assert (newest.number, newest.icons) == (1, icons)
    assert in_decks(evening, NAME, str(seats)) == [], "it is drawn from no envelope"


def test_the_practice_decree_is_the_practice_round(evening: Gathering) -> None:
    begin(evening, NAME, 4, option_practice="true")
    assert evening.tablet.get("/").says("Practice decree")
    assert not evening.tablet.says("as round 1")
    tap_decree(evening)
    assert evening.live.table.state.newest.number == 0


def test_a_practice_decree_that_a_deck_holds_is_offered_once(evening: Gathering) -> None:
    begin(evening, NAME, 4)
    evening.tell({"move": "decree", "icons": [0, -1, 1, 0], "deck": "icons"}, {"move": "stop"})
    assert in_decks(evening, NAME, "4") == [[0, -1, 1, 0]]
    evening.tablet.get("/").tap("/rematch")
    tap_decree(evening)


def test_later_rounds_draw_from_the_envelope(evening: Gathering) -> None:
    begin(evening, NAME, 4)
    tap_decree(evening)
    evening.tell(*({"move": "write", "seat": seat, "name": NAMES[seat]} for seat in range(4)))
    evening.tell(*({"move": "hold", "seat": seat, "card": seat} for seat in range(4)))
    assert evening.tablet.get("/").says("The next decree")
    assert not evening.tablet.says("Practice decree")


def test_loomonia_is_contracted_by_one_tap_and_then_a_card_of_the_deck(evening: Gathering) -> None:
    begin(evening, WISH, 3)
    evening.tablet.get("/")
    form = next(form for form in evening.tablet.forms() if ("disease", "Loomonia") in form.hidden)
    assert in_decks(evening, WISH, "diseases") == []
    evening.tablet.submit(form, form.hidden)
    state = evening.live.table.state
    assert [(one.disease, one.color, one.skulls) for one in state.stacks[0]] == [("Loomonia", "blue", 2)]
    assert state.contracts[-1].outbreak
    evening.tell({"move": "outbreak", "seat": 0, "kept": False})
    assert in_decks(evening, WISH, "diseases") == [
        {"disease": "Loomonia", "color": "blue", "skulls": 2, "outbreak": True}
    ]
    evening.tablet.get("/")
    for_bo = [form for form in evening.tablet.forms() if {("disease", "Loomonia"), ("seat", "1")} <= set(form.hidden)]
    assert len(for_bo) == 1, "once: it was met before"


def test_poolio_is_suggested_with_its_cause_and_symptoms(evening: Gathering) -> None:
    begin(evening, WISH, 3)
    html = evening.tablet.get("/").html
    lists = {
        id: re.findall(r'value="([^"]*)"', options)
        for id, options in re.findall(r'<datalist id="(.*?)">(.*?)</datalist>', html, re.S)
    }
    assert "Poolio" in lists["diseases-0"]
    assert lists["causes-0"] == ["I licked an armpit"]
    assert lists["symptoms-0"] == ["meat cravings", "a hurty face", "cheesy feet"]


def test_the_four_known_names_of_the_gang_are_suggested_and_nobody_is_named(evening: Gathering) -> None:
    evening.seat(*NAMES[:3])
    html = evening.tablet.get("/").html
    suggested = re.search(r'<datalist id="gang-known">(.*?)</datalist>', html, re.S)
    assert suggested is not None
    assert re.findall(r'value="([^"]*)"', suggested[1]) == ["Risa", "Shinji", "Saburo", "Lee"]
    evening.start(GANG)
    assert evening.live.table.options.characters == tuple(map(str, range(1, 15)))
    assert in_decks(evening, GANG, "characters") == []
