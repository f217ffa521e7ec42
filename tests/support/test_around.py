"""Every page has a state: each route that answers with a page, each refusal, and each problem is among them."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from flask import Flask

import companion
from companion.messages import CODES
from tests.support.states import declared
from tests.support.states.around import around_states
from tests.support.states.around.page import Page
from tests.support.states.people import STYLES

PLAIN = {421}  # said without a page, to whoever came by a name that is not ours
ON_THE_WAY = {"group-slow", "group-large"}  # while a file still comes (tests/web/group): on the page of 408 and 413
RAISING = ("web", "evening", "group")  # these folders refuse what is around a game


class AnyValue(dict[str, Any]):
    """Something for every name in braces: the routes are looked up by their form alone."""

    def __missing__(self, name: str) -> str:
        return "2026-01-01" if name == "day" else "7"


def pages() -> Iterator[Page]:
    for state in around_states():
        yield from state.pages


def is_page(view: Callable[..., Any]) -> bool:
    """Whether a view answers with a page, or part of one, rather than with a file, a stream or a redirect."""
    return "str" in str(inspect.signature(view).return_annotation)


def test_each_route_that_answers_with_a_page_has_a_state(app: Flask) -> None:
    def endpoint(page: Page) -> str:
        path = page.path.format_map(AnyValue()).partition("?")[0]
        name: str = app.url_map.bind("localhost").match(path, "GET" if page.form is None else "POST")[0]
        return name

    shown = {endpoint(page) for page in pages() if page.status == 200 or page.form is not None}
    answering = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if not rule.rule.startswith(("/api/", "/healthz")) and is_page(app.view_functions[rule.endpoint])
    }
    assert len(answering) > 20
    assert answering - shown == set()


def test_each_refusal_around_a_game_has_a_state() -> None:
    folder = Path(companion.__file__).parent
    raised = declared.raised_in(file for name in RAISING for file in sorted((folder / name).rglob("*.py"))) - ON_THE_WAY
    refused = {page.refusal for page in pages()}
    assert len(raised) > 15
    assert [code for code in sorted(raised) if not any(one.startswith(code) for one in refused)] == []


def test_each_problem_that_is_told_as_a_page_has_a_state() -> None:
    assert CODES.keys() - PLAIN - {page.status for page in pages()} == set()


def test_each_state_has_a_name_of_its_own_in_each_style_of_names() -> None:
    names = [state.name for state in around_states()]
    assert len(names) == len(set(names))
    for style in STYLES:
        assert sum(name.endswith(f", {style} names") for name in names) == len(names) / len(STYLES)
