"""Marks of people, each drawn once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from markupsafe import Markup

from companion.web.text.environment import Templates

KEPT = 2048  # colours, shapes, initials and whether it is faded


class Marked(Protocol):
    """Person or seat with a mark."""

    @property
    def name(self) -> str: ...

    @property
    def colour(self) -> str: ...

    @property
    def shape(self) -> str: ...


def marks(templates: Templates) -> Callable[..., Markup]:
    """Function that draws the mark of a person or seat, faded if they are done."""

    @lru_cache(KEPT)
    def drawn(colour: str, shape: str, initial: str, faded: bool) -> Markup:
        module: Any = templates.get_template("parts/marks.html").module
        html: Markup = module.drawn(colour, shape, initial, faded)
        return html

    def mark(person: Marked, faded: object = False) -> Markup:
        return drawn(person.colour, person.shape, person.name[:1].upper(), bool(faded))

    return mark
