"""How templates are drawn: what they show is escaped, and calls are plain calls."""

from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from jinja2 import TemplateNotFound, TemplatesNotFound
from markupsafe import Markup

MACROS = "{% macro one(a, b=2) %}{{ a }}{{ b }}{{ caller() if caller }}{% endmacro %}"


@dataclass(frozen=True)
class Guest:
    name: str
    colour: str = "red"
    shape: str = "circle"


def drawn(app: Flask, source: str, **given: Any) -> str:
    return app.jinja_env.from_string(source).render(given)


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("<b>'", "&lt;b&gt;&#39;"),
        (Markup("<b>"), "<b>"),
        (-3, "-3"),
        (2.5, "2.5"),
        (True, "True"),
        (None, "None"),
        (["<"], "[&#39;&lt;&#39;]"),
    ],
)
def test_what_is_shown_is_escaped_once(app: Flask, value: object, html: str) -> None:
    assert drawn(app, "{{ value }}", value=value) == html
    assert drawn(app, MACROS + "{{ one(value, '') }}", value=value) == html
    assert drawn(app, "{% set inner %}{{ value }}{% endset %}{{ inner }}", value=value) == html


def test_what_a_template_sets_goes_before_what_it_is_given(app: Flask) -> None:
    assert drawn(app, "{{ seat }}{% set seat = 2 %}{{ seat }}", seat=1) == "12"


def test_a_template_is_looked_up_by_its_first_name_that_there_is(app: Flask) -> None:
    names = ["games/nobody/head.html", "games/any/head.html", "games/any/about.html"]
    assert [app.jinja_env.select_template(names).name for _ in range(2)] == [names[1]] * 2
    with pytest.raises(TemplatesNotFound):
        app.jinja_env.select_template(names[:1])
    with pytest.raises(TemplateNotFound):
        app.jinja_env.get_template(names[0])


def test_a_mark_is_a_colour_a_shape_and_an_initial(app: Flask) -> None:
    html = [drawn(app, "{{ mark(guest, faded) }}", guest=guest, faded=faded) for guest, faded in PAIRS]
    assert len({*html}) == len(PAIRS) - 1  # two have the same initial
    assert html[0] == html[1] == drawn(app, "{{ mark(guest) }}", guest=PAIRS[0][0])
    assert [">A</text>" in one for one in html] == [True] * 5 + [False] * 2
    assert [" done" in one for one in html] == [False] * 2 + [True] + [False] * 4
    assert ">&lt;</text>" in html[-1]


PAIRS = [
    (Guest("Ann"), False),
    (Guest("abe"), None),
    (Guest("Ann"), 1),
    (Guest("Ann", colour="blue"), False),
    (Guest("Ann", shape="drop"), False),
    (Guest("シーザー"), False),
    (Guest("<b>"), False),
]
