"""A mistake of ours, as people and programs read it."""

import pytest
from flask import Flask

from companion.messages import CODES
from companion.web.access.guard import audience


@pytest.fixture
def wrong(app: Flask) -> Flask:
    """An app of which two addresses go wrong."""
    for name in ("people.everybody", "api.games"):
        assert name in app.view_functions
        app.view_functions[name] = _go_wrong
    app.testing = False
    return app


@audience("anyone")
def _go_wrong() -> str:
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
