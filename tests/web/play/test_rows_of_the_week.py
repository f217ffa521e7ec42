"""Final Deathweek: the rows of the week in one form while the table is laid out, from any phone."""

from typing import Any

import pytest

from companion.group import decks
from tests.support.gathering import Gathering
from tests.support.phone import Phone

ROWS = (((3, "red", "blue"), (7, "black")), ((12,), (16, "green")))


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    phones = [evening.come(name) for name in ("Ann", "Bo")]
    evening.start("final-deathweek")
    return phones


def rows(evening: Gathering, phone: Phone, *days: tuple[tuple[Any, ...], ...]) -> Any:
    """Fill in the first rows of the form; what is answered."""
    phone.get("/").get(f"/table/{evening.now.table_code}/ask/all/schedule")
    (form,) = phone.forms(action=f"/table/{evening.now.table_code}/moves")
    fields = [
        field
        for day, events in enumerate(days, 1)
        for place, (number, *colors) in enumerate(events)
        for field in (
            (f"moves.{day}.events.{place}.number", str(number)),
            *((f"moves.{day}.events.{place}.colors", color) for color in colors),
        )
    ]
    data: dict[str, list[str]] = {}
    for name, value in [*form.hidden, *fields]:
        data.setdefault(name, []).append(value)
    return phone.post(form.action, data)


def schedule(evening: Gathering) -> list[Any]:
    return [row and [(event.number, *event.colors) for event in row] for row in evening.live.table.state.schedule]


def test_every_phone_leads_to_the_rows_until_the_first_line(evening: Gathering, phones: list[Phone]) -> None:
    address = f'href="/table/{evening.now.table_code}/ask/all/schedule"'
    assert all(address in phone.get("/").html for phone in phones)
    evening.tell({"move": "solid", "seat": 0, "color": "red"})
    assert not any(address in phone.get("/").html for phone in phones)


def test_a_guest_enters_some_rows_and_later_the_others(evening: Gathering, phones: list[Phone]) -> None:
    assert rows(evening, phones[1], *ROWS).status_code == 303
    assert schedule(evening)[:3] == [[(3, "red", "blue"), (7, "black")], [(12,), (16, "green")], None]
    assert [row.reporter for row in evening.live.rows] == ["Bo", "Bo"]
    phones[0].get(f"/table/{evening.now.table_code}/ask/all/schedule")
    assert not phones[0].says('name="moves.1.day"')
    assert phones[0].says('name="moves.3.day"')


def test_a_known_card_is_told_by_its_number(evening: Gathering, phones: list[Phone]) -> None:
    assert rows(evening, phones[0], *ROWS).status_code == 303
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    evening.start("final-deathweek")
    assert rows(evening, phones[0], ((3,), (16,)), ((7,), (4,))).status_code == 303
    assert schedule(evening)[:2] == [[(3, "red", "blue"), (16, "green")], [(7, "black"), (4,)]]


def test_a_number_that_several_known_cards_have_is_not_enough(evening: Gathering, phones: list[Phone]) -> None:
    services = evening.services
    for colors in (["red"], ["blue"]):
        card = {"colors": colors, "number": 5}
        services.writer.write(
            lambda db, card=card: decks.remember_card(db, evening.now.group, "final-deathweek", "copy", card)
        )
    answer = rows(evening, phones[0], ((5,), (5, "blue")))
    assert answer.status_code == 422
    assert "Several known cards have 5" in answer.text
    assert evening.live.line == 0
    assert rows(evening, phones[0], ((5, "red"), (5, "blue"))).status_code == 303


def test_a_row_that_is_half_empty_changes_nothing(evening: Gathering, phones: list[Phone]) -> None:
    assert rows(evening, phones[0], ROWS[0], ((12,),)).status_code == 400
    assert evening.live.line == 0


def test_who_only_watches_enters_no_rows(evening: Gathering, phones: list[Phone]) -> None:
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    assert watcher.client.get(f"/table/{evening.now.table_code}/ask/all/schedule").status_code == 403
    data = {"moves.1.move": "schedule", "moves.1.day": "1", "key": "a-key-of-ours", "seen": "0"}
    for place in range(2):
        data |= {f"moves.1.events.{place}.number": "3", f"moves.1.events.{place}.colors": "red"}
    address = f"/table/{evening.now.table_code}/moves"
    assert watcher.post(address, data).status_code == 403
    assert evening.live.line == 0
