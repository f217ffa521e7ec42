"""The cards at the end of a game: files of their own, for the seats for which it has ended."""

import random
import re
from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from companion.games.moves import Stop
from companion.table.fold import append
from docs import words
from tests.support.effort import one_of
from tests.support.end_cards import cards, whole_game
from tests.support.games.random_play import played
from tests.support.own_app import app_of_its_own
from tests.support.states.games import open_game
from tests.support.states.opened import open_state
from tests.support.states.state import State

TEXT = "{http://www.w3.org/2000/svg}text"
OUTSIDE = re.compile(r"""(?<![\w-])(?:href|src|class|style|id)=|url\(|<(?:image|use|foreignObject|script|style|a)\b""")


@pytest.mark.parametrize("crowd", range(4))
@pytest.mark.parametrize("slug", GAMES)
def test_a_card_is_a_file_of_its_own_and_says_whose_it_is(slug: str, crowd: int) -> None:
    table = whole_game(slug, crowd)
    drawn = list(cards(table, one_of(f"{slug} {crowd}", words.languages())))
    assert len(drawn) == len(table.seats)
    for name, svg in zip(table.seats, drawn, strict=True):
        assert not OUTSIDE.search(svg)
        picture = ElementTree.fromstring(svg)
        title, told = picture[0].text or "", picture[1].text or ""
        assert name in title
        assert name in told
        written = "".join(text.text or "" for text in picture.iter(TEXT))
        assert "".join(name.split()) in "".join(written.split())


@pytest.mark.parametrize("slug", GAMES)
def test_nobody_has_a_card_of_a_game_that_was_broken_off(slug: str) -> None:
    rng = random.Random(slug)
    opened, _ = open_game(rng, GAMES[slug], 1)
    tables = [opened, *played(rng, opened, optional=0)]
    going_on = [table for table in tables if not table.game.standing(table.state).over]
    assert not list(cards(append(going_on[-1], Stop()), "en"))


@pytest.mark.parametrize("slug", GAMES)
def test_the_scoreboard_ends_in_the_cards_of_all_the_winners_first(slug: str) -> None:
    table = whole_game(slug, 1)
    before = table.game.standing(table.state).winners
    with app_of_its_own() as app:
        html = open_state(app, State("over", table, None)).tablet.get("/").html
    shown = re.findall(r'<figure class="endcard( won)?">', html)
    assert len(shown) == len(table.seats)
    assert shown == sorted(shown, reverse=True)
    assert sum(map(bool, shown)) == len(before)
    assert '<details class="numbers at-last">' in html
