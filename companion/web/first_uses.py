"""What takes long when it is used first: catalogues, templates, and what games read."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from flask import Flask

from companion.games import GAMES
from companion.web.text.environment import Templates
from companion.web.text.guides import texts
from companion.web.text.languages import Languages


def first_uses(app: Flask) -> Iterator[Callable[[], object]]:
    """A call for each: what it has read is there from then on. What every screen needs comes first."""
    languages, templates = cast(Languages, app.extensions["languages"]), cast(Templates, app.jinja_env)
    for tag in languages.names:
        yield partial(languages.language, tag)
    for name in sorted(templates.list_templates(), key=lambda name: name.startswith("games/")):
        yield partial(templates.get_template, name)
    for tag in languages.names:
        yield from (partial(game.read_ahead, tag) for game in GAMES.values())
        yield from (partial(texts, slug, tag) for slug in GAMES)
