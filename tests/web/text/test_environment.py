"""How templates are drawn: what they show is escaped, and calls are plain calls."""

from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from jinja2 import TemplateNotFound, TemplatesNotFound, UndefinedError
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


def test_a_condition_without_else_shows_nothing(app: Flask) -> None:
    assert drawn(app, "<{{ 'a' if given }}{{ 'b' if not given }}>", given=0) == "<b>"


@pytest.mark.parametrize(
    ("call", "html"),
    [
        ("{{ one(1) }}", "12"),
        ("{{ one(1, b=3) }}", "13"),
        ("{{ one(b=3, a=1) }}", "13"),
        ("{{ one(*[1, 3]) }}", "13"),
        ("{{ one(**{'a': 1, 'b': 3}) }}", "13"),
        ("{% call one(1) %}<i>{% endcall %}", "12<i>"),
        ("{% for n in [1, 3] %}{{ one(n, loop.index) }}{% endfor %}", "1132"),
    ],
)
def test_a_macro_is_called_in_all_the_ways_there_are(app: Flask, call: str, html: str) -> None:
    assert drawn(app, MACROS + call) == html


@pytest.mark.parametrize("call", ["{{ one(1, 2, 3) }}", "{{ one(1, c=3) }}", "{{ one(1, a=1, b=2) }}"])
def test_a_macro_takes_no_more_than_it_names(app: Flask, call: str) -> None:
    with pytest.raises(TypeError):
        drawn(app, MACROS + call)


def test_a_dot_asks_a_dictionary_for_its_methods_first_and_then_for_its_keys(app: Flask) -> None:
    plain = {"total": 3, "items": 4}
    assert drawn(app, "{{ plain.total }}{{ plain.items()|length }}{{ plain.nothing }}", plain=plain) == "32"


def test_a_loop_and_a_macro_read_what_stands_around_them(app: Flask) -> None:
    loop = "{% for one in [1, 2] %}{% set kept = one %}{{ kept }}{{ around }}{{ loop.index }}{% endfor %}{{ kept }}"
    assert drawn(app, loop, around="a", kept="k") == "1a12a2k"
    macro = "{% macro read(one) %}{{ one }}{{ around }}{{ later }}{% endmacro %}{% set later = 'l' %}{{ read(1) }}"
    assert drawn(app, macro, around="a", one="o") == "1al"


def test_a_name_that_nobody_gives_cannot_be_called(app: Flask) -> None:
    with pytest.raises(UndefinedError, match="nobody"):
        drawn(app, "{{ nobody() }}")


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
