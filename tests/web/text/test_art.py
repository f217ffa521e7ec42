"""Drawings of games: every one that is needed, none twice, and small."""

import re
from gzip import compress
from pathlib import Path

import pytest

from companion.games.death_over_the_kingdom import moves as court
from companion.games.gamushara_gang import GAME as GANG
from companion.games.gamushara_gang.moves import CHARACTERS
from companion.paths import resources
from companion.table.fold import append, open_table
from companion.web.text.art import figures
from tests.support.games.random_play import CAST, move, options_for
from tests.support.own_app import app_of_its_own
from tests.support.states.opened import open_state
from tests.support.states.state import State

BUDGET = 9_000  # bytes of a file in gzip
OUTLINE = re.compile(r' d="([^"]+)"')
USED = re.compile(r'<use href="#([\w-]+)"')


@pytest.mark.parametrize("path", sorted((resources("static") / "art").glob("*.svg")), ids=lambda path: path.stem)
def test_a_file_of_drawings_is_small_and_draws_nothing_twice(path: Path) -> None:
    assert len(compress(path.read_bytes(), mtime=0)) <= BUDGET
    outlines = [outline for figure in figures(path.stem).values() for outline in OUTLINE.findall(figure.shapes)]
    assert len({*outlines}) == len(outlines)


def test_each_character_of_the_line_up_has_a_figure() -> None:
    assert figures("gamushara-gang").keys() == {*CHARACTERS, "nobody"}


def test_each_character_of_the_court_has_a_device() -> None:
    assert figures("death-over-the-kingdom").keys() == {*court.CHARACTERS, "coronet"}


def test_a_character_keeps_its_figure_under_every_name_and_status() -> None:
    names = ["Risa", "14", "1", *(f"{number} of them" for number in range(4, 15))]
    table = open_table(GANG, CAST[:3], options_for(GANG, {"characters": names}))
    for seat, name in ((1, "14"), (2, "1")):
        table = append(table, move(GANG, {"move": "nominate", "seat": seat, "character": name}))
    table = append(table, move(GANG, {"move": "execute", "character": "1", "cause": "meeting"}))
    with app_of_its_own() as app:
        html = open_state(app, State("a line-up", table, None)).tablet.get("/").html
    wall = html[html.index('<ul class="gang-grid"') :]
    wall = wall[: wall.index("</ul>")]
    assert USED.findall(wall) == [
        "a1", "h2", "e3", *(f"a{number}" for number in range(4, 15))
    ]  # fmt: skip
    assert all(len(re.findall(f'<(?:symbol|g) id="{name}"', html)) == 1 for name in USED.findall(wall))
