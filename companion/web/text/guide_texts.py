"""The texts of a guide in the reader's language, and which of them have to do with what somebody asks for."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from companion.games.guide import LAYING_OUT, Card, Question, Setting, Step, Texts
from companion.web.text.guide_examples import shown_values
from companion.web.text.guide_laying_out import laying_out_text
from companion.web.text.guide_search import fits
from companion.web.text.guide_values import CardText, QuestionText, SettingText, StepText
from companion.web.text.guides import texts
from companion.web.text.languages import language_tag
from companion.web.text.titles import title_of
from companion.web.text.words import words_of

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
