"""No sentence of a rulebook is copied: no eight words in a row of what people read stand in one of the books.

The books are not part of the repository: where their folder is not there, the test is skipped and says so.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from companion.games import GAMES
from companion.web.text.guides import guided, texts
from docs.words import collected

TOP = Path(__file__).parent.parent
BOOKS = TOP.parent / "shared" / "rulebooks"
RUN = 8  # words
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def runs(text: str) -> Iterator[str]:
    """Every run of eight words in a text, without marks and capitals."""
    words = [word.casefold().replace("’", "'") for word in WORD.findall(text)]
    for start in range(len(words) - RUN + 1):
        yield " ".join(words[start : start + RUN])


@pytest.fixture(scope="module")
def of_books() -> set[str]:
    """The runs of all books."""
    if not BOOKS.is_dir():
        pytest.skip(f"the rulebooks are not in {BOOKS}")
    books = sorted(BOOKS.glob("*.txt"))
    assert len(books) == len(GAMES)
    return {run for book in books for run in runs(book.read_text("utf-8"))}


def messages() -> Iterator[str]:
    """All that people read on screens: the texts of code and templates, and of guides."""
    for message in collected():
        yield from [message.id] if isinstance(message.id, str) else message.id
    for slug in guided():
        yield from of_guide(texts(slug, "en"))


def of_guide(value: object) -> Iterator[str]:
    """Every text in a value of a guide."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for one in value.values() for text in of_guide(one))
    elif isinstance(value, tuple):
        yield from (text for one in value for text in of_guide(one))
    elif isinstance(value, Struct):
        yield from of_guide(asdict(value))


def test_no_eight_words_in_a_row_are_those_of_a_rulebook(of_books: set[str]) -> None:
    copied = {run: text for text in messages() for run in runs(text) if run in of_books}
    assert copied == {}


def test_the_texts_of_guides_are_among_them() -> None:
    said = {*messages()}
    for guide in (texts(slug, "en") for slug in guided()):
        assert {guide.steps[0].text, guide.settings[0].book, *guide.laying_out.values()} <= said


def test_our_own_reading_is_in_our_own_words(of_books: set[str]) -> None:
    for page in sorted((TOP / "docs" / "rules").glob("*.md")):
        copied = {run for run in runs(page.read_text("utf-8")) if run in of_books}
        assert copied == set(), page.name


def test_a_copied_sentence_would_be_noticed(of_books: set[str]) -> None:
    book = (BOOKS / "death-name.txt").read_text("utf-8")
    sentence = next(line for line in book.splitlines() if len(WORD.findall(line)) > RUN)
    assert {*runs(f"So it is: {sentence.upper()}")} & of_books
