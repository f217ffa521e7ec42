"""The cards at the end of a game as a browser draws them: nothing of a text leaves them, and they become pictures."""

import re

import pytest
from playwright.sync_api import Page

from companion.games import GAMES
from docs import words
from tests.support.effort import one_of
from tests.support.end_cards import cards, whole_game

pytestmark = pytest.mark.browser
# The texts of each card that reach beyond its edge, or nearer to it than 1 % of its width.
BEYOND = """() => [...document.querySelectorAll('svg[role]')].flatMap((card) => {
    const edge = card.getBoundingClientRect(), near = edge.width / 100;
    return [...card.querySelectorAll('text')].filter((text) => text.textContent.trim()).filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < edge.left + near || box.right > edge.right - near
            || box.top < edge.top || box.bottom > edge.bottom;
    }).map((text) => text.textContent);
})"""
TEXTS = "() => document.querySelectorAll('svg[role] text').length"


@pytest.mark.parametrize("crowd", range(4))
@pytest.mark.parametrize("slug", GAMES)
def test_no_text_leaves_its_card(page: Page, slug: str, crowd: int) -> None:
    drawn = list(cards(whole_game(slug, crowd), one_of(f"{slug} {crowd} beyond", words.languages())))
    page.set_content("".join(drawn))
    assert page.evaluate(TEXTS) >= 3 * len(drawn)
    assert page.evaluate(BEYOND) == []


def test_a_text_beyond_the_edge_would_be_found(page: Page) -> None:
    card = next(iter(cards(whole_game("death-name", 0), "en")))
    page.set_content(re.sub(r'<text x="\d+', '<text x="1070', card, count=1))
    assert len(page.evaluate(BEYOND)) == 1
