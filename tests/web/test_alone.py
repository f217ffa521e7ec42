"""A question on a page of its own: for whom it is asked, or who hosts, and only while it is asked."""

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Three phones at a table of the gang."""
    come = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start("gamushara-gang")
    return come


def status(evening: Gathering, phone: Phone, seat: int, move: str) -> int:
    return phone.client.get(f"/table/{evening.live.header.code}/ask/{seat}/{move}").status_code


def test_an_answer_in_words_is_typed_there_and_leads_back(evening: Gathering, phones: list[Phone]) -> None:
    phones[1].get(f"/table/{evening.live.header.code}/ask/1/confess")
    (asked,) = (form for form in phones[1].forms() if form.ask == "confess")
    phones[1].submit(asked, [*asked.hidden, ("answer", " a baker "), ("about", "career")])
    assert phones[1].forms(action=f"/table/{evening.live.header.code}/move"), "back at the table"
    said = evening.live.table.lines[-1].recorded
    assert said is not None
    assert (said.move.about, said.move.answer) == ("career", "a baker")  # type: ignore[attr-defined]


def test_a_page_with_a_field_waits_and_the_one_it_came_from_does_not(evening: Gathering, phones: list[Phone]) -> None:
    assert phones[1].get("/").says('http-equiv="refresh"')
    assert not phones[1].get(f"/table/{evening.live.header.code}/ask/1/confess").says('http-equiv="refresh"')


def test_it_is_for_the_seat_and_the_host_and_for_what_is_asked(evening: Gathering, phones: list[Phone]) -> None:
    assert status(evening, phones[1], 1, "confess") == 200
    assert status(evening, evening.tablet, 1, "confess") == 200
    assert status(evening, phones[1], 0, "confess") == 403
    assert status(evening, evening.come(), 1, "confess") == 403
    assert status(evening, phones[1], 1, "execute") == 404
    assert status(evening, phones[1], 1, "dance") == 404
    assert status(evening, evening.tablet, 9, "confess") == 404
