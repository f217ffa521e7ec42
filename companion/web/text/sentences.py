"""Sentences of templates: the values in their places are escaped."""

from collections.abc import Iterable
from typing import Any

from babel.numbers import format_decimal
from markupsafe import Markup, escape

from companion.messages import N_
from companion.web.text.languages import spoken

LIST = N_("%(first)s, %(next)s")  # of a longer list, `first` is all but the last
GROUPED = 1000  # from here on the digits of a number are grouped, as the language has it


def sentence(message: str, /, **places: Any) -> Markup:
    """Translate a sentence for a template: `_`."""
    language = spoken()
    if places:
        return _filled(language.text(message), places)
    marked = language.marked.get(message)
    if marked is None:
        marked = language.marked[message] = _filled(language.text(message), places)
    return marked


def counted(one: str, many: str, num: int, /, **places: Any) -> Markup:
    """Translate the sentence that fits a number, which stands at its place `num`: `ngettext`."""
    language = spoken()
    shown = num if abs(num) < GROUPED else format_decimal(num, locale=language.locale)
    return _filled(language.catalogue.ngettext(one, many, num), {"num": shown} | places)


def joined(texts: Iterable[Any]) -> Markup:
    """Join texts as a list of the language; empty if there are none: `joined`."""
    shown: list[str] = [escape(text) for text in texts]
    words, first = spoken().text(LIST), shown[0] if shown else ""
    for text in shown[1:]:
        first = words % {"first": first, "next": text}
    return Markup(first)


def isolated(text: str) -> Markup:
    """Isolate a name from the writing direction of the text around it: `isolated`."""
    return Markup("<bdi>{}</bdi>").format(text)


def _filled(words: str, places: dict[str, Any]) -> Markup:
    """Fill the places of a sentence; numbers need no escaping, and may be formatted."""
    for name, value in places.items():
        if type(value) is not int:
            places[name] = escape(value)
    return Markup(words % places)
