"""The pages of the rulebook at hand: all that a guide says, with the numbers of its examples, and what is asked for."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from companion.games import GAMES
from companion.games.moves import Refused
from companion.web.text.guides import guided, shown_values, texts
from companion.web.text.rulebook import fits
from tests.support.gathering import Gathering
from tests.support.phone import Phone

TEMPLATES = Path(__file__).parent.parent.parent.parent / "templates"
POINT = re.compile(r'why\(is_linked, slug, "([^"]+)"\)')
GUIDED = guided()


def read(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.text


@pytest.mark.parametrize("slug", GUIDED)
def test_all_of_a_guide_stands_on_its_page(client: FlaskClient, slug: str) -> None:
    html, guide = read(client, f"/rules/{slug}"), texts(slug, "en")
    for step in guide.steps:
        assert escape(step.text) in html
    for entry in guide.entries:
        assert f'id="{entry.key}"' in html
        assert escape(entry.title) in html
        if entry.example:
            assert escape(entry.example.text % shown_values(slug, "en", entry.key)) in html


@pytest.mark.parametrize(("slug", "word"), [("death-over-the-kingdom", "es"), ("final-deathweek", "ja")])
def test_words_of_a_box_are_marked_as_its_language(client: FlaskClient, slug: str, word: str) -> None:
    html = read(client, f"/rules/{slug}")
    originals = [card.original for card in texts(slug, "en").cards if card.original]
    assert originals
    for original in originals:
        assert f'<span class="original" lang="{word}">({original})</span>' in html


def test_words_of_a_box_stand_once_where_its_language_is_read(client: FlaskClient) -> None:
    html = client.get("/rules/final-deathweek", headers={"Accept-Language": "ja"}).text
    assert "<h3" in html and 'class="original"' not in html


def test_a_search_shows_the_entries_in_which_each_word_stands(client: FlaskClient) -> None:
    html = read(client, "/rules/death-name?q=KANJI+order")
    assert 'id="kanji"' in html
    assert 'id="limit"' not in html
    assert "Nothing here speaks of that." in html.split('<p class="none" hidden>')[1]


def test_a_search_that_fits_nothing_says_so(client: FlaskClient) -> None:
    html = read(client, "/rules/death-name?q=%3Cb%3Ebicycle")
    assert '<p class="none">Nothing here speaks of that.</p>' in html
    assert "<b>bicycle" not in html


def test_who_is_at_no_evening_reads_them_too(client: FlaskClient) -> None:
    html = read(client, "/rules/")
    assert all(f'href="/rules/{slug}"' in html for slug in GUIDED)


@pytest.mark.parametrize("slug", ["chess", "..", "coffin-race"])
def test_a_game_without_a_guide_has_no_page(client: FlaskClient, slug: str) -> None:
    assert client.get(f"/rules/{slug}").status_code == 404


def test_nothing_of_a_table_stands_there(app: Flask) -> None:
    evening = Gathering(app)
    phone = evening.come("Wilhelmina")
    evening.seat("Bo", "Cy", "Di")
    before = Phone(app).get("/rules/death-name").html
    evening.start("death-name")
    assert phone.get("/rules/death-name").html == before
    assert "Wilhelmina" not in before


POINTS = [
    (slug, key)
    for slug in GUIDED
    for file in sorted((TEMPLATES / "games" / slug).glob("*.html"))
    for key in POINT.findall(file.read_text("utf-8"))
]


@pytest.mark.parametrize(("slug", "key"), sorted({*POINTS}))
def test_a_point_on_the_screen_leads_to_an_entry_that_is_there(slug: str, key: str) -> None:
    assert key in {entry.key for entry in texts(slug, "en").entries}


def test_every_game_has_points_that_lead_to_its_rules() -> None:
    assert {slug for slug, _ in POINTS} >= {*GUIDED} - {"death-over-the-kingdom"}  # whose points are its faces


def test_points_lead_nowhere_where_links_do_not(app: Flask) -> None:
    evening = Gathering(app)
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start("death-name")
    evening.round("Ida", "Ida", "Cleo", "Dan")
    assert evening.tablet.get("/").says('href="/rules/death-name#penalty"')
    evening.tablet.get("/spectators").tap("/spectators")
    assert "/rules/" not in Phone(app).get(f"/board/{evening.now.spectators[-1].ticket}").html


def test_while_people_sit_down_the_scoreboard_has_the_steps_of_what_they_may_play(evening: Gathering) -> None:
    for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"):
        evening.come(name)
    board = evening.tablet.get("/").html
    assert escape(texts("death-name", "en").steps[0].text) in board
    assert escape(texts("gamushara-gang", "en").steps[0].text) not in board, "that is for five at most"


def test_every_page_beside_the_screens_of_a_game_has_the_rules_over_it(app: Flask) -> None:
    evening = Gathering(app)
    ann, *_ = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start("death-name")
    evening.round("Ida", "Bob", "Cleo", "Dan")
    table = f"/table/{evening.now.table_code}"
    paths = (f"{table}/sheet", f"{table}/sheet/2", f"/history/{evening.live.header.id}")
    for page in (ann.get(path) for path in paths):
        assert page.says('href="/rules/death-name"', '<dialog id="rules"', "js/rules.js"), page.html
    correction = ann.get(f"{table}/sheet/2")
    correction.fill(f"{table}/correct", line="2", how="strike")
    assert correction.says("What would change", 'href="/rules/death-name"', '<dialog id="rules"')


BOOKS = {  # words of the rulebooks that their readers look for
    ("death-name", "en"): "setup, variant, duplicate, theme, silver, fold, original decree",
    ("death-name", "ja"): "準備, 死名札, バリアント, 重複",
    ("death-name", "es"): "preparación, variante, duplicado, tema, plata",
    ("final-deathweek", "en"): "setup, difficulty, colourless, victory points",
    ("final-deathweek", "ja"): "準備, 難易度, カスタマイズ, 開示, VP, ＶＰ, ラウンド, 許容量, クリア",
    ("final-deathweek", "es"): "preparación, preparacion, dificultad, incoloro",
    ("gamushara-gang", "en"): "setup, bathroom, exchange, eliminated, optional rule",
    ("gamushara-gang", "ja"): "準備, 交換, 得点",
    ("gamushara-gang", "es"): "preparación, baño, intercambio, eliminado",
    ("death-wish", "en"): "setup, incubation, eliminated, burial preference",
    ("death-wish", "ja"): "準備, 潜伏, 葬式",
    ("death-wish", "es"): "preparación, incubación, funeral",
    ("death-over-the-kingdom", "en"): "setup, tokens, exchange, fold, eliminated, variant",
    ("death-over-the-kingdom", "ja"): "準備, フォールド, トークン",
    ("death-over-the-kingdom", "es"): "preparación, fichas, plantarse, intercambio, eliminado",
}


@pytest.mark.parametrize(
    ("slug", "language", "word"),
    [(slug, language, word) for (slug, language), words in BOOKS.items() for word in words.split(", ")],
)
def test_a_search_finds_what_the_rulebook_calls_so(client: FlaskClient, slug: str, language: str, word: str) -> None:
    answer = client.get(f"/rules/{slug}", query_string={"q": word}, headers={"Accept-Language": language})
    assert 'class="entry' in answer.text


def test_a_word_of_the_rulebook_leads_to_its_entries_alone(client: FlaskClient) -> None:
    html = read(client, "/rules/gamushara-gang?q=bathroom")
    assert 'id="who-may-lie" data-words="' in html
    assert html.count('class="entry') == 1


def test_a_search_takes_accents_and_wide_letters_for_plain_ones_and_no_kana_for_another() -> None:
    assert fits(["preparación"], "PREPARACION")
    assert fits(["VP"], "ｖｐ")
    assert not fits(["かき"], "がき")


@pytest.mark.parametrize("slug", GUIDED)
def test_what_is_laid_out_stands_there_for_each_number_of_players(client: FlaskClient, slug: str) -> None:
    html, game, guide = read(client, f"/rules/{slug}"), GAMES[slug], texts(slug, "en")
    _, *ways = html.split('name="laid-for" value="')
    assert [int(way.split('"')[0]) for way in ways] == [*game.SEATS]
    assert [" checked>" in way for way in ways] == [way is ways[0] for way in ways]
    for players, way in zip(game.SEATS, ways, strict=True):
        for options in (game.Options(), *game.LAID_OTHERWISE):
            with suppress(Refused):  # not for so many
                game.initial_state(players, options)
                for item in game.laying_out(players, options):
                    assert (
                        f'<b class="n">{item.count or ""}</b><span>{escape(item.sentence(guide.laying_out))}</span>'
                        in way
                    )


@pytest.mark.parametrize("slug", GUIDED)
def test_what_is_laid_out_by_the_book_names_no_setting(client: FlaskClient, slug: str) -> None:
    first = read(client, f"/rules/{slug}").split('<div class="things">')[1]
    assert first.startswith("<ol>")


def test_what_a_setting_changes_stands_below_what_all_lay_out(client: FlaskClient) -> None:
    _, four, *_ = read(client, "/rules/death-name").split('name="laid-for" value="')
    usual, otherwise = four.split('<p class="setting">')
    assert "The silver envelope" in usual and "The practice decree, on top" not in usual
    assert otherwise.startswith("Practice round first: yes</p>") and otherwise.count("<li>") == 1


def test_a_crowd_lays_out_for_the_game_that_goes_with_so_many(client: FlaskClient) -> None:
    _, eight = read(client, "/rules/death-over-the-kingdom").split('name="laid-for" value="8"')
    first = eight.split("</ol>")[0]
    assert "one to each" in first and "three to each" not in first


def test_a_search_shows_the_number_of_players_that_has_it(client: FlaskClient) -> None:
    html = read(client, "/rules/death-name?q=golden")
    assert 'name="laid-for" value="5" checked>' in html
    assert html.count(" checked>") == 1


@pytest.mark.parametrize("language", ["en", "ja", "es"])
@pytest.mark.parametrize("slug", GUIDED)
def test_each_house_setting_says_what_the_book_says_what_else_and_since_when(
    client: FlaskClient, slug: str, language: str
) -> None:
    html = client.get(f"/rules/{slug}", headers={"Accept-Language": language}).text
    for setting in texts(slug, language).settings:
        entry = html.split(f'id="{setting.key}"')[1].split("</div>")[0]
        assert all(escape(said) in entry for said in (setting.book, setting.otherwise, setting.since)), setting.key
        assert '<h3 class="voice"></h3>' not in entry
