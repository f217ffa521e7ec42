"""Which language is spoken, and that it is spoken outside of requests, too."""

from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from flask import Flask
from markupsafe import Markup

from companion.web.screens.private import SharedPhone
from companion.web.text.drawn import rendered
from companion.web.text.formatting import day
from companion.web.text.languages import Languages, Speaking, gettext, spoken
from companion.web.text.sentences import counted, isolated, joined, sentence
from companion.web.text.words import kept, settings, words_of

SENTENCES: dict[str, dict[str | tuple[str, str], str | tuple[str, ...]]] = {
    "de": {
        "Noted.": "Notiert.",
        "For %(name)s": "Für %(name)s",
        "Points": "Punkte",
        "half of 100%%": "die Hälfte von 100 %%",
    },
    "ja": {
        "Noted.": "記録しました。",
        "%(first)s, %(next)s": "%(first)s、%(next)s",
        ("One card.", "%(num)s cards."): ("%(num)s枚。",),
    },
}


@pytest.fixture
def translations(tmp_path: Path) -> Path:
    for name, sentences in SENTENCES.items():
        catalogue = Catalog(locale=name, fuzzy=False)
        for message, text in sentences.items():
            catalogue.add(message, text)
        file = tmp_path / "words" / name / "LC_MESSAGES" / "messages.po"
        file.parent.mkdir(parents=True)
        with file.open("wb") as to:
            write_po(to, catalogue)
    return tmp_path / "words"


@pytest.fixture
def languages(app: Flask) -> Languages:
    its_languages: Languages = app.extensions["languages"]
    return its_languages


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("de", "de"),
        ("de-AT, ja;q=0.5", "de_AT"),
        ("de-DE", "de"),
        ("en-GB", "en_GB"),
        ("fr-CH, en;q=0.5", "en_CH"),
        ("en-US, en-GB;q=0.9", "en"),
        ("en-XX", "en"),
        ("ja-Jpan-GB", "ja"),
        ("fr, ja;q=0.5, de;q=0.4", "ja"),
        ("DE", "de"),
        ("fr", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_a_page_is_in_the_first_language_that_somebody_reads_and_the_app_speaks(
    app: Flask, header: str, name: str
) -> None:
    with app.test_request_context("/", headers={"Accept-Language": header}):
        assert str(spoken()) == name


def test_who_says_nothing_reads_english(app: Flask) -> None:
    with app.test_request_context("/"):
        assert gettext("Noted.") == "Noted."


def test_a_language_is_spoken_without_a_request(languages: Languages) -> None:
    covered = SharedPhone(people=(), holder=None, is_covered=False)
    with Speaking(languages.language("de")):
        assert gettext("Noted.") == "Notiert."
        assert gettext("For %(name)s", name="<b>") == "Für <b>"
        assert 'class="hands-row"' in rendered(covered)
        with Speaking(languages.language("ja")):
            assert gettext("Noted.") == "記録しました。"
        assert gettext("Noted.") == "Notiert."
    with pytest.raises(RuntimeError):
        spoken()


def test_a_language_that_is_named_goes_before_that_of_the_request(app: Flask, languages: Languages) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "de"}):
        with Speaking(languages.language("ja")):
            assert gettext("Noted.") == "記録しました。"
        assert gettext("Noted.") == "Notiert."


def test_what_stands_in_a_sentence_of_a_template_is_escaped(languages: Languages) -> None:
    with Speaking(languages.language("de")):
        assert sentence("For %(name)s", name="<b>") == Markup("Für &lt;b&gt;")
        assert sentence("For %(name)s", name=Markup("<b>")) == Markup("Für <b>")
        assert sentence("Noted.") == sentence("Noted.") == Markup("Notiert.")
        assert sentence("half of 100%%") == Markup("die Hälfte von 100 %")


@pytest.mark.parametrize(
    ("name", "row"), [("en", "<b>, &lt;i&gt;, <bdi>&amp;</bdi>"), ("ja", "<b>、&lt;i&gt;、<bdi>&amp;</bdi>")]
)
def test_a_list_is_separated_as_the_language_does_it(languages: Languages, name: str, row: str) -> None:
    with Speaking(languages.language(name)):
        assert joined([Markup("<b>"), "<i>", isolated("&")]) == Markup(row)
        assert (joined(["<"]), joined([])) == (Markup("&lt;"), Markup(""))


def test_what_a_macro_makes_is_kept_for_each_language_and_each_kind_of_value(languages: Languages) -> None:
    calls: list[object] = []

    def called(value: object) -> Markup:
        calls.append(value)
        return sentence("For %(name)s", name=value)

    macro = kept(called)
    with Speaking(languages.language("de")):
        assert [macro(value) for value in (1, "1", True, 1)] == ["Für 1", "Für 1", "Für True", "Für 1"]
    with Speaking(languages.language("en")):
        assert [macro("<"), macro("<"), macro(Markup("<"))] == ["For &lt;", "For &lt;", "For <"]
    assert calls == [1, "1", True, "<", Markup("<")]


def test_a_game_says_a_word_in_the_language_that_is_spoken(languages: Languages) -> None:
    for name, points in (("de", "Punkte"), ("en", "Points"), ("de", "Punkte")):
        with Speaking(languages.language(name)):
            assert words_of("death-name").track("points") == points
            assert words_of("nobody").track("kill_points") == "Kill points"
            assert settings("nobody", '{"names": ["Tom & Jo", "<b>"]}').endswith("Tom & jo, <b>"), "no HTML"


@pytest.mark.parametrize(("name", "one", "two"), [("en", "One card.", "2 cards."), ("ja", "1枚。", "2枚。")])
def test_a_number_chooses_the_sentence_by_the_rules_of_the_language(
    languages: Languages, name: str, one: str, two: str
) -> None:
    with Speaking(languages.language(name)):
        assert [counted("One card.", "%(num)s cards.", n) for n in (1, 2)] == [one, two]


def test_what_is_not_translated_is_english(tmp_path: Path, languages: Languages) -> None:
    with Speaking(languages.language("de")):
        assert [counted("One card.", "%(num)s cards.", n) for n in (1, 2)] == ["One card.", "2 cards."]
        assert gettext("Taken back.") == "Taken back."


def test_a_region_has_dates_of_its_own_and_the_sentences_of_its_language(languages: Languages) -> None:
    days = []
    for name in ("de", "de_AT", "en", "en_GB"):
        with Speaking(languages.language(name)):
            days.append((gettext("Noted."), day(date(2026, 1, 2))))
    assert days == [
        ("Notiert.", "Freitag, 2. Januar 2026"),
        ("Notiert.", "Freitag, 2. Jänner 2026"),
        ("Noted.", "Friday, January 2, 2026"),
        ("Noted.", "Friday, 2 January 2026"),
    ]


def test_a_language_that_is_not_spoken_is_no_language(languages: Languages) -> None:
    assert languages.names == ["de", "en", "ja"]
    with pytest.raises(KeyError):
        languages.language("fr")


@pytest.mark.parametrize(
    ("name", "many"), [("en", "12,345 cards."), ("de", "12.345 cards."), ("en_DE", "12.345 cards.")]
)
def test_a_large_number_in_a_sentence_is_grouped(languages: Languages, name: str, many: str) -> None:
    with Speaking(languages.language(name)):
        assert [counted("One card.", "%(num)s cards.", n) for n in (999, 12345)] == ["999 cards.", many]
