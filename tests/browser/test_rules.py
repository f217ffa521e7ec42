"""The rulebook at hand in real browsers: over any screen, in nobody's way, and what is laid out fits."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from companion.web.text.guides import texts
from tests.support.browser.evening import NAMES, Evening
from tests.support.effort import drawn, patient

pytestmark = pytest.mark.browser
DRAWN = drawn("rules of a game on all screens", sorted(GAMES))
ENTRY = re.compile(r'class="entry[^"]*" id="([^"]+)"')
KEYS = "entries => entries.map((entry) => entry.id)"


@pytest.mark.drawn("the rules at hand")
def test_half_a_name_stays_while_somebody_reads_the_rules(evening: Evening) -> None:
    host = evening.tablet()
    ann, bo, *_ = [evening.phone(name) for name in NAMES[:4]]
    evening.start(host, drafting="phones")
    bo.decree(0, -1, 1, 0)
    field = ann.form("write").locator("input[name=name]")
    ann.type(field, "Id")
    ann.tap(ann.page.locator("main a[href='/rules/death-name']").first)
    rules = ann.page.locator("#rules")
    expect(rules.get_by_role("heading", name="How to play")).to_be_visible()
    ann.type(rules.locator("input[type=search]"), "kanji")
    expect(rules.locator("#kanji")).to_be_visible()
    expect(rules.locator("#limit")).to_be_hidden()
    bo.write("Bob")
    ann.tap(rules.get_by_role("button", name="Back"))
    expect(rules).to_be_hidden()
    expect(field).to_have_value("Id")


@pytest.mark.drawn("the rules at hand")
def test_a_face_that_is_held_tells_what_it_does_and_reports_nothing(evening: Evening) -> None:
    host = evening.tablet()
    ann, *_ = [evening.phone(name) for name in NAMES[:3]]
    evening.start(host, "death-over-the-kingdom")
    face = ann.page.locator(".faces button[value=monk]")
    expect(face).to_be_visible()
    face.click(delay=patient(900))
    rules = ann.page.locator("#rules")
    expect(rules.locator(".entry:visible")).to_have_count(1)
    expect(rules.locator("#monk")).to_be_visible()
    assert evening.stored().lines[:] == ()


@pytest.mark.drawn("the rules at hand")
def test_a_character_that_is_tapped_on_the_scoreboard_is_told_of_once_and_then_tells(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[:3]:
        evening.phone(name)
    evening.start(tablet, "gamushara-gang")
    tile = tablet.page.locator(".moment .gang-tile").nth(8)
    tablet.tap(tile)
    entry = tablet.page.locator("#rules .entry:visible")
    expect(entry).to_have_count(1)
    tablet.tap(entry.locator("summary"))
    tablet.type(entry.locator("input[name=effect]"), "Wake one who hides")
    entry.get_by_role("button").click()
    expect(tablet.page.locator("#characters-8")).to_contain_text("Wake one who hides")
    tablet.look("the cards of a table")
    tablet.page.goto(tablet.url)
    tablet.tap(tile)
    expect(entry).to_contain_text("Wake one who hides")
    assert evening.stored().lines[:] == ()


@pytest.mark.drawn("the rules at hand")
def test_while_people_sit_down_the_scoreboard_shows_a_step_at_a_time(evening: Evening) -> None:
    tablet = evening.tablet()
    evening.phone(NAMES[0])
    steps = tablet.page.locator(".tips .now")
    expect(steps).to_have_count(1)
    tablet.look("a step of how to play")


@pytest.mark.parametrize("slug", DRAWN)
def test_what_is_laid_out_fits_and_is_ticked_off_together(evening: Evening, slug: str) -> None:
    tablet = evening.tablet()
    ann, bo, *_ = [evening.phone(name) for name in NAMES[:4]]
    evening.start(tablet, slug)
    ann.tap(ann.page.locator(".laying li button").first)
    for device in (tablet, ann, bo):
        expect(device.page.locator(".laying [aria-pressed=true]")).to_have_count(1)
    tablet.look_at_board("laying out")
    ann.look("laying out")
    bo.tap(bo.page.get_by_role("button", name="All laid out"))
    for device in (tablet, ann, bo):
        expect(device.page.locator(".laying")).to_have_count(0)
    tablet.look_at_board("laid out")


@pytest.mark.parametrize("language", ["en", "ja", "es"])
@pytest.mark.parametrize("slug", DRAWN)
def test_the_rules_of_a_game_are_one_page_of_paper(evening: Evening, slug: str, language: str) -> None:
    page = evening.device("outside", "tablet", locale=language).page
    page.goto(f"{evening.server.url}/rules/{slug}")
    (pages,) = {int(count) for count in re.findall(rb"/Type /Pages.*?/Count (\d+)", page.pdf(format="A4"), re.S)}
    assert pages == 1


@pytest.mark.parametrize("slug", DRAWN)
def test_what_is_typed_finds_what_the_server_finds(evening: Evening, slug: str) -> None:
    page = evening.device("outside", "tablet", locale="es").page
    page.goto(f"{evening.server.url}/rules/{slug}")
    for asked in [*texts(slug, "es").words, "preparacion", "UNO", "ｕｎｏ", "bicicleta"]:
        of_server = ENTRY.findall(
            page.request.get(f"{page.url}?q={quote(asked)}", headers={"Accept-Language": "es"}).text()
        )
        page.locator("input[type=search]").fill(asked)
        assert page.locator(".rules .entry:visible").evaluate_all(KEYS) == of_server, asked
        assert page.locator(".none").is_visible() == (not of_server)


@pytest.mark.parametrize("script", [True, False])
def test_what_is_laid_out_is_shown_for_the_number_that_is_tapped(evening: Evening, script: bool) -> None:
    device = evening.device("outside", "phone", script=script)
    device.page.goto(f"{evening.server.url}/rules/death-name")
    chapter = device.page.locator("#laying-out")
    expect(chapter.locator(".things:visible")).to_have_count(1)
    expect(chapter.get_by_text("The silver envelope")).to_be_visible()
    chapter.locator("label", has_text="6").click()
    expect(chapter.locator(".things:visible")).to_have_count(1)
    expect(chapter.get_by_text("The bronze envelope")).to_be_visible()


@pytest.mark.drawn("the rules at hand")
def test_in_the_dialog_a_word_of_the_book_leads_to_the_number_that_has_it(evening: Evening) -> None:
    host = evening.tablet()
    ann, *_ = [evening.phone(name) for name in NAMES[:4]]
    evening.start(host, drafting="phones")
    ann.tap(ann.page.locator("main a[href='/rules/death-name']").first)
    rules = ann.page.locator("#rules")
    ann.type(rules.locator("input[type=search]"), "golden")
    expect(rules.get_by_text("The golden envelope")).to_be_visible()
    expect(rules.locator("#laying-out input:checked")).to_have_value("5")
    ann.type(rules.locator("input[type=search]"), "setup")
    expect(rules.locator(".entry:visible")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "ja", "es"])
@pytest.mark.parametrize("slug", DRAWN)
def test_the_rules_of_a_game_fit_in_each_language(evening: Evening, slug: str, language: str) -> None:
    device = evening.device("outside", "phone", locale=language)
    device.page.goto(f"{evening.server.url}/rules/{slug}")
    device.look(f"rules {language}")
