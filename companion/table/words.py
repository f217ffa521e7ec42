"""Words for comparison, and those of a table that everybody may read."""

import unicodedata
from collections.abc import Iterator

from companion.games.moves import texts
from companion.table.model import Table
from companion.table.visibility import visible_readings


def normalised(text: str) -> str:
    """A text for comparison: without capitals, widths of letters and invisible signs.

    >>> normalised("ＡＮＮ  Smith") == normalised("Ann\u200b smith")
    True
    """
    seen = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


def open_words(table: Table) -> str:
    """The texts in the lines as they stand that everybody may read by now, `normalised`: each once, one a line."""
    return "\n".join(filter(None, dict.fromkeys(map(normalised, _open_texts(table)))))


def _open_texts(table: Table) -> Iterator[str]:
    for kind, fields in visible_readings(table):
        for field in texts(kind):
            value = fields.get(field.encode_name, ())
            yield from [value] if isinstance(value, str) else value or ()
