"""Death Over The Kingdom without scripts: whether a round is told by who it hit, or by faces, comes first."""

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    return [evening.come(name) for name in NAMES]


def start(evening: Gathering, mode: str, **habits: str) -> None:
    """The host begins a game, and says how rounds are told."""
    manner = {f"habit_{name}": value for name, value in habits.items()}
    evening.set_up("death-over-the-kingdom", option_mode=mode, **manner)


def first_asked(phone: Phone) -> str | None:
    """What the first form of a page asks that reports a move."""
    return next((form.ask for form in phone.get("/").forms() if form.ask), None)


def has_open(tablet: Phone, fold: str) -> bool:
    tags = [text.split(">", 1)[0] for text in tablet.get("/").html.split("<details")[1:]]
    return any(f'id="{fold}"' in tag and "open" in tag.split() for tag in tags)


@pytest.mark.parametrize("mode", ["crowd", "last-standing"])
def test_who_lost_comes_first_in_a_crowd_until_a_face_is_reported(
    evening: Gathering, phones: list[Phone], mode: str
) -> None:
    start(evening, mode)
    assert [first_asked(phone) for phone in phones] == ["losers"] * 3
    assert "card" in [form.ask for form in phones[1].forms()], "the faces wait below"
    evening.tell({"move": "losers", "seats": [2]})
    assert first_asked(phones[1]) == "losers"
    evening.tell({"move": "card", "seat": 0, "character": "king"})
    assert first_asked(phones[1]) == "card"
    evening.tell(*({"move": "card", "seat": seat, "character": "thief"} for seat in (1, 2)))
    assert first_asked(phones[1]) == "card", "the next round too"


def test_one_round_is_two_fields_of_one_form(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "crowd")
    (losers,) = (form for form in evening.tablet.get("/").forms() if form.ask == "losers")
    evening.tablet.submit(losers, [*losers.hidden, ("seats", "1")])
    assert evening.live.table.standing.totals == (0, 1, 0)
    assert evening.tablet.says("A point for Bo.")
    assert phones[1].get("/").says("takes a point")


def test_the_house_may_like_it_otherwise_and_is_remembered(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "crowd", losers="faces", winners="names")
    assert first_asked(phones[0]) == "card"
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    page = evening.tablet.get("/").html
    assert 'name="habit.losers" value="faces" checked' in page
    assert 'name="habit.winners" value="names" checked' in page
    start(evening, "classic", losers="faces", winners="names")
    assert first_asked(phones[0]) == "winners"


def test_on_the_scoreboard_it_is_open_and_no_drawer_of_a_seat_is(evening: Gathering) -> None:
    for name in NAMES:
        evening.app.extensions["services"].evenings.sit(evening.now, None, name)
    start(evening, "crowd")
    assert has_open(evening.tablet, "told")
    assert not has_open(evening.tablet, "for-1")
    evening.tell({"move": "card", "seat": 0, "character": "king"})
    assert not has_open(evening.tablet, "told")
    assert has_open(evening.tablet, "for-1")
