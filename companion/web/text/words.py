"""A game's own words, from its templates."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from companion.web.text.environment import Templates
from companion.web.text.languages import gettext, spoken
from companion.web.text.sentences import joined

PLAIN = {str, int}  # of these, the same macro says the same


class Words:
    """How a game speaks: the macros of its own `words.html`, and the plain ones of any game."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def say(self, name: str, *given: Any) -> Markup:
        """What the macro called `name` says of what is given: the game's own, or where it says nothing, any game's."""
        language = spoken()
        if PLAIN.issuperset(map(type, given)):
            return language.kept(_say, language.templates, self._slug, name, *given)
        return _say(language.templates, self._slug, name, *given)


def _say(templates: Templates, slug: str, name: str, *given: Any) -> Markup:
    for macro in templates.spoken(slug, name):
        words = str.strip(macro(*given))
        if words:
            return Markup(words)
    return Markup("")


def kept(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """A macro that draws the same of the same texts and numbers, and so does it once in each language."""
    return lambda *given: spoken().kept(macro, *given)


@lru_cache
def words_of(slug: str) -> Words:
    """The words of the game called `slug`."""
    return Words(slug)


def settings(slug: str, options: str) -> str:
    """What of a game's options (JSON, without what is as in the rulebook) was set otherwise, in words."""
    settings_shown = [
        (words_of(slug).say("option", name), _value(slug, name, value)) for name, value in json.loads(options).items()
    ]
    return " · ".join(f"{name}: {value}" for name, value in settings_shown)


def _value(slug: str, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return joined(f"{words_of(slug).say('because', reason)} {number}" for reason, number in value.items())
    if isinstance(value, list):
        return joined(_value(slug, name, each) for each in value) or "–"
    return words_of(slug).say("value", name, value)
