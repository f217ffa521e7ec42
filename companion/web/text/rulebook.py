"""The rulebook at hand in the reader's language, and what of it has to do with what somebody asks for."""

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
from companion.web.text.titles import title_of
from companion.web.text.words import settings, words_of


@dataclass(frozen=True)
class StepText:
    """A step of "How to play". `drawing`: its template, empty if there is none. `words`: by which it is found, too."""

    key: str
    title: str
    text: str
    drawing: str
    words: str = ""


@dataclass(frozen=True)
class CardText:
    """What a card does. `example`: a worked one with its numbers, empty if there is none. `words` as in StepText."""

    key: str
    title: str
    original: str
    text: str
    example: str
    words: str


@dataclass(frozen=True)
class QuestionText:
    """A question at the table. `setting`: how the house setting is called that changes it, empty if none does.

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
    """A house setting, called as where it is chosen. `words` as in StepText."""

    key: str
    title: str
    book: str
    otherwise: str
    since: str
    words: str


@dataclass(frozen=True)
class LaidThing:
    """One thing to lay out; `count`: how many, 0 where no number is shown."""

    count: int
    text: str


@dataclass(frozen=True)
class Laid:
    """What is laid out. `setting`: what was set for it, in words, empty if all is as in the rulebook."""

    setting: str
    things: Sequence[LaidThing]


@dataclass(frozen=True)
class LaidFor:
    """What so many players lay out. `otherwise`: what else, or in another number, with each setting that changes it."""

    players: int
    laid: Laid
    otherwise: Sequence[Laid]


@dataclass(frozen=True)
class LayingOutText:
    """The chapter of what is laid out, for each number of players; `shown`: for which at first.

    `words` as in StepText.
    """

    ways: Sequence[LaidFor]
    shown: int
    words: str


ACCENTS = re.compile("[\u0300-\u036f]")  # not the marks of kana, which make other sounds


def plain(text: str) -> str:
    """A text in small letters, without accents, wide letters as narrow ones."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", bare).lower()


def fits(texts: Iterable[str], asked: str) -> bool:
    """Whether each word of `asked` stands in one of the texts."""
    read = plain("\n".join(texts))
    return all(word in read for word in plain(asked).split())


def laying_out_text(slug: str, guide: Texts, asked: str, words: str) -> LayingOutText | None:
    """The chapter; None where nothing is laid out, or nothing of it has to do with `asked`.

    It begins with the first number of players whose list has it, for a book may call something of one number alone.
    """
    ways = [way for players in GAMES[slug].SEATS for way in _for(slug, guide, players)]
    read = {way.players: [words, *_all_laid(way)] for way in ways}
    fitting = [players for players, texts in read.items() if fits(texts, asked)]
    return LayingOutText(ways, fitting[0], words) if fitting else None


def _for(slug: str, guide: Texts, players: int) -> list[LaidFor]:
    """What so many players lay out with the first options that go with their number, and what any others change."""
    fitting = [
        options for options in (GAMES[slug].Options(), *GAMES[slug].GUIDE.laid_otherwise) if _go(slug, players, options)
    ]
    usual, *others = [(options, GAMES[slug].GUIDE.laying_out(players, options)) for options in fitting]
    if not usual[1]:
        return []
    otherwise = [(options, [item for item in items if item not in usual[1]]) for options, items in others]
    laid = _laid(slug, guide, *usual)
    return [LaidFor(players, laid, [_laid(slug, guide, options, items) for options, items in otherwise if items])]


def _go(slug: str, players: int, options: Any) -> bool:
    """Whether so many may play with these options."""
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
    """All that is read of it on the page."""
    return [text for laid in (way.laid, *way.otherwise) for text in (laid.setting, *(one.text for one in laid.things))]


Entry = TypeVar("Entry", StepText, CardText, QuestionText, SettingText)


def guide_of(slug: str) -> Texts:
    """All that the guide of a game says, in the reader's language."""
    return texts(slug, language_tag())


def rules(slug: str, asked: str = "") -> dict[str, object]:
    """The guide of the game called `slug`: those entries in which each word of `asked` stands, or to which it leads."""
    guide = guide_of(slug)
    words = _words(guide)
    return {
        "slug": slug,
        "title": title_of(slug),
        "original_language": guide.original_language,
        "asked": asked,
        "steps": _fitting([step_text(slug, step, words[step.key]) for step in guide.steps], asked),
        "laying_out": laying_out_text(slug, guide, asked, words[LAYING_OUT]),
        "cards": _fitting([_card(slug, card, words[card.key]) for card in guide.cards], asked),
        "questions": _fitting([_question(slug, one, words[one.key]) for one in guide.questions], asked),
        "settings": _fitting([_setting(slug, one, words[one.key]) for one in guide.settings], asked),
    }


def _words(guide: Texts) -> Mapping[str, str]:
    """By the key of an entry the words of the rulebook that lead to it."""
    words: dict[str, list[str]] = defaultdict(list)
    for word, keys in guide.words.items():
        for key in keys:
            words[key].append(word)
    return defaultdict(str, {key: " · ".join(those) for key, those in words.items()})


def step_text(slug: str, step: Step, words: str = "") -> StepText:
    """A step, with the template of its drawing."""
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
    """What of an entry is read on the page, and the words that lead to it: neither its key nor its drawing."""
    return [text for name, text in asdict(entry).items() if name not in ("key", "drawing")]
