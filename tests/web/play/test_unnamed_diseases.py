"""Death Wish without scripts: a disease that has no name yet, and the one correction that names it everywhere."""

import pytest

from companion.group import decks
from companion.storage.identifiers import HOME
from tests.support.forms import Form
from tests.support.gathering import Gathering
from tests.support.phone import Phone

SLUG = "death-wish"
ANN, BO, CY = 0, 1, 2


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    come = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start(SLUG)
    return come


def contract_form(phone: Phone) -> Form:
    return next(form for form in phone.get("/").forms() if form.ask == "contract")


def contract(phone: Phone, color: str, skulls: int, name: str = "") -> None:
    """Tick the colour, tap the skulls; the field of the name stays as it is, or is filled in."""
    form = contract_form(phone)
    assert ("skulls", str(skulls)) in form.buttons
    phone.submit(form, [*form.hidden, ("disease", name), ("color", color), ("skulls", str(skulls))])


def stacks(evening: Gathering) -> list[list[tuple[str, int]]]:
    state = evening.live.table.state
    return [[(disease.disease, disease.skulls) for disease in stack] for stack in state.stacks]


def rename(evening: Gathering, phone: Phone, was: str, name: str) -> None:
    """Say the name, and confirm what would change."""
    action = f"/table/{evening.live.header.code}/correct"
    phone.get("/").fill(action, was=was, name=name)
    phone.tap(action)


def test_a_colour_and_a_button_contract_a_disease_by_its_number(evening: Gathering, phones: list[Phone]) -> None:
    contract(phones[ANN], "red", 2)
    contract(phones[CY], "blue", 4)
    contract(phones[BO], "white", 1, "Poolio")
    assert stacks(evening) == [[("Disease 1", 2)], [("Poolio", 1)], [("Disease 2", 4)]]


def test_only_a_disease_with_a_name_is_met_again(evening: Gathering, phones: list[Phone]) -> None:
    contract(phones[ANN], "red", 2)
    contract(phones[BO], "white", 1, "Poolio")
    met = decks.offered(evening.services.store.reader(), HOME, SLUG, "diseases")
    assert [disease["disease"] for disease in met] == ["Poolio"]


def test_a_number_that_the_seat_has_already_is_passed_over(evening: Gathering, phones: list[Phone]) -> None:
    contract(phones[ANN], "red", 2)
    contract(phones[ANN], "red", 1)
    evening.tell({"move": "give", "seat": ANN, "to": BO, "disease": "Disease 2"})
    evening.tell({"move": "adjust", "seat": CY, "track": "skulls", "by": 1, "why": "a bet"})
    struck = {"line": "1", "how": "strike"}
    action = f"/table/{evening.live.header.code}/correct"
    evening.tablet.html = evening.tablet.post(action, struck).text
    evening.tablet.tap(action)
    contract(phones[BO], "blue", 1)
    assert stacks(evening)[BO] == [("Disease 2", 1), ("Disease 3", 1)]


def test_one_correction_names_it_in_every_line(evening: Gathering, phones: list[Phone]) -> None:
    contract(phones[ANN], "red", 2)
    contract(phones[ANN], "blue", 1, "Flu")
    evening.tell(
        {"move": "give", "seat": ANN, "to": BO, "disease": "Disease 1"},
        {"move": "give", "seat": ANN, "to": BO, "disease": "Flu", "back": "Disease 1"},
        {"move": "mutate", "seat": ANN, "disease": "Disease 1", "skulls": 3},
        {"move": "cure", "seat": ANN, "disease": "Disease 1"},
    )
    contract(phones[ANN], "white", 1)
    before = evening.live.line
    rename(evening, evening.tablet, "Flu", "Influenza")
    contract(phones[CY], "white", 2)
    rename(evening, phones[CY], "Disease 4", "Poolio")
    assert stacks(evening) == [[("Disease 3", 1)], [("Influenza", 1)], [("Poolio", 2)]]
    assert evening.live.line == before + 3
    corrected = evening.live.table.lines[before]
    assert [line for line, _ in corrected.corrects] == [2, 4]


def test_a_name_that_the_seat_has_already_is_refused_and_changes_nothing(
    evening: Gathering, phones: list[Phone]
) -> None:
    contract(phones[ANN], "red", 2)
    contract(phones[ANN], "blue", 1, "Flu")
    given = {"how": "rename", "was": "Disease 1", "name": "Flu"}
    answer = phones[ANN].post(f"/table/{evening.live.header.code}/correct", given)
    assert "no longer" in answer.text
    for name in ("", "x" * 81):
        given = {"how": "rename", "was": "Disease 1", "name": name}
        answer = phones[ANN].post(f"/table/{evening.live.header.code}/correct", given)
        assert answer.status_code == 400, name
    given = {"how": "rename", "was": "Plague", "name": "Pest"}
    assert phones[ANN].post(f"/table/{evening.live.header.code}/correct", given).status_code == 409
    assert stacks(evening)[ANN] == [("Disease 1", 2), ("Flu", 1)]


def test_whose_turn_it_is_is_told_where_other_actions_are_reported(evening: Gathering, phones: list[Phone]) -> None:
    assert evening.tablet.get("/").says("Ann's turn.")
    contract(phones[CY], "red", 2)
    assert not evening.tablet.get("/").says("'s turn.")
    for device in (evening.tablet, *phones):
        assert device.get("/").says("Next by the seats: Ann.")
    assert evening.tablet.says("Who is ill, says so.")
    assert not phones[BO].get("/").says("Out of turn")
    evening.tell({"move": "act", "seat": ANN, "action": "spread"})
    assert evening.tablet.get("/").says("Bo's turn.")
    assert not evening.tablet.says("Next by the seats")
    assert phones[CY].get("/").says("Out of turn")


def test_a_diagnosis_has_room_for_as_many_symptoms_as_a_hand_holds(evening: Gathering, phones: list[Phone]) -> None:
    names = {field.name for field in contract_form(phones[ANN]).fields}
    told = [f"symptoms{number}" for number in range(7)]
    assert names.issuperset(told)
    given = [("disease", "Ague"), ("color", "red"), ("skulls", "2"), *((name, f"Sign of {name}") for name in told)]
    form = contract_form(phones[ANN])
    phones[ANN].submit(form, [*form.hidden, *given])
    assert len(evening.live.table.state.stacks[ANN][0].symptoms) == 7
