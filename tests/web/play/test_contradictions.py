"""Two phones say different things about one question: both see what each said, as far as that is public."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

SECRET = "TNT7f3a9cQ"
SOLID = ("red", "red", "blue")


def tap(evening: Gathering, phone: Phone, seen: int, **move: Any) -> TestResponse:
    data = {"seen": seen, "key": f"key-{id(phone)}-{next(evening.taps)}"} | move
    path = f"/table/{evening.now.table_code}/move"
    return phone.client.post(path, data=data, headers=HERE | {"HX-Request": "true"})


@pytest.fixture
def crowd(evening: Gathering) -> list[Phone]:
    """Three phones at the Kingdom."""
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start("death-over-the-kingdom")
    return phones


def test_two_phones_that_tell_different_winners_see_that_they_differ(evening: Gathering, crowd: list[Phone]) -> None:
    assert tap(evening, crowd[0], 0, move="winners", seats=["2"]).status_code == 200
    answer = tap(evening, crowd[1], 0, move="winners", seats=["1"])
    assert answer.status_code == 409
    assert "Ann has said otherwise" in answer.text
    assert answer.text.index("Cy") < answer.text.index("Bo"), "what was said there, and here"
    assert evening.live.line == 1
    assert crowd[0].get("/").says("Bo has said otherwise", "/sheet/1", ">Understood<")
    assert not crowd[2].get("/").says("has said otherwise")
    (form,) = (one for one in crowd[0].forms(action="/heard"))
    crowd[0].submit(form, form.hidden)
    assert not crowd[0].get("/").says("has said otherwise")


def test_the_same_is_one_line_and_no_contradiction(evening: Gathering, crowd: list[Phone]) -> None:
    assert tap(evening, crowd[0], 0, move="winners", seats=["2"]).status_code == 200
    answer = tap(evening, crowd[1], 0, move="winners", seats=["2"])
    assert answer.status_code == 200
    assert "it counts once" in answer.text
    assert not evening.now.notices


def test_once_the_line_is_corrected_nothing_is_said_of_it(evening: Gathering, crowd: list[Phone]) -> None:
    tap(evening, crowd[0], 0, move="winners", seats=["2"])
    tap(evening, crowd[1], 0, move="winners", seats=["1"])
    back = crowd[0].post(f"/table/{evening.now.table_code}/back", {"line": 1})
    assert back.status_code == 303
    assert not crowd[0].get("/").says("has said otherwise")


# Moves of different kinds


@pytest.fixture
def week(evening: Gathering) -> list[Phone]:
    """Three phones in a week whose solid killers are told."""
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start("final-deathweek")
    evening.tell(*({"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(SOLID)))
    return phones


@pytest.mark.parametrize("second", [{"move": "break"}, {"move": "outcome", "number": 4, "matched": 1}])
def test_two_ways_to_answer_one_question_are_a_contradiction(
    evening: Gathering, week: list[Phone], second: dict[str, Any]
) -> None:
    take = {"move": "take", "seat": 1, "number": 4, "colors": "red"}
    assert tap(evening, week[1], 3, **take).status_code == 200
    answer = tap(evening, evening.tablet, 3, seat=1, **second)
    assert answer.status_code == 409
    assert "Bo has said otherwise" in answer.text
    assert week[1].get("/").says("the host has said otherwise", "and not:", "/sheet/4")


def test_what_somebody_else_does_is_no_contradiction(evening: Gathering, week: list[Phone]) -> None:
    assert tap(evening, week[1], 3, move="take", seat=1, number=4, colors="red").status_code == 200
    assert tap(evening, week[2], 3, move="break", seat=2).status_code == 200
    assert not evening.now.notices


def test_where_an_answer_of_the_other_kind_was_secret_it_is_only_late(evening: Gathering) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    for seat, phone in enumerate(phones):
        assert tap(evening, phone, seat + 1, move="write", seat=seat, name=f"name {seat}").status_code == 200
    assert tap(evening, phones[0], 5, move="declare", seat=0, choice="pass").status_code == 200
    answer = tap(evening, evening.tablet, 5, move="hold", seat=0, card=1)
    assert answer.status_code == 409
    assert "otherwise" not in answer.text
    assert not evening.now.notices


# Several moves from one form


def row(day: int, number: int) -> dict[str, Any]:
    """The row of a day, as the form of the whole week has it."""
    fields: dict[str, Any] = {f"moves.{day}.move": "schedule", f"moves.{day}.day": day}
    for place in range(3):
        event = f"moves.{day}.events.{place}"
        fields |= {f"{event}.number": number + place, f"{event}.colors": "red"}
    return fields


def together(evening: Gathering, phone: Phone, seen: int, **fields: Any) -> TestResponse:
    path, data = f"/table/{evening.now.table_code}/moves", {"seen": seen} | fields
    return phone.client.post(path, data=data, headers=HERE | {"HX-Request": "true"})


def test_what_several_say_together_counts_once_or_contradicts_as_a_tap_does(
    evening: Gathering, week: list[Phone]
) -> None:
    leader = week[evening.live.table.state.leader]
    given = row(1, 4) | row(2, 8)
    assert together(evening, leader, 3, **given).status_code == 200
    again = together(evening, evening.tablet, 3, **given)
    assert again.status_code == 200
    assert "it counts once" in again.text
    assert not evening.now.notices
    other = together(evening, evening.tablet, 3, **(row(1, 4) | row(2, 9)))
    assert other.status_code == 409
    assert "has said otherwise" in other.text
    assert "day 2" in other.text
    assert "day 1" not in other.text
    assert leader.get("/").says("the host has said otherwise", "/sheet/5")
    assert evening.live.line == 5


def test_rows_of_different_days_are_different_questions(evening: Gathering, week: list[Phone]) -> None:
    leader = week[evening.live.table.state.leader]
    assert together(evening, leader, 3, **row(1, 4)).status_code == 200
    assert together(evening, evening.tablet, 3, **row(2, 8)).status_code == 200
    assert evening.live.line == 5


# Of what is secret


@pytest.mark.parametrize("other", [SECRET, "Zed"])
def test_of_what_was_secret_it_is_said_in_the_same_words_whether_both_said_the_same(
    evening: Gathering, other: str
) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert tap(evening, phones[0], 1, move="write", seat=0, name=SECRET).status_code == 200
    answer = tap(evening, evening.tablet, 1, move="write", seat=0, name=other)
    assert answer.status_code == 200
    assert "Ann has reported it already: it counts once." in answer.text
    assert not evening.now.notices


@pytest.mark.parametrize(
    ("first", "second"),
    [({"kept": "false"}, {"kept": "true", "text": SECRET}), ({"kept": "true", "text": SECRET}, {"kept": "false"})],
)
def test_where_one_of_both_was_secret_the_words_are_the_same(
    evening: Gathering, first: dict[str, str], second: dict[str, str]
) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start("death-wish")
    sick = {"move": "contract", "seat": 0, "disease": "Rash", "color": "red", "skulls": 2, "outbreak": "true"}
    assert tap(evening, phones[0], 0, **sick).status_code == 200
    assert tap(evening, phones[0], 1, move="outbreak", seat=0, **first).status_code == 200
    answer = tap(evening, evening.tablet, 1, move="outbreak", seat=0, **second)
    assert answer.status_code == 200
    assert "Ann has reported it already" in answer.text
    assert SECRET not in answer.text
    assert not evening.now.notices
