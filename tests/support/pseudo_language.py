"""A pseudo-language: every sentence 40 % longer and in brackets, to see what was never translated or has no room."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from markupsafe import Markup

from docs import words

OPEN, CLOSE = "⟦", "⟧"
BLANKED = re.compile(r"<(style|script|title|bdi|q|time)\b.*?</\1>", re.S)
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


def untranslated(html: str, own: Iterable[str] = ()) -> list[str]:
    """The words of a page that are not the pseudo-language's, apart from `own` texts: names, titles, answers."""
    body = BLANKED.sub(" ", html[html.index("<body") :])
    text = str(Markup(TAG.sub(" ", body)).unescape())
    for one in sorted(own, key=len, reverse=True):
        text = text.replace(one, " ")
    while SENTENCE.search(text):  # one may be inside of another
        text = SENTENCE.sub(" ", text)
    return LETTERS.findall(text)
