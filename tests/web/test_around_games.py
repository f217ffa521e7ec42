"""The screens around a game: they answer as they should, and all they say is in the catalogue.

A run draws a few states by its seed; a thorough one goes through all of them.
"""

import calendar
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import ifaddr
import pytest
from flask import Flask

from companion import messages
from companion.games import GAMES
from tests.support import pseudo_language
from tests.support.states.around import some_around
from tests.support.states.around.page import AroundState

LANGUAGES = {"English", "日本語", "Español", "Deutsch", "Français", "Italiano", "Português"}  # by their own names
LANGUAGES |= {"Svenska", "Dansk", "Norsk", "Suomi", "Polski", "Čeština", "Nederlands", "Magyar", "Hrvatski"}
LANGUAGES |= {"Slovenčina", "Română", "Türkçe", "Ελληνικά", "Українська", "Русский"}
OWN = {game.TITLE for game in GAMES.values()} | LANGUAGES | {"Reaper's Ledger", "https", "http", "AM", "PM"}
DATES = {*calendar.day_name, *calendar.month_name[1:], *calendar.month_abbr[1:]}
NETWORKS = {"wlan0", "eth0", "docker0", *(str(adapter.nice_name) for adapter in ifaddr.get_adapters())}
PLACE = re.compile(r"%\\\((\w+)\\\)s")  # of a number in a sentence, as re.escape leaves it


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pseudo_language.spoken(tmp_path_factory.mktemp("words")) as folder:
        yield folder


def tells(html: str, code: str) -> bool:
    """Whether a page tells the refusal with this code."""
    sentence = messages.source(code)
    assert sentence is not None, code
    return re.search(PLACE.sub(".*", re.escape(sentence)), unescape(html)) is not None


@pytest.mark.parametrize("state", some_around(14), ids=str)
def test_each_page_answers_as_it_should_and_speaks_from_the_catalogue(app: Flask, state: AroundState) -> None:
    crowd = state.open(app)
    own = {*OWN, *DATES, *NETWORKS, *crowd.own}
    for page in state.pages:
        answer = crowd.ask(page.device, page.path, page.form)
        assert answer.status_code == page.status, (page, answer.text)
        assert answer.location or pseudo_language.untranslated(answer.text, own) == [], page
        assert not page.refusal or tells(answer.text, page.refusal), (page, answer.text)
