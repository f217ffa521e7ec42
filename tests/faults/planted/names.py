"""Bugs that take a name for something else than a text."""

from typing import Any

from companion.history import export
from companion.web.text import sentences
from tests.faults.planted import planted, replace


@planted("markup in a name", row="names as payloads", counts="leaked", tries=4)
def markup_in_a_name() -> None:
    """What stands in a sentence is taken for markup."""

    def unescaped(value: Any) -> str:
        return str(value)

    replace(sentences, "escape", unescaped)


@planted("formulas in exports", row="names as payloads", counts="leaked", tries=8)
def formulas_in_exports() -> None:
    """A name is written into a spreadsheet as it is."""
    replace(export, "defused", lambda cell: cell)
