"""Rulebook in the reader's language, and its entries that fit a search."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from msgspec import json as msgspec_json

from companion.games import GAMES
from companion.games.guide import LAYING_OUT, Card, Item, Question, Setting, Step, Texts
from companion.games.moves import Refused
from companion.web.text.guides import shown_values, texts
from companion.web.text.languages import language_tag
from companion.web.text.words import settings, words_of


@dataclass(frozen=True)
class StepText:
    """Step of "How to play". `drawing`: its template, empty if there is none. `words`: more words by which it is
    found."""

    key: str
    title: str
    text: str
    drawing: str
    words: str = ""


@dataclass(frozen=True)
class CardText:
    """Effect of a card. `example`: a worked one with its numbers, empty if there is none. `words` as in StepText."""

    key: str
    title: str
    original: str
    text: str
    example: str
    words: str


@dataclass(frozen=True)
class QuestionText:
    """Question at the table. `setting`: title of the option that changes the answer, empty if none does.

    `words` as in StepText.
    """

    key: str
    title: str
    reading: str
    reason: str
    otherwise: str
    setting: str
    example: str
    words: str


@dataclass(frozen=True)
class SettingText:
    """Option of a game, under the title that it has where it is chosen. `words` as in StepText."""

    key: str
    title: str
    book: str
    otherwise: str
    since: str
    words: str


@dataclass(frozen=True)
class LaidThing:
    """Thing to lay out; `count`: how many, 0 if no number is shown."""

    count: int
    text: str


@dataclass(frozen=True)
class Laid:
    """Things to lay out. `setting`: the options that they go with, in words; empty for those of the rulebook."""

    setting: str
    things: Sequence[LaidThing]


@dataclass(frozen=True)
class LaidFor:
    """Things to lay out for a number of players. `otherwise`: those that are added or differ, with each option that
    changes them."""

    players: int
    laid: Laid
    otherwise: Sequence[Laid]


@dataclass(frozen=True)
class LayingOutText:
    """Chapter on laying out, for each number of players; `shown`: the number that is open at first.

    `words` as in StepText.
    """

    ways: Sequence[LaidFor]
    shown: int
    words: str


ACCENTS = re.compile("[\u0300-\u036f]")  # not the marks of kana, which make other sounds


def plain(text: str) -> str:
    """Text in small letters, without accents, wide letters as narrow ones."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", bare).lower()


def fits(texts: Iterable[str], asked: str) -> bool:
    """Whether each word of `asked` is in one of the texts."""
    read = plain("\n".join(texts))
    return all(word in read for word in plain(asked).split())


def laying_out_text(slug: str, guide: Texts, asked: str, words: str) -> LayingOutText | None:
    """Chapter on laying out; None if nothing is laid out, or nothing fits `asked`.

    It opens at the first number of players whose list fits: a book may name something for one number alone.
    """
    ways = [way for players in GAMES[slug].SEATS for way in _for(slug, guide, players)]
    read = {way.players: [words, *_all_laid(way)] for way in ways}
    fitting = [players for players, texts in read.items() if fits(texts, asked)]
    return LayingOutText(ways, fitting[0], words) if fitting else None


def _for(slug: str, guide: Texts, players: int) -> list[LaidFor]:
    """Things to lay out for `players`, with the first options that allow that number, and those that other options
    change; empty if there are none."""
    fitting = [
        options for options in (GAMES[slug].Options(), *GAMES[slug].LAID_OTHERWISE) if _go(slug, players, options)
    ]
    usual, *others = [(options, GAMES[slug].laying_out(players, options)) for options in fitting]
    if not usual[1]:
        return []
    otherwise = [(options, [item for item in items if item not in usual[1]]) for options, items in others]
    laid = _laid(slug, guide, *usual)
    return [LaidFor(players, laid, [_laid(slug, guide, options, items) for options, items in otherwise if items])]


def _go(slug: str, players: int, options: Any) -> bool:
    """Whether that number of players may play with these options."""
    try:
        GAMES[slug].initial_state(players, options)
    except Refused:
        return False
    return True


def _laid(slug: str, guide: Texts, options: Any, items: Sequence[Item]) -> Laid:
    is_usual = options == GAMES[slug].Options()
    setting = "" if is_usual else settings(slug, msgspec_json.encode(options).decode())
    return Laid(setting, [LaidThing(item.count, item.sentence(guide.laying_out)) for item in items])


def _all_laid(way: LaidFor) -> list[str]:
    """All texts of a list, to be searched."""
    return [text for laid in (way.laid, *way.otherwise) for text in (laid.setting, *(one.text for one in laid.things))]


Entry = TypeVar("Entry", StepText, CardText, QuestionText, SettingText)


def guide_of(slug: str) -> Texts:
    """Texts of the guide of a game, in the reader's language."""
    return texts(slug, language_tag())


def rules(slug: str, asked: str = "") -> dict[str, object]:
    """Values of the page of a game's guide: those entries that have each word of `asked`, or to which it leads."""
    guide = guide_of(slug)
    words = _words(guide)
    return {
        "slug": slug,
        "original_language": guide.original_language,
        "asked": asked,
        "steps": _fitting([step_text(slug, step, words[step.key]) for step in guide.steps], asked),
        "laying_out": laying_out_text(slug, guide, asked, words[LAYING_OUT]),
        "cards": _fitting([_card(slug, card, words[card.key]) for card in guide.cards], asked),
        "questions": _fitting([_question(slug, one, words[one.key]) for one in guide.questions], asked),
        "settings": _fitting([_setting(slug, one, words[one.key]) for one in guide.settings], asked),
    }


def _words(guide: Texts) -> Mapping[str, str]:
    """Words of the rulebook that lead to an entry, by its key."""
    words: dict[str, list[str]] = defaultdict(list)
    for word, keys in guide.words.items():
        for key in keys:
            words[key].append(word)
    return defaultdict(str, {key: " · ".join(those) for key, those in words.items()})


def step_text(slug: str, step: Step, words: str = "") -> StepText:
    drawing = f"games/{slug}/guide-{step.drawing}.html" if step.drawing else ""
    return StepText(step.key, step.title, step.text, drawing, words)


def _card(slug: str, card: Card, words: str) -> CardText:
    return CardText(card.key, card.title, card.original, card.text, _example(slug, card), words)


def _question(slug: str, question: Question, words: str) -> QuestionText:
    return QuestionText(
        key=question.key,
        title=question.title,
        reading=question.reading,
        reason=question.reason,
        otherwise=question.otherwise,
        setting=words_of(slug).option(question.option) if question.option else "",
        example=_example(slug, question),
        words=words,
    )


def _setting(slug: str, setting: Setting, words: str) -> SettingText:
    title = words_of(slug).option(setting.option)
    return SettingText(setting.key, title, setting.book, setting.otherwise, setting.since, words)


def _example(slug: str, entry: Card | Question) -> str:
    return entry.example.text % shown_values(slug, language_tag(), entry.key) if entry.example else ""


def _fitting(entries: Sequence[Entry], asked: str) -> Sequence[Entry]:
    return [entry for entry in entries if fits(_all_text(entry), asked)]


def _all_text(entry: Any) -> list[str]:
    """Texts of an entry that are searched: all but its key and drawing."""
    return [text for name, text in asdict(entry).items() if name not in ("key", "drawing")]
