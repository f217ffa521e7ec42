"""The rulebook at hand: whole sentences, examples that are replayed, and nothing that a game does not have."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import json as msgspec_json
from msgspec.structs import fields

from companion.games import GAMES
from companion.games.death_over_the_kingdom.moves import Character
from companion.games.death_wish.moves import Action
from companion.games.guide import (
    LAYING_OUT,
    Card,
    Change,
    Example,
    Fact,
    Phase,
    Place,
    Question,
    Setting,
    Step,
    Sum,
    Texts,
    Total,
)
from companion.games.moves import Refused
from companion.table.record import read
from companion.table.result import result
from companion.web.text import guides
from companion.web.text.guides import FIRST
from docs import words
from tests.support.games.random_play import every_game, laid, played

TEMPLATES = Path(__file__).parent.parent.parent / "templates" / "games"
PLACE = re.compile(r"%\((\w+)\)s")
KEY = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
# The words of a game for which it says what they do.
WORDS = {
    "death-over-the-kingdom": set(get_args(Character)),
    "death-wish": {"contract", *get_args(Action)},
}
ENTRIES = [
    pytest.param(slug, language, entry, id=f"{slug} {language} {entry.key}")
    for slug in GAMES
    for language in words.languages()
    for entry in guides.texts(slug, language).entries
    if entry.example
]
every = pytest.mark.parametrize("slug", every_game())


LANGUAGES = words.languages()
in_each = pytest.mark.parametrize("language", LANGUAGES)


def guide(slug: str, language: str = FIRST) -> Texts:
    return guides.texts(slug, language)


def texts(slug: str, language: str) -> Iterator[str]:
    """Every sentence of a guide that has no places."""
    of_guide = guide(slug, language)
    for entry in (*of_guide.steps, *of_guide.entries, *of_guide.settings):
        for field in fields(entry):
            value = getattr(entry, field.name)
            if isinstance(value, str) and field.name not in ("key", "drawing", "option", "original"):
                yield value


def value_of(outcome: dict[str, Any], reader: Any) -> Any:
    """What a reader is to read, from a result as JSON."""
    match reader:
        case Total(seat):
            return outcome["totals"][seat]
        case Sum(seat, track):
            return outcome["tracks"][track][seat]
        case Place(seat):
            return outcome["places"][seat]
        case Fact(path):
            value: Any = outcome["facts"]
            for step in path:
                value = value[step]
            return value
        case Change(seat, track, because, number, signed):
            of_seat = [entry for entry in outcome["ledger"] if entry["seat"] == seat and entry["track"] == track]
            by_reason = [entry for entry in of_seat if not because or entry["because"] == because]
            by = sum(entry["by"] for entry in by_reason if number is None or entry["round"] == number)
            return by if signed else abs(by)


@pytest.mark.parametrize(("slug", "language", "entry"), ENTRIES)
def test_a_worked_example_is_a_game_and_shows_what_it_adds_up_to(
    slug: str, language: str, entry: Card | Question
) -> None:
    example = entry.example
    assert example
    assert {*PLACE.findall(example.text)} == {*example.shows}
    record = {
        "format": 1,
        "game": slug,
        "seats": list(example.seats),
        "options": example.options,
        "moves": list(example.moves),
    }
    table = read(msgspec_json.decode(msgspec_json.encode(record))).table
    outcome = msgspec_json.decode(msgspec_json.encode(result(table)))
    shown = guides.shown_values(slug, language, entry.key)
    for name, reader in example.shows.items():
        plain = shown[name].replace("−", "-").removeprefix("+")
        assert plain == str(value_of(outcome, reader)), name


def test_an_example_that_is_refused_shows_nothing() -> None:
    example = Example("%(ann)s", ("Ann", "Bo", "Cy", "Di"), ({"move": "write", "seat": 0, "name": "Ida"},), {})
    with pytest.raises(Refused):
        guides.replayed(GAMES["death-name"], example)


def test_an_example_cannot_show_what_was_never_entered() -> None:
    example = Example("%(ann)s", ("Ann", "Bo", "Cy", "Di"), (), {"ann": Change(0, "points")})
    table = guides.replayed(GAMES["death-name"], example)
    with pytest.raises(LookupError):
        guides.read(table, example.shows["ann"])


@in_each
@every
def test_no_number_of_an_example_is_typed(slug: str, language: str) -> None:
    """Signed numbers are what the rules work out."""
    for entry in guide(slug, language).entries:
        assert not entry.example or not re.search(r"[+−]\d", entry.example.text), entry.key


@in_each
@every
def test_a_guide_says_the_same_in_each_language(slug: str, language: str) -> None:
    """Entry by entry, with the same places in the sentences, the same settings and drawings."""
    first, other = guide(slug), guide(slug, language)
    every_entry = [(*texts.steps, *texts.entries, *texts.settings) for texts in (first, other)]
    assert [*map(shape, every_entry[1])] == [*map(shape, every_entry[0])]
    for sentences, translated in ((first.laying_out, other.laying_out), (first.phases, other.phases)):
        assert {key: {*PLACE.findall(text)} for key, text in translated.items()} == {
            key: {*PLACE.findall(text)} for key, text in sentences.items()
        }
    assert {first.original_language, language, ""} >= {other.original_language}


def shape(entry: Step | Card | Question | Setting) -> tuple[object, ...]:
    """What of an entry is the same in all languages."""
    said = [field.name for field in fields(entry) if field.name != "original" and getattr(entry, field.name)]
    example = getattr(entry, "example", None)
    return entry.key, said, getattr(entry, "option", ""), getattr(entry, "drawing", ""), example and {*example.shows}


@every
def test_a_language_without_a_file_reads_the_first(slug: str) -> None:
    assert guide(slug, "tlh") == guide(slug)


@every
def test_each_anchor_stands_once(slug: str) -> None:
    keys = anchors(guide(slug))
    assert sorted(keys) == sorted({*keys})
    assert all(KEY.fullmatch(key) for key in keys)


def anchors(texts: Texts) -> list[str]:
    """The keys of all that has a place of its own on the page."""
    return [LAYING_OUT, *(entry.key for entry in (*texts.steps, *texts.entries, *texts.settings))]


@in_each
@every
def test_words_of_a_rulebook_lead_to_entries_that_are_there(slug: str, language: str) -> None:
    texts = guide(slug, language)
    assert {key for keys in texts.words.values() for key in keys} <= {*anchors(texts)}
    assert all(keys for keys in texts.words.values())
    assert bool(texts.words) == bool(texts.steps)


@in_each
@every
def test_each_option_is_told_as_a_house_setting(slug: str, language: str) -> None:
    settings = [setting.option for setting in guide(slug, language).settings]
    assert sorted(settings) == sorted(field.name for field in fields(GAMES[slug].Options) if guide(slug).steps)


@in_each
@every
def test_texts_are_whole_sentences(slug: str, language: str) -> None:
    for text in texts(slug, language):
        assert text == text.strip()
        assert not PLACE.search(text), text


@every
def test_a_question_names_a_setting_that_the_game_has(slug: str) -> None:
    there = {field.name for field in fields(GAMES[slug].Options)}
    assert {question.option for question in guide(slug).questions} - {""} <= there


@every
def test_each_step_has_the_drawing_that_it_names(slug: str) -> None:
    drawings = {step.drawing for step in guide(slug).steps} - {""}
    assert {name for name in drawings if not (TEMPLATES / slug / f"guide-{name}.html").exists()} == set()


@pytest.mark.parametrize("slug", WORDS)
def test_each_word_of_a_game_is_told(slug: str) -> None:
    cards = guide(slug).cards
    assert not cards or {card.key for card in cards} >= WORDS[slug]


@every
def test_for_every_number_of_players_it_is_said_what_is_laid_out(slug: str) -> None:
    rng, left = random.Random(slug), {*GAMES[slug].SEATS}
    while left:
        table = laid(rng, GAMES[slug])
        left -= {len(table.seats)}
        for item in GAMES[slug].laying_out(len(table.seats), table.options):
            assert {*PLACE.findall(guide(slug).laying_out[item.key])} <= {*item.numbers, "count"}
            assert item.count >= 0


@every
def test_a_phase_is_a_whole_sentence_for_seats_that_are_there(slug: str) -> None:
    rng = random.Random(slug)
    table = laid(rng, GAMES[slug])
    for shown in (table, *played(rng, table, optional=0.3)):
        phase: Phase | None = GAMES[slug].phase(shown.state)
        if phase:
            assert {*PLACE.findall(guide(slug).phases[phase.key])} == {*phase.numbers, *phase.seats}
            assert all(0 <= seat < len(shown.seats) for seat in phase.seats.values())
