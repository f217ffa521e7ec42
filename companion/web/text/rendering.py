"""Values into HTML, by the template that each names."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Protocol

from markupsafe import Markup

from companion.web.text.environment import Templates
from companion.web.text.languages import spoken


class Drawable(Protocol):
    """A value with a template, which is given its fields. `has_field`: somebody may be typing into what it shows."""

    TEMPLATE: ClassVar[str]
    __dict__: dict[str, Any]

    @property
    def has_field(self) -> bool: ...


class EmptyRows(dict[int | str, Markup]):
    """The places of the rows of a slot, by number or name: each between two comments, which no style sheet sees."""

    def __init__(self, slot: str) -> None:
        self._slot = slot

    def __missing__(self, row: int | str) -> Markup:
        name = f"{self._slot}/{row}"
        self[row] = place = Markup(f"<!--[{name}]--><!--[/{name}]-->")
        return place


empty_rows = cache(EmptyRows)


def with_row(html: str, name: str, row: str) -> str:
    """The HTML of a slot with one of its rows, called `name`, in the place for it."""
    place = f"<!--[{name}]-->"
    return str.replace(html, place, f"{place}{row}")  # both may be Markup, which would escape


def filled(values: Mapping[str, Drawable | None]) -> Markup:
    """The HTML of a slot, the first of `values`, with its rows, the others, in their places."""
    (slot, value), *rows = values.items()
    html: str = rendered(value, slot)
    for name, row in rows:
        html = with_row(html, name, rendered(row, name))
    return Markup(html)


def rendered(value: Drawable | None, slot: str = "") -> Markup:
    """The HTML of a value in the language that is spoken, nothing for none; rows of the `slot` have places in it."""
    if value is None:
        return Markup("")
    return Markup(spoken().templates.get_template(value.TEMPLATE).render(vars(value), slots=empty_rows(slot)))


def symbols(slug: str) -> Markup:
    """What drawings of a game refer to, once on each page of it; nothing for most games."""
    return spoken().kept(_symbols, spoken().templates, slug)


def _symbols(templates: Templates, slug: str) -> Markup:
    return Markup(templates.select_template([f"games/{slug}/symbols.html", "games/any/symbols.html"]).render())
