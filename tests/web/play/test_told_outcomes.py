"""Final Deathweek without scripts: a week of which only is told what each event did, as the group likes it."""

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "Cy")
SOLID = ("red", "red", "blue")


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    return [evening.come(name) for name in NAMES]


def start(evening: Gathering, telling: str) -> None:
    """The host begins a week, and says how it is told."""
    evening.set_up("final-deathweek", habit_telling=telling)


def asked(phone: Phone) -> list[str | None]:
    return [form.ask for form in phone.get("/").forms() if form.ask]


def tell(phone: Phone, number: int, did: str, value: str) -> None:
    """Tick the number, tap what it did."""
    form = next(form for form in phone.get("/").forms() if form.ask == "outcome")
    assert (did, value) in form.buttons
    phone.submit(form, [*form.hidden, ("number", str(number)), (did, value)])


def test_whoever_takes_first_is_asked_what_the_event_did_and_solid_killers_wait_below(
    evening: Gathering, phones: list[Phone]
) -> None:
    start(evening, "outcomes")
    assert asked(phones[1])[:2] == ["outcome", "solid"]
    assert phones[1].says("What did your event do?", "played without solid killers")
    assert "outcome" not in asked(phones[2])
    assert phones[2].says("Bo takes first.", "/ask/2/outcome")
    assert [move for move in asked(evening.tablet) if move != "schedule"][:2] == ["outcome", "solid"]
    assert evening.tablet.says("Only what each event did.", "played without solid killers")


def test_nothing_on_a_screen_asks_for_the_solid_killers_that_nobody_has_to_tell(
    evening: Gathering, phones: list[Phone]
) -> None:
    start(evening, "outcomes")
    for phone in (*phones, evening.tablet):
        assert not phone.get("/").says("No solid killer yet")
        assert phone.says("Still to take an event")
    assert phones[0].says("Turn one killer card face up before you. It stays there all week; here nobody asks for it.")


def test_as_soon_as_one_solid_killer_is_told_all_is_about_them(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "outcomes")
    evening.tell({"move": "solid", "seat": 0, "color": "red"})
    assert evening.tablet.get("/").says("One killer each, face up.", "No solid killer yet")
    assert asked(phones[1])[0] == "solid"
    assert phones[1].says("Turn one killer card face up before you. It stays there all week.", "No solid killer yet")
    assert not phones[1].says("What did your event do?")
    assert phones[1].says("/ask/1/outcome")


def test_a_page_on_which_a_number_is_ticked_is_not_fetched_anew(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "outcomes")
    assert not phones[1].get("/").says('http-equiv="refresh"')
    assert phones[2].get("/").says('http-equiv="refresh"')


def test_a_day_is_told_by_a_number_and_a_button_of_each(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "outcomes")
    for seat, (did, value) in zip((1, 2, 0), (("matched", "1"), ("matched", "0"), ("matched", "2")), strict=True):
        tell(phones[seat], seat + 4, did, value)
    assert evening.live.table.state.number == 2
    assert phones[1].get("/").says("Cy takes first.")
    tell(phones[2], 9, "died", "true")
    assert not phones[2].says("What did your event do?")


def test_who_tells_the_solid_killers_after_all_may_still_say_only_what_an_event_did(
    evening: Gathering, phones: list[Phone]
) -> None:
    start(evening, "outcomes")
    evening.tell(*({"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(SOLID)))
    assert asked(phones[1])[:3] == ["break", "outcome", "take"]
    tell(phones[1], 4, "matched", "0")
    assert evening.live.line == 4


def test_it_is_remembered_and_without_it_the_killers_are_asked_for(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "outcomes")
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    assert evening.tablet.get("/").says('name="habit.telling" value="outcomes" checked')
    start(evening, "killers")
    assert asked(phones[1])[0] == "solid"
    assert phones[1].says("/ask/1/outcome")
