"""The texts of a guide in the reader's language, and which of them have to do with what somebody asks for."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from companion.games.guide import Card, Question, Step, Texts
from companion.web.guide.examples import shown_values
from companion.web.guide.regions import CardText, QuestionText, Rules, StepText
from companion.web.text.guides import texts
from companion.web.text.languages import language_tag
from companion.web.text.titles import title_of
from companion.web.text.words import words_of

Entry = TypeVar("Entry", StepText, CardText, QuestionText)


def guide_of(slug: str) -> Texts:
    """All that the guide of a game says, in the reader's language."""
    return texts(slug, language_tag())


def rules(slug: str, asked: str = "") -> Rules:
    """The guide of the game called `slug`: those entries in which each word of `asked` stands."""
    guide = guide_of(slug)
    return Rules(
        slug=slug,
        title=title_of(slug),
        original_language=guide.original_language,
        asked=asked,
        steps=_fitting([step_text(slug, step) for step in guide.steps], asked),
        cards=_fitting([_card(slug, card) for card in guide.cards], asked),
        questions=_fitting([_question(slug, question) for question in guide.questions], asked),
    )


def step_text(slug: str, step: Step) -> StepText:
    """A step, with the template of its drawing."""
    drawing = f"games/{slug}/guide-{step.drawing}.html" if step.drawing else ""
    return StepText(step.key, step.title, step.text, drawing)


def _card(slug: str, card: Card) -> CardText:
    return CardText(card.key, card.title, card.original, card.text, _example(slug, card))


def _question(slug: str, question: Question) -> QuestionText:
    return QuestionText(
        key=question.key,
        title=question.title,
        reading=question.reading,
        reason=question.reason,
        otherwise=question.otherwise,
        setting=words_of(slug).say("option", question.option) if question.option else "",
        example=_example(slug, question),
    )


def _example(slug: str, entry: Card | Question) -> str:
    return entry.example.text % shown_values(slug, language_tag(), entry.key) if entry.example else ""


def _fitting(entries: Sequence[Entry], asked: str) -> Sequence[Entry]:
    words = asked.casefold().split()
    return [entry for entry in entries if all(word in _all_text(entry) for word in words)]


def _all_text(entry: Any) -> str:
    """What of an entry is read on the page: neither its key nor its drawing."""
    return "\n".join(text for name, text in asdict(entry).items() if name not in ("key", "drawing")).casefold()
