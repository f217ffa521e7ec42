"""The sentences of templates: what stands in their places is escaped."""

from typing import Any

from babel.numbers import format_decimal
from markupsafe import Markup

from companion.web.text.compiler import escaped
from companion.web.text.languages import spoken

GROUPED = 1000  # from here on the digits of a number are grouped, as the language has it


def sentence(message: str, /, **places: Any) -> Markup:
    """A sentence as it is spoken here, for a template: `_`."""
    language = spoken()
    if places:
        return _filled(language.text(message), places)
    marked = language.marked.get(message)
    if marked is None:
        marked = language.marked[message] = _filled(language.text(message), places)
    return marked


def counted(one: str, many: str, num: int, /, **places: Any) -> Markup:
    """The sentence of the two that is right for a number, which stands at its place `num`: `ngettext`."""
    language = spoken()
    shown = num if abs(num) < GROUPED else format_decimal(num, locale=language.locale)
    return _filled(language.catalogue.ngettext(one, many, num), {"num": shown} | places)


def _filled(words: str, places: dict[str, Any]) -> Markup:
    """A sentence with its places filled in; numbers need no escaping, and may be formatted."""
    for name, value in places.items():
        if type(value) is not int:
            places[name] = escaped(value)
    return Markup(words % places)
