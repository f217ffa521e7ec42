"""First uses that take long: catalogues, templates, and the values that games read."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from flask import Flask

from companion.games import GAMES
from companion.paths import resources
from companion.table.moves import optional_fields
from companion.web.forms import options
from companion.web.forms.fields import fields, kinds
from companion.web.forms.moves import read_ahead
from companion.web.text.art import figures
from companion.web.text.environment import Templates
from companion.web.text.languages import Languages


def first_uses(app: Flask) -> Iterator[Callable[[], object]]:
    """Yield a call for each; its result is cached. Those that every screen needs come first."""
    languages, templates = cast(Languages, app.extensions["languages"]), cast(Templates, app.jinja_env)
    for tag in languages.names:
        yield partial(languages.language, tag)
    for name in sorted(templates.list_templates(), key=lambda name: name.startswith("games/")):
        yield partial(templates.get_template, name)
    for file in sorted((resources("static") / "art").iterdir(), key=str):
        yield partial(figures, file.name.removesuffix(".svg"))
    for game in GAMES.values():
        options_class: Any = game.Options
        yield from (partial(options.fields, game), partial(optional_fields, options_class))
        for kind in kinds(game):
            yield from (partial(read, kind) for read in (fields, read_ahead, optional_fields))
    for tag in languages.names:
        yield from (partial(game.read_ahead, tag) for game in GAMES.values())
