"""A game's own words, from its templates."""

import json
from typing import Any

from flask import current_app
from flask_babel import gettext
from jinja2 import TemplateNotFound
from markupsafe import Markup


class Words:
    """How a game speaks: the macros of its own `words.html`, and the plain ones of any game."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def say(self, name: str, *given: Any) -> Markup:
        """What the macro called `name` says of what is given: the game's own, or where it says nothing, any game's."""
        for template in (f"games/{self._slug}/words.html", "games/any/words.html"):
            macro = _macro(template, name)
            words = str(macro(*given)).strip() if macro else ""
            if words:
                return Markup(words)
        return Markup("")


def _macro(template: str, name: str) -> Any:
    try:
        return getattr(_module(template), name, None)
    except TemplateNotFound:
        return None


def _module(template: str) -> Any:
    return current_app.jinja_env.get_template(template).module


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
        return str(gettext("yes") if value else gettext("no"))
    if isinstance(value, list):
        return ", ".join(_value(slug, name, each) for each in value) or "–"
    return words_of(slug).say("value", name, value)
