"""The screens around a game: whoever looks at them, and with however many people, all they say is in the catalogue."""

import calendar
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.games import GAMES
from companion.storage.store import Store
from companion.web.app import create_app
from tests.support import pseudo_language
from tests.support.gathering import Gathering
from tests.support.states.people import LONG
from tests.support.unlimited import LIFTED

PAGES = ("/", "/choose", "/help", "/devices", "/network", "/people/", "/decks/", "/history/", "/history/games")
LANGUAGES = {"English", "日本語", "Español", "Deutsch", "Français", "Italiano", "Português"}  # by their own names
LANGUAGES |= {"Svenska", "Dansk", "Norsk", "Suomi", "Polski", "Čeština"}
OWN = {game.TITLE for game in GAMES.values()} | LANGUAGES | {"Reaper's Ledger", "http", "AM", "PM"}
DATES = (*calendar.day_name, *calendar.month_name[1:], *calendar.month_abbr[1:])
NAMES = LONG[:4]


@pytest.fixture
def app(store: Store, tmp_path: Path) -> Iterator[Flask]:
    """The app in the pseudo-language."""
    created = create_app(store, limits=LIFTED, translations=pseudo_language.write(tmp_path / "words"))
    yield created
    created.extensions["services"].writer._thread.kill()


def test_each_sentence_around_a_game_is_from_the_catalogue(app: Flask) -> None:
    evening = Gathering(app)
    untranslated: dict[str, list[str]] = {}

    def look(when: str) -> None:
        for path in PAGES:
            html = evening.tablet.get(path).html
            words = pseudo_language.untranslated(html, {*OWN, *NAMES, *DATES, evening.now.code})
            untranslated.update({f"{when} {path}": words} if words else {})

    look("nobody has come:")
    for name in NAMES:
        evening.come(name)
    look("all sit:")
    evening.start()
    evening.round("Xa", "Xb", "Xc", "Xd")
    look("a game is played:")
    assert untranslated == {}
