"""The cards at the end of a game as a browser draws them: nothing of a text leaves them, and they become pictures."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from docs import words
from tests.support.browser.evening import NAMES, Device, Evening
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


# How many colours the picture that is shown has: one that is blank has one.
COLOURS = """async () => {
    const image = document.querySelector('dialog.picture img');
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return [canvas.width, canvas.height, new Set(new Uint32Array(data.buffer)).size];
}"""
SHARES = """(fails) => {
    document.body.dataset.shared = '';
    navigator.canShare = () => true;
    navigator.share = async ({ files: [{ name, type }] }) => {
        document.body.dataset.shared = `${name} ${type}`;
        throw new DOMException('', fails);
    };
}"""


def at_a_card(evening: Evening) -> Device:
    """The host's tablet on the page of a game that has ended."""
    tablet = evening.tablet()
    game = {"game": "death-wish", "seats": NAMES[:3], "options": {"target": 1, "first": 1}}
    program = evening.server.program()
    table = program.call("POST", "/api/tables", body=game).json
    line = {"move": "contract", "seat": 1, "disease": "Boredom", "color": "red", "skulls": 1, "key": "a-key-of-tests"}
    assert program.call("POST", f"/api/tables/{table['table']}/moves", table["host_key"], line).status == 201
    tablet.page.goto(f"{tablet.url}/history/")
    tablet.page.locator("li > a[href^='/history/']:has(b.voice)").first.click()
    expect(tablet.page.locator(".endcards .endcard")).to_have_count(3)
    return tablet


def test_a_card_is_kept_as_a_picture_of_its_size(evening: Evening) -> None:
    tablet = at_a_card(evening)
    tablet.page.get_by_role("button", name="Save as a picture").nth(1).click()
    dialog = tablet.page.get_by_role("dialog", name=f"death-wish, {NAMES[1]}.png")
    expect(dialog).to_be_visible()
    wide, high, colours = tablet.page.evaluate(COLOURS)
    assert (wide, high) == (1080, 1350)
    assert colours > 50
    expect(dialog.get_by_role("link", name="Download")).to_have_attribute("download", f"death-wish, {NAMES[1]}.png")
    tablet.look("a picture to keep")
    dialog.get_by_role("button", name="Back").click()
    expect(dialog).to_have_count(0)


def test_a_card_is_shared_where_the_browser_can(evening: Evening) -> None:
    tablet = at_a_card(evening)
    button = tablet.page.get_by_role("button", name="Save as a picture").first
    for fails, dialogs in (("AbortError", 0), ("NotAllowedError", 1)):
        tablet.page.evaluate(SHARES, fails)
        button.click()
        expect(tablet.page.locator("body")).to_have_attribute("data-shared", f"death-wish, {NAMES[0]}.png image/png")
        expect(button).to_be_enabled()
        expect(tablet.page.locator("dialog.picture")).to_have_count(dialogs)


def test_a_picture_that_cannot_be_made_is_told(evening: Evening) -> None:
    tablet = at_a_card(evening)
    tablet.page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (done) => done(null); }")
    tablet.page.get_by_role("button", name="Save as a picture").first.click()
    expect(tablet.page.get_by_role("button", name="This browser makes no picture of it.")).to_be_enabled()
