"""Screens of games in all kinds of states: what they say is in the catalogue, and what they offer is taken.

A run draws a few states of each game by its seed; a thorough one goes through all of them.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.storage.stored_table import LiveTable
from companion.table.questions import asks
from tests.support import pseudo_language
from tests.support.forms import flat
from tests.support.states import some_states
from tests.support.states.opened import Opened, open_state
from tests.support.states.state import State
from tests.support.tonight import tonight

STATES = some_states(4)
ISO = re.compile(r"\d{4}-\d\d-\d\d")
TAG = re.compile(r"<[^>]*>", re.S)


def can_be_tried(state: State) -> bool:
    """Whether something is refused there that is no correction: that has a form of its own."""
    return state.refused is not None and state.refused["move"] != "correct"


@pytest.fixture(params=STATES, ids=str)
def state(request: pytest.FixtureRequest) -> State:
    one: State = request.param
    return one


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pseudo_language.spoken(tmp_path_factory.mktemp("words")) as folder:
        yield folder


def pages(opened: Opened) -> Iterator[str]:
    """The scoreboard, the viewer's screen, and the sheet."""
    yield opened.tablet.get("/").unfolded
    yield opened.viewer.get("/").unfolded
    yield opened.viewer.get(f"/table/{opened.code}/sheet").html


def live(app: Flask, opened: Opened) -> LiveTable:
    """The table as it stands."""
    live_table: LiveTable = app.extensions["services"].tables.find(opened.code)
    return live_table


def test_each_sentence_is_from_the_catalogue(app: Flask, state: State) -> None:
    opened = open_state(app, state)
    own = {*state.own_texts, opened.code, tonight(app.extensions["services"]).code}
    for html in pages(opened):
        assert pseudo_language.untranslated(html, own) == []
        assert ISO.findall(TAG.sub(" ", html)) == []


def test_a_form_that_is_offered_is_taken_without_scripts(app: Flask, state: State) -> None:
    """One form of the viewer's screen, filled in somehow; who is offered none is asked for nothing."""
    opened, rng = open_state(app, state), random.Random(state.name)
    offered = [form for form in opened.viewer.get("/").forms() if form.ask and form.buttons]
    if state.viewer is not None and not offered:
        assert not [ask for ask in asks(state.table, state.viewer) if not ask.optional]
    for form in rng.sample(offered, min(1, len(offered))):
        opened.viewer.submit(form, form.filled(rng))
        assert live(app, opened).line == len(state.table.lines) + 1, form


@pytest.mark.parametrize("state", [state for state in STATES if can_be_tried(state)], ids=str)
def test_what_is_refused_changes_nothing(app: Flask, state: State) -> None:
    opened = open_state(app, state)
    given = flat(state.refused or {}) | {"key": "refused-0001", "seen": len(state.table.lines)}
    answer = opened.tablet.post(f"/table/{opened.code}/move", given)
    assert 400 <= answer.status_code < 500
    assert pseudo_language.OPEN in answer.text
    assert live(app, opened).line == len(state.table.lines)
