"""A mistake, ours or in a form, as people and programs read it."""

import pytest
from flask import Flask

from companion.messages import CODES
from companion.web.access.errors import MISFILLED
from companion.web.access.guard import audience
from companion.web.access.visit import Visit
from tests.support.gathering import Gathering


@pytest.fixture
def wrong(app: Flask) -> Flask:
    """An app of which two addresses go wrong."""
    for name in ("people.everybody", "api.games"):
        assert name in app.view_functions
        app.view_functions[name] = _go_wrong
    app.testing = False
    return app


@audience("anyone")
def _go_wrong(visit: Visit) -> str:
    raise LookupError("a game asks for a move that it has not")


def test_a_mistake_is_told_in_our_words_as_a_page(wrong: Flask) -> None:
    answer = wrong.test_client().get("/people/")
    assert answer.status_code == 500
    assert CODES[500][1] in answer.text
    assert "Back to the table" in answer.text
    assert "LookupError" not in answer.text


def test_a_mistake_is_told_to_programs_by_its_code(wrong: Flask) -> None:
    answer = wrong.test_client().get("/api/games")
    assert (answer.status_code, answer.json) == (500, {"error": {"code": "http-500", "message": CODES[500][1]}})


def test_a_form_with_more_ticks_than_there_can_be_is_refused_in_words_for_people(app: Flask) -> None:
    evening = Gathering(app)
    evening.seat("Ann", "Bo")
    evening.start("final-deathweek")
    colors = ("red", "blue", "green", "black")
    answer = evening.report(evening.tablet, move="take", seat=0, number=3, colors=colors)
    assert (answer.status_code, MISFILLED in answer.text, "Expected" in answer.text) == (400, True, False)
    assert evening.live.line == 0
    answer = evening.report(evening.tablet, move="take", seat=0, number=3, colors=colors[:3])
    assert (answer.status_code, MISFILLED in answer.text) == (422, False), "it can be read, and is out of turn"


def test_a_device_that_nobody_knows_is_asked_for_the_code(app: Flask) -> None:
    answer = app.test_client().get("/choose")
    assert answer.status_code == 401
    assert "Nobody here knows this device." in answer.text
    assert 'action="/code"' in answer.text


def test_a_page_that_is_nowhere_asks_a_stranger_for_the_code_and_leads_a_guest_back(app: Flask) -> None:
    stranger = app.test_client().get("/nothing")
    guest = Gathering(app).tablet.client.get("/nothing")
    for answer in (stranger, guest):
        assert (answer.status_code, "Nobody lies here." in answer.text, CODES[404][1] in answer.text) == (
            404,
            True,
            True,
        )
    assert ('action="/code"' in stranger.text, 'action="/code"' in guest.text) == (True, False)
    assert "Back to the table" in guest.text
