"""DEATH Name: what is laid out, and what is done now."""

import pytest

from companion.games.death_name import GAME as death_name
from companion.games.death_name.moves import Decree, Options
from companion.web.text.guides import texts
from tests.support.games.death_name import BOOK, NAMES, chooses, declares, holds, on, quiet, table, writes

TEXTS = texts("death-name", "en")


def laid_out(seats: int, **options: object) -> list[tuple[int, str]]:
    items = death_name.laying_out(seats, Options(**options))  # type: ignore[arg-type]
    return [(item.count, TEXTS.laying_out[item.key]) for item in items]


@pytest.mark.parametrize(("seats", "envelope"), [(4, "silver"), (5, "golden"), (6, "bronze")])
def test_the_envelope_goes_by_the_number_of_players(seats: int, envelope: str) -> None:
    items = laid_out(seats)
    assert [count for count, _ in items] == [4, seats, 1, 4, 3]
    assert envelope in items[2][1]


def test_the_practice_decree_is_laid_out_where_it_is_played() -> None:
    assert len(laid_out(4, practice=True)) == len(laid_out(4)) + 1


@pytest.mark.parametrize(
    ("moves", "options", "words"),
    [
        ([], {}, "decree of round 1"),
        ([], {"practice": True}, "practice decree"),
        ([*quiet(1)], {}, "decree of round 2"),
        ([*quiet(4)], {}, "black back, for round 5"),
        ([Decree(BOOK)], {}, "to the left"),
        ([*quiet(1), Decree(BOOK)], {}, "to the right"),
        ([Decree(BOOK), *writes(*NAMES[:4])], {}, "card that you got"),
        ([Decree(BOOK), *writes(*NAMES[:4]), *declares("ppkk")], {}, "decides again"),
        ([Decree(BOOK), *writes(*NAMES[:4]), *holds(1, 0, 3)], {}, "whose card you hold"),
        ([Decree(BOOK), *writes("花", "Ben", "Cleo", "Dan"), *holds(1, 0, 3, 2)], {"language": "ja"}, "read"),
        ([*quiet(4), Decree(BOOK), *chooses(1, 1, 1)], {}, "still unused"),
    ],
)
def test_each_stage_has_its_sentence(moves: list[object], options: dict[str, object], words: str) -> None:
    phase = death_name.phase(on(table(**options), *moves).state)
    assert phase
    assert words in TEXTS.phases[phase.key] % phase.numbers


def test_nothing_is_done_once_it_is_over() -> None:
    assert death_name.phase(on(table(), *quiet(7)).state) is None
