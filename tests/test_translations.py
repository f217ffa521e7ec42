"""What people read on screen is in the catalogue, and nowhere else."""

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from jinja2 import Environment, nodes
from markupsafe import Markup
from msgspec.structs import fields

from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.text.guides import guided, texts
from docs import words
from tests.support import pseudo_language

TOP = Path(__file__).parent.parent
TEMPLATES = sorted((TOP / "templates").rglob("*.html"))
SPOKEN = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]*)"')
TAG = re.compile(r"<[^>]*>", re.S)
SENTENCES = {"_", "ngettext"}
PARTS = re.compile(r"%\(\w+\).|%.|<[^>]*>")
NUMBER = "%(num)s"
LETTERS = re.compile(r"[^\W\d_]{2,}")
QUOTED = re.compile("“([^”]+)”")


def literals(source: str) -> list[str]:
    """What a template says besides its expressions: text between tags, and attributes that are read aloud."""
    lexed = Environment().lex(source)
    plain = "".join(token if kind == "data" else "\x00" for _, kind, token in lexed)
    text = Markup(TAG.sub(" ", plain)).unescape()
    said = [*SPOKEN.findall(plain), text]
    return [found for one in said for found in LETTERS.findall(one)]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(TOP / "templates")))
def test_no_word_stands_in_a_template_outside_the_catalogue(template: Path) -> None:
    assert literals(template.read_text("utf-8")) == []


def test_a_word_outside_the_catalogue_would_be_found() -> None:
    assert literals('<p title="Why">{{ _("Yes") }} No</p>') == ["Why", "No"]


def imported(tree: nodes.Template) -> Iterator[str]:
    """The templates whose macros this one uses without its own context: they are run once, in any language."""
    for node in tree.find_all((nodes.Import, nodes.FromImport)):
        if isinstance(node, nodes.Import | nodes.FromImport) and not node.with_context:
            yield node.template.as_const()


def set_at_the_top(tree: nodes.Template) -> Iterator[str]:
    """What a template sets at its top to something that has a sentence in it."""
    for node in tree.body:
        if isinstance(node, nodes.Assign) and any(name.name in SENTENCES for name in node.node.find_all(nodes.Name)):
            yield from (name.name for name in node.find_all(nodes.Name) if name.ctx == "store")


def test_no_sentence_is_kept_in_the_language_of_who_came_first() -> None:
    trees = {
        str(file.relative_to(TOP / "templates")): Environment().parse(file.read_text("utf-8")) for file in TEMPLATES
    }
    once = {name for tree in trees.values() for name in imported(tree)} | {name for name in trees if "words" in name}
    assert len(once) > 15
    assert [(name, kept) for name in sorted(once) for kept in set_at_the_top(trees[name])] == []


def test_a_sentence_that_is_kept_would_be_found() -> None:
    tree = Environment().parse('{% set KEPT = {"a": _("A")} %}{% set PLAIN = 1 %}{% import "b" as b %}')
    assert (list(set_at_the_top(tree)), list(imported(tree))) == (["KEPT"], ["b"])


@pytest.mark.parametrize("language", words.catalogues())
def test_a_catalogue_has_every_sentence_and_no_other(language: str) -> None:
    collected, kept = ({m.id for m in catalogue if m.id} for catalogue in (words.collected(), words.kept(language)))
    assert kept == collected, "run: python -m docs.words"


@pytest.mark.parametrize("language", words.catalogues())
def test_a_catalogue_leaves_no_sentence_in_english(language: str) -> None:
    assert words.missing(words.kept(language)) == []


def faults(message: Message) -> list[str]:
    """What a translation of a message has that its sentence has not, or lacks; nothing where there is none yet."""
    sentences = [message.id] if isinstance(message.id, str) else list(message.id)
    forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
    wanted = parts(sentences[-1])
    return [
        form
        for form in forms
        if form
        and (parts(form) | {NUMBER} != wanted | {NUMBER} or form != form.strip() or (NUMBER in parts(form) - wanted))
    ]


def parts(sentence: str) -> set[str]:
    """The placeholders, tags and percent signs of a sentence."""
    return set(PARTS.findall(sentence))


@pytest.mark.parametrize("language", words.catalogues())
def test_a_translation_has_the_placeholders_and_tags_of_its_sentence(language: str) -> None:
    assert [(message.id, fault) for message in words.kept(language) if message.id for fault in faults(message)] == []


@pytest.mark.parametrize(
    ("sentence", "translation"),
    [
        ("For %(name)s", "Für"),
        ("For %(name)s", "Für %(Name)s"),
        ("For %(name)s", "Für %(name)s "),
        ("For %(name)s", "Für %(name)d"),
        ("For %(name)s", "Für <b>%(name)s</b>"),
        ("Half", "%(num)s"),
        (("%(name)s: a card", "%(name)s: %(num)s cards"), ("Karte", "%(name)s: %(num)s Karten")),
    ],
)
def test_a_translation_with_other_places_would_be_noticed(
    sentence: str | tuple[str, ...], translation: str | tuple[str, ...]
) -> None:
    assert faults(Message(sentence, translation))


def test_a_form_for_one_need_not_have_the_number() -> None:
    assert faults(Message(("%(num)s card", "%(num)s cards"), ("eine Karte", "%(num)s Karten"))) == []
    assert faults(Message("50%% of <b>%(name)s</b>", "<b>%(name)s</b>: 50%%")) == []


def misquotes(catalogue: Catalog, more: Iterable[tuple[str, str]] = ()) -> list[tuple[str, str]]:
    """Sentences that quote a button, or another sentence, in other words than those of its translation; and which.

    `more`: sentences and their translations that stand in no catalogue.
    """
    translations = {str(message.id): str(message.string) for message in catalogue if isinstance(message.id, str)}
    return [
        (sentence, button)
        for sentence, translation in (*translations.items(), *more)
        for button in QUOTED.findall(sentence)
        if translations.get(button, "") not in translation
    ]


@pytest.mark.parametrize("language", words.catalogues())
def test_a_quoted_button_is_quoted_as_it_reads(language: str) -> None:
    assert misquotes(words.kept(language), of_guides(language)) == []


def of_guides(language: str) -> list[tuple[str, str]]:
    """What guides say in English and in another language, sentence by sentence."""
    return [
        (said, getattr(translated, field.name))
        for slug in guided()
        for first, other in [(texts(slug, "en"), texts(slug, language))]
        for entry, translated in zip(
            (*first.steps, *first.entries, *first.settings),
            (*other.steps, *other.entries, *other.settings),
            strict=True,
        )
        for field in fields(entry)
        if field.name != "original" and isinstance(said := getattr(entry, field.name), str)
    ]


def test_guides_quote_something() -> None:
    assert any(QUOTED.search(said) for said, _ in of_guides("ja"))


def test_a_misquoted_button_would_be_noticed() -> None:
    catalogue = Catalog()
    for sentence, translation in (("Next turn", "Siguiente turno"), ("Tap “Next turn”.", "Toca «Otro turno».")):
        catalogue.add(sentence, translation)
    assert misquotes(catalogue) == [("Tap “Next turn”.", "Next turn")]


def test_every_sentence_of_a_page_goes_through_the_catalogue(tmp_path: Path) -> None:
    with pseudo_language.spoken(tmp_path / "words") as folder, closing(SqliteStore(tmp_path / "data")) as store:
        html = create_app(Services(store), translations=folder).test_client().get("/").get_data(as_text=True)
    assert pseudo_language.untranslated(html) == []
    assert pseudo_language.OPEN in html
