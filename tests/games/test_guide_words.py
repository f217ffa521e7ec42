"""What the rulebook at hand says of the screens: a button or setting that it quotes is there."""

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.web.text.guides import texts

TOP = Path(__file__).parent.parent.parent
TEMPLATES = TOP / "templates"
QUOTED = re.compile("“([^”…][^”]*)”")  # “… (2)” is the end of a name, no word of a screen


def quoted(slug: str) -> set[str]:
    """All that stands in quotation marks in the texts of a guide."""
    guide = texts(slug, "en")
    said = [text for step in guide.steps for text in (step.title, step.text)]
    said += [text for card in guide.cards for text in (card.title, card.text)]
    said += [text for one in guide.questions for text in (one.title, one.reading, one.reason, one.otherwise)]
    said += [text for one in guide.settings for text in (one.book, one.otherwise, one.since)]
    return {words for text in said for words in QUOTED.findall(text)}


def on_screens() -> str:
    """All templates, in small letters."""
    return "\n".join(file.read_text("utf-8") for file in sorted(TEMPLATES.rglob("*.html"))).lower()


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_quoted_stands_on_a_screen(slug: str) -> None:
    screens = on_screens()
    assert [words for words in sorted(quoted(slug)) if words.lower() not in screens] == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_entry_is_taken_for_a_part_of_the_screen_that_it_is_opened_over(slug: str) -> None:
    sheets = "".join(sheet.read_text("utf-8") for sheet in sorted((TOP / "static").rglob("*.css")))
    styled = {*re.findall(r"#([\w-]+)", sheets)}
    assert {"rules", "count"} <= styled
    assert styled & {entry.key for entry in texts(slug, "en").entries} == set()


def test_there_is_something_to_look_for() -> None:
    assert {"By a card …", "Next turn", "My notes"} <= quoted("gamushara-gang")
