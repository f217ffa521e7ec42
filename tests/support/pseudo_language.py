"""A pseudo-language: every sentence 40 % longer and in brackets, to see what was never translated or has no room."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from docs import words

OPEN, CLOSE = "⟦", "⟧"


def stretched(sentence: str) -> str:
    """A sentence as the pseudo-language says it."""
    return OPEN + sentence + "~" * max(1, round(len(sentence) * 0.4) - 2) + CLOSE


def write(folder: Path) -> Path:
    """Write the pseudo-language as the English catalogue of `folder`."""
    catalogue = Catalog(locale="en", fuzzy=False)
    for message in words.collected():
        if message.id:
            said = tuple(map(stretched, message.id)) if not isinstance(message.id, str) else stretched(message.id)
            catalogue.add(message.id, said)
    to = folder / "en" / "LC_MESSAGES" / "messages.po"
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("wb") as file:
        write_po(file, catalogue)
    return folder
