"""The Flask application factory."""

import secrets as chance
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

from flask import Flask
from htmx_flask import Htmx

from companion.evening import api_keys
from companion.network.entrances import Entrances
from companion.network.qr import qr_svg
from companion.paths import resources
from companion.storage.notifier import Clock, Notifier, seconds
from companion.storage.store import Store, secret
from companion.web import api, public, static_files
from companion.web.access import device, errors, guard
from companion.web.evening import devices, join, network, start
from companion.web.forms import numbers
from companion.web.group import decks, people
from companion.web.history import exports, handover, pages, statistics
from companion.web.limits import Limits
from companion.web.play import corrections, notebook, sheet, taps
from companion.web.services import Services
from companion.web.text import languages, template_globals


def create_app(
    store: Store,
    name: str = "",
    doors: Entrances | None = None,
    own_names: Iterable[str] = (),
    translations: Path | None = None,
    clock: Clock = seconds,
    limits: Limits = Limits(),  # noqa: B008  (frozen)
) -> Flask:
    """The app over one store.

    `doors` are the addresses that phones can reach, `own_names` host names besides our addresses, `translations` a
    folder of catalogues instead of our own, `clock` what quiet hours are counted by, `limits` how often somebody
    may call.
    """
    app = Flask(__name__, template_folder=str(resources("templates")), static_folder=None)
    app.config |= {"OWN_NAMES": frozenset(own_names), "INSTANCE": secret(store, "instance", new_instance())}
    app.config["FORM_KEYS"] = secret(store, "form keys", chance.token_hex(32))
    app.config["SHORT"] = secret(store, "short addresses", chance.token_hex(16))
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["qr_svg"] = qr_svg
    template_globals.init_templates(app)
    numbers.count(app)
    app.extensions |= {
        "services": Services(store, name, doors or Entrances(), Notifier(clock)),
        "keys": api_keys.ApiKeys(store),
        "shared": OrderedDict(),
        "audiences": {
            "anyone": lambda: None,
            "key": guard.key_holder,
            "screen": device.screen_holder,
            "host": device.host_only,
        },
    }
    Htmx(app)
    languages.init_languages(app, translations or languages.FOLDER)
    rooms = (
        api,
        join,
        start,
        devices,
        network,
        people,
        decks,
        taps,
        sheet,
        corrections,
        notebook,
        pages,
        statistics,
        exports,
        handover,
        public,
        static_files,
    )
    for blueprint in (room.bp for room in rooms):
        app.register_blueprint(blueprint)
    guard.init_access(app, limits)
    errors.init_errors(app)
    return app


def new_instance() -> str:
    """A short name for this house, so that two of them on one address do not mix up their devices."""
    return chance.token_hex(4)
