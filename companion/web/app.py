"""The Flask application factory."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask
from htmx_flask import Htmx

from companion.paths import resources
from companion.web import template_globals
from companion.web.access import errors, guard, responses, static_files, uploads
from companion.web.access.services import Services
from companion.web.forms import numbers
from companion.web.pages import api, choices, guide, home_screen, watching
from companion.web.pages.evening import devices, front, hall, join, network, place, prints, start
from companion.web.pages.group import decks, keeper, people
from companion.web.pages.history import exports, leagues, pages, statistics
from companion.web.pages.play import cards, corrections, end_cards, laying_out, notebook, proposals, sheet, taps
from companion.web.text import languages


class App(Flask):
    """Flask without asynchronous views: it would inspect each function each time it calls it."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(services: Services, translations: Path | None = None) -> Flask:
    """Create the app over its services. `translations`: a folder of catalogues instead of our own."""
    app = App(__name__, template_folder=str(resources("templates")), static_folder=None)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    template_globals.init_templates(app)
    numbers.count(app)
    app.extensions["services"] = services
    Htmx(app)
    uploads.init_uploads(app)
    languages.init_languages(app, translations or languages.FOLDER)
    rooms = (
        *(api, join, front, place, start, devices, hall, prints, network, watching, people, decks, keeper),
        *(taps, sheet, corrections, proposals, laying_out, notebook, cards, end_cards, pages, statistics, exports),
        *(leagues, guide, choices, home_screen, static_files),
    )
    for blueprint in (room.bp for room in rooms):
        app.register_blueprint(blueprint)
    guard.init_access(app)
    responses.init_packing(app)
    errors.init_errors(app)
    return app
