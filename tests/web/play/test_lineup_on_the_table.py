"""The gang without scripts, where its line-up stays on the table: execute, whose role it was, next."""

import re

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "Cy", "Di")
ANN, BO = 0, 1
SHOWN = re.compile(r"gang-tile (\w+)")


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    return [evening.come(name) for name in NAMES]


def start(evening: Gathering, lineup: str) -> None:
    """The host begins a game, and says where the line-up is kept."""
    evening.set_up("gamushara-gang", habit_lineup=lineup)


def asked(phone: Phone) -> set[str | None]:
    return {form.ask for form in phone.get("/").forms() if form.ask}


def tap(phone: Phone, move: str, *buttons: tuple[str, str]) -> None:
    form = next(form for form in phone.get("/").forms() if form.ask == move and {*buttons} <= {*form.buttons})
    phone.submit(form, [*form.hidden, *buttons])


def test_who_is_no_turn_player_names_nobody_and_nobody_is_waited_for(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "table")
    assert not asked(phones[BO]) & {"nominate", "exchange", "add", "flip", "execute"}
    assert "execute" in asked(phones[ANN])
    assert not asked(phones[ANN]) & {"nominate", "flip"}
    assert evening.tablet.get("/").says("Ann executes one.", "The line-up stays on the table.")
    assert not evening.tablet.says("Still to name one")


def test_a_turn_is_execute_whose_and_next(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "table")
    tap(phones[ANN], "execute", ("character", "3"))
    tap(phones[BO], "out", ("spy", "false"))
    tap(phones[ANN], "turn")
    state = evening.live.table.state
    assert (state.turn, state.player, state.out) == (2, 2, (BO,))


def test_neither_active_nor_hiding_is_shown_whatever_was_reported(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "table")
    evening.tell({"move": "flip", "character": "5", "to": "hiding"}, {"move": "nominate", "seat": BO, "character": "6"})
    evening.tell({"move": "execute", "character": "7", "cause": "effect"})
    for screen in (evening.tablet, *phones):
        shown = SHOWN.findall(screen.get("/").html)
        assert {*shown} <= {"active", "executed"}
        assert not screen.says("<small>active</small>")
        assert not screen.says("<small>hiding</small>")
    assert SHOWN.findall(evening.tablet.html).count("executed") == 1


def test_when_too_few_are_left_it_is_asked_who_is_out(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "table")
    for n in range(1, 15):
        if not evening.live.table.state.pressing:
            assert not evening.tablet.get("/").says("Too few are left")
            evening.tell({"move": "execute", "character": str(n), "cause": "effect"})
    assert evening.tablet.get("/").says("Too few are left", "One of these is out")


def test_it_is_remembered_and_otherwise_as_ever(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, "table")
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    assert evening.tablet.get("/").says('name="habit.lineup" value="table" checked')
    start(evening, "here")
    assert "nominate" in asked(phones[BO])
    assert evening.tablet.get("/").says("Still to name one", "<small>active</small>")
