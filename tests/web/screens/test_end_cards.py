"""The cards at the end of a game: files of their own, for the seats for which it has ended."""

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from companion.games.moves import Stop
from companion.table.fold import append
from docs import words
from tests.support.effort import one_of
from tests.support.end_cards import cards, whole_game
from tests.support.games.random_play import played
from tests.support.gathering import Gathering
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
def test_from_the_end_of_each_game_all_its_cards_are_printed_on_its_page(slug: str) -> None:
    table = whole_game(slug, 1)
    with app_of_its_own() as app:
        phone = open_state(app, State("over", table, 0)).viewer
        (address,) = set(re.findall(r'<a class="button noprint" href="([^"]+)#cards">', phone.get("/").html))
        page = phone.get(address).html
    assert 'href="#cards">All cards, to print' in page
    cards = page.partition('<section class="endcards" id="cards"')[2].partition("</section>")[0]
    assert cards.count('<figure class="endcard') == len(table.seats)


def test_a_card_whose_line_was_taken_back_is_nothing_to_the_screen_that_still_asks_for_it(evening: Gathering) -> None:
    for name in ("Ann", "Bo"):
        evening.come(name)
    evening.set_up("death-wish", option_target="1", option_first="0")
    evening.tell({"move": "contract", "seat": 0, "disease": "Boredom", "color": "red", "skulls": 1})
    client = evening.tablet.client
    asked = re.findall(r'<img src="([^"]+/end-card/[^"]+)"', evening.tablet.get("/").html)
    assert len(asked) == 2
    assert {client.get(address).mimetype for address in asked} == {"image/svg+xml"}
    evening.tablet.post(f"/table/{evening.now.table_code}/back", {"line": str(evening.live.line)})
    assert [(answer.status_code, answer.data) for answer in map(client.get, asked)] == [(204, b"")] * 2
    assert client.get(re.sub(r"/end-card/\d+", "/end-card/2", asked[0])).status_code == 404


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


def test_a_certificate_tells_in_one_line_what_was_passed_on_to_several() -> None:
    table = whole_game("death-wish", 7)
    given = [one for one in table.game.highlights(table.state) if one.what == "passed-on"]
    times = Counter(one.seat for one in given)
    assert max(times.values()) > 1
    for seat, svg in enumerate(cards(table, "en")):
        description = ElementTree.fromstring(svg)[1].text or ""
        sums = [sum(one.amount for one in given if one.seat == seat)] if seat in times else []
        assert re.findall(r"Skulls passed on: (\d+)", description) == [*map(str, sums)]
