"""A pseudo-language: every sentence 40 % longer and in brackets, to see what was never translated or has no room."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from markupsafe import Markup

from companion.games.guide import Texts
from companion.web.text.guides import texts
from docs import words

GUIDE = {"title", "text", "reading", "reason", "otherwise", "book", "since"}  # sentences of an entry
OPEN, CLOSE = "⟦", "⟧"
BLANKED = re.compile(r"<(style|script|title|bdi|q|time)\b.*?</\1>", re.S)
# A picture breaks its texts into lines; whole they stand in what is told of it, dates without a tag.
PICTURE, SAID_OF_IT = re.compile(r'<figure class="endcard.*?</figure>', re.S), re.compile(r"<desc>.*?</desc>", re.S)
DATE = re.compile(r"([A-Z][a-z]+, )?[A-Z][a-z]+ \d{1,2}, \d{4}")
TAG = re.compile(r"<[^>]*>", re.S)
SENTENCE = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
LETTERS = re.compile(r"[^\W\d_]{2,}")


def stretched(sentence: str) -> str:
    """A sentence as the pseudo-language says it."""
    return OPEN + sentence + "~" * max(1, round(len(sentence) * 0.4) - 2) + CLOSE


def write(folder: Path) -> Path:
    """Write the pseudo-language as the English catalogue of `folder`."""
    to = folder / "en" / "LC_MESSAGES" / "messages.po"
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("wb") as file:
        write_po(file, catalogue())
    return folder


@cache
def catalogue() -> Catalog:
    """All sentences, as the pseudo-language says them."""
    made = Catalog(locale="en", fuzzy=False)
    for message in words.collected():
        if message.id:
            sentence = stretched(message.id) if isinstance(message.id, str) else tuple(map(stretched, message.id))
            made.add(message.id, sentence)
    return made


@contextmanager
def spoken(folder: Path) -> Iterator[Path]:
    """Write the catalogue as `write` does; as long as the block lasts, guides are in the pseudo-language, too."""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.web.text.rulebook.texts", _guide)
        yield write(folder)


@cache
def _guide(slug: str, language: str) -> Texts:
    plain = msgspec.to_builtins(texts(slug, language))
    return msgspec.convert({of: _stretched(of, value) for of, value in plain.items()}, Texts)


def _stretched(of: str, value: Any) -> Any:
    """A value of a guide, with all sentences in it; `of`: what it is called."""
    if isinstance(value, tuple):
        return [{name: _stretched(name, one) for name, one in entry.items()} for entry in value]
    if of in ("laying_out", "phases"):
        return {key: stretched(text) for key, text in value.items()}
    if of == "example" and value:
        return value | {"text": stretched(value["text"])}
    return stretched(value) if of in GUIDE and value else value


def _spaced(text: str) -> str:
    """A text as a picture tells it: with one space between two words."""
    return " ".join(text.split())


def _said_of_picture(picture: re.Match[str]) -> str:
    return DATE.sub(" ", " ".join(SAID_OF_IT.findall(picture[0])))


def untranslated(html: str, own: Iterable[str] = ()) -> list[str]:
    """The words of a page that are not the pseudo-language's, apart from `own` texts: names, titles, answers."""
    body = PICTURE.sub(_said_of_picture, html[html.index("<body") :])
    body = BLANKED.sub(" ", body)
    text = _spaced(str(Markup(TAG.sub(" ", body)).unescape()))
    for one in sorted({*map(_spaced, own)} - {""}, key=len, reverse=True):
        text = text.replace(one, " ")
    while SENTENCE.search(text):  # one may be inside of another
        text = SENTENCE.sub(" ", text)
    return LETTERS.findall(text)
