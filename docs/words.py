"""Collect every sentence that people read on screen into all catalogues: `python -m docs.words`. English needs none."""

import sys
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.web.text.languages import DEFAULT

TOP = Path(__file__).parent.parent
FOLDER = TOP / "companion" / "translations"
KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}
HEADER = """\
msgid ""
msgstr ""
"Language: {0.locale}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {0.plural_forms}\\n"

"""


def catalogues() -> list[str]:
    """The languages that have a catalogue, by their tags."""
    return sorted(file.parent.parent.name for file in FOLDER.glob("*/LC_MESSAGES/messages.po"))


def languages() -> list[str]:
    """All languages, by their tags."""
    return sorted([DEFAULT, *catalogues()])


def file_of(language: str) -> Path:
    """Where the catalogue of a language is."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


def collected(language: str = DEFAULT) -> Catalog:
    """All sentences, none of them translated."""
    catalogue = Catalog(locale=Locale.parse(language), project="Reaper's Ledger", fuzzy=False)
    for folder in ("companion", "templates"):
        messages = extract_from_dir(TOP / folder, _methods(folder), keywords=KEYWORDS)
        for _, _, message, comments, context in messages:
            catalogue.add(message, None, auto_comments=comments, context=context)
    return catalogue


def _methods(folder: str) -> list[tuple[str, str]]:
    return [("**.py", "python")] if folder == "companion" else [("**.html", "jinja2")]


def kept(language: str) -> Catalog:
    """The catalogue of a language as it is in the repository."""
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def renewed(language: str) -> Catalog:
    """All sentences, each as its catalogue translates it; what no screen says any more is left out."""
    catalogue, before = collected(language), kept(language)
    for message in catalogue:
        translated = before.get(message.id) if message.id else None
        if translated is not None and isinstance(translated.id, str) == isinstance(message.id, str):
            message.string = translated.string
    return catalogue


def is_translated(message: Message) -> bool:
    """Whether a message has its translation: a plural one in every form."""
    return bool(message.string if isinstance(message.string, str) else message.string and all(message.string))


def missing(catalogue: Catalog) -> list[str]:
    """The sentences that a catalogue leaves in English; of a plural the one for 1."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id and not is_translated(message)
    ]


def main() -> int:
    """Write the catalogues anew."""
    for language in catalogues():
        catalogue = renewed(language)
        with file_of(language).open("wb") as file:
            file.write(HEADER.format(catalogue).encode())
            write_po(file, catalogue, width=120, sort_output=True, omit_header=True, no_location=True)
        to_do = f"{len(missing(catalogue))} of them not translated"
        print(f"{len(catalogue)} sentences in {file_of(language).relative_to(TOP)}, {to_do}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
