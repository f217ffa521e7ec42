"""Collect every sentence that people read on screen into the English catalogue: `python -m docs.words`."""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

TOP = Path(__file__).parent.parent
ENGLISH = TOP / "companion" / "translations" / "en" / "LC_MESSAGES" / "messages.po"
KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}


def collected() -> Catalog:
    """All sentences, with the files they stand in."""
    catalogue = Catalog(locale="en", project="Reaper's Ledger", fuzzy=False)
    for folder in ("companion", "templates"):
        found = extract_from_dir(TOP / folder, _methods(folder), keywords=KEYWORDS)
        for name, _, message, comments, context in found:
            catalogue.add(message, None, [(f"{folder}/{name}", 0)], auto_comments=comments, context=context)
    return catalogue


def _methods(folder: str) -> list[tuple[str, str]]:
    return [("**.py", "python")] if folder == "companion" else [("**.html", "jinja2")]


def kept() -> Catalog:
    """The English catalogue as it is in the repository."""
    with ENGLISH.open("rb") as file:
        return read_po(file, locale="en")


def main() -> int:
    """Write the catalogue anew."""
    ENGLISH.parent.mkdir(parents=True, exist_ok=True)
    catalogue = collected()
    with ENGLISH.open("wb") as file:
        write_po(file, catalogue, width=120, sort_output=True, omit_header=True, include_lineno=False)
    print(f"{len(catalogue)} sentences in {ENGLISH.relative_to(TOP)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
