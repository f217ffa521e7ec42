"""What somebody asks the rulebook for, compared with its texts as `static/js/guide.js` does."""

import re
import unicodedata
from collections.abc import Iterable

ACCENTS = re.compile("[\u0300-\u036f]")  # not the marks of kana, which make other sounds


def plain(text: str) -> str:
    """A text in small letters, without accents, wide letters as narrow ones."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", bare).lower()


def fits(texts: Iterable[str], asked: str) -> bool:
    """Whether each word of `asked` stands in one of the texts."""
    read = plain("\n".join(texts))
    return all(word in read for word in plain(asked).split())
